import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { toFailure } from '../../src/cli/failure.js';
import type { Session } from '../../src/cli/remote/session.js';
import { type Privilege, privileges } from '../../src/datahub/privileges.js';
import { ingestUrl, proposal } from './aspects.js';
import { testCatalog } from './catalog.js';
import { fakeCommands } from './fake-commands.js';

export const everything = Object.keys(privileges) as Privilege[];

export interface CommandOptions {
  readonly env?: Session['env'];
  readonly session?: Partial<Session>;
  readonly stdin?: string;
  readonly waiting?: () => Promise<void>;
}

export interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Serves a catalog on a port, and runs the `catalog` command in this process as its client. */
export async function commandLine(
  t: Test,
  { sample = false, env = {} }: { sample?: boolean; env?: Record<string, string> } = {},
) {
  const catalog = await testCatalog(t, { sample, env });
  const url = await catalog.app.listen({ host: '127.0.0.1', port: 0 });
  catalog.services.background.start();
  const admin = await catalog.user('admin', everything);
  const folder = mkdtempSync(join(tmpdir(), 'catalog-cli-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));

  async function run(args: readonly string[], options: CommandOptions = {}): Promise<Ran> {
    const {
      env = { CATALOG_URL: url, CATALOG_TOKEN: admin.token },
      session = {},
      stdin = '',
      waiting,
    } = options;
    const commands = fakeCommands({
      stdin,
      session: { env, configFolder: `${folder}/catalog`, ...session },
      ...(waiting && { waiting }),
    });
    let exitCode = 0;
    try {
      await commands.run(...args);
    } catch (error) {
      const failure = toFailure(error, []);
      exitCode = failure.exitCode;
      if (failure.text !== null) commands.infoLines.push(failure.text);
    }
    const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
    return { exitCode, stdout: text(commands.printed), stderr: text(commands.infoLines) };
  }

  /** Runs a command that fails. */
  const fails = async (
    t: Test,
    args: readonly string[],
    exitCode: number,
    stderr: RegExp | string,
    options?: CommandOptions,
  ) => t.match(await run(args, options), { exitCode, stdout: '', stderr }, args.join(' '));

  /** Runs a command that succeeds, and returns what it printed. */
  const ok = async (...args: string[]) => {
    const { exitCode, stdout, stderr } = await run(args);
    t.equal(exitCode, 0, `${args.join(' ')}\n${stderr}`);
    return stdout;
  };
  const json = async (...args: string[]) => JSON.parse(await ok(...args, '--json'));

  /** Creates a user, and returns the environment of its commands. */
  const userEnv = async (id: string, privileges: Privilege[] = []) => {
    const { token } = await catalog.user(id, privileges);
    return { env: { CATALOG_URL: url, CATALOG_TOKEN: token } };
  };

  /** Writes an aspect. */
  const put = async (urn: string, aspectName: string, value: object) => {
    const { status, body } = await admin.post(ingestUrl, { proposal: proposal(urn, aspectName, value) });
    t.equal(status, 200, JSON.stringify(body));
  };

  return { ...catalog, url, admin, folder, run, fails, ok, json, put, userEnv };
}
