#!/usr/bin/env node
// Prisma's CLI starts this instead of its schema-engine binary, which is a download: the same engine as WebAssembly
// (wasm-engine.mjs), with the binary's arguments and its JSON-RPC on stdin and stdout, one object per line.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { built, callEngine, isEmbedded } from './schema-engine-call.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    datasource: { type: 'string', short: 'd' },
    datamodels: { type: 'string', multiple: true },
    'enabled-preview-features': { type: 'string' },
    'extension-types': { type: 'string' },
    version: { type: 'boolean' },
  },
});

/** Prisma's codes by PostgreSQL's and Node's. */
const codes = {
  '3D000': 'P1003',
  '28P01': 'P1000',
  28000: 'P1010',
  ECONNREFUSED: 'P1001',
  ENOTFOUND: 'P1001',
  ETIMEDOUT: 'P1002',
};

// The CLI sends SIGTERM after its last answer, but the embedded database must still close.
process.on('SIGTERM', () => {});

if (options.version) console.log(`schema-engine-cli ${engineVersion()}`);
else if (positionals[0] === 'cli') await command(positionals[1]);
else await serve();

/** `cli can-connect-to-database` and `cli create-database`. */
async function command(name) {
  try {
    const url = datasource();
    if (isEmbedded(url)) return;
    const { canConnect, createServerDatabase } = await built('postgresql/migration');
    if (name === 'can-connect-to-database') await canConnect(url);
    else if (name === 'create-database') await createServerDatabase(url);
    else throw new Error(`schema-engine.mjs knows no command ${name}`);
  } catch (error) {
    // The CLI skips the first line and rejects an empty one.
    const fields = { message: error.message, ...(codes[error.code] && { error_code: codes[error.code] }) };
    const lines = [{}, { level: 'ERROR', target: 'schema_engine::logger', fields }];
    process.stderr.write(lines.map((line) => JSON.stringify(line)).join('\n'));
    process.exitCode = 1;
  }
}

async function serve() {
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, method, params } = JSON.parse(line);
    // Answers to `print` have no method.
    if (!method) continue;
    const sendError = (error) =>
      send({ id, error: { code: 4466, message: error.message, data: toErrorData(error) } });
    // After a panic of the engine its promise never settles.
    process.once('uncaughtException', (error) => {
      sendError(error);
      process.exitCode = 1;
      process.stdin.destroy();
    });
    try {
      const { print, ...result } = await callEngine(method, params, datasource(), options.datamodels ?? []);
      if (print) send({ id: 0, method: 'print', params: { content: print } });
      send({ id, result });
    } catch (error) {
      sendError(error);
    }
    process.removeAllListeners('uncaughtException');
  }
}

function toErrorData({ message, code, meta }) {
  return { is_panic: false, message, error_code: code, meta };
}

function datasource() {
  return JSON.parse(options.datasource ?? '{}').url;
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

/** Returns the commit that the engine was built from. */
function engineVersion() {
  const file = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm');
  const { version } = JSON.parse(readFileSync(new URL('package.json', `file://${file}`), 'utf8'));
  return version.split('.').at(-1);
}
