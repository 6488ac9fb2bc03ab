import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const [schema, generated] = ['prisma/schema.prisma', 'src/db/generated'];
/** What the client was generated from. Written last, and deleted by Prisma with the rest. */
const stamp = `${generated}/from`;

/** Generates the Prisma client, unless it is that of the schema and of the installed Prisma already. */
export function generateClient() {
  const { version } = JSON.parse(readFileSync('node_modules/prisma/package.json', 'utf8'));
  const from = `${version} ${createHash('sha256').update(readFileSync(schema)).digest('hex')}`;
  if (readStamp() === from) return;
  const { status } = spawnSync(process.execPath, ['node_modules/prisma/build/index.js', 'generate'], {
    // On success, what Prisma says is of no use.
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) process.exit(1);
  writeFileSync(stamp, from);
}

function readStamp() {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return null;
  }
}
