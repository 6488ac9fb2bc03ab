import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The same path from `src/` and `dist/`, in a checkout and in an installed package. */
export const migrationsFolder = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));

export interface Migration {
  readonly name: string;
  readonly script: string;
  /** In the form in which Prisma writes it to its ledger. */
  readonly checksum: string;
}

/** Reads the migrations of a folder, oldest first. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(
    names.sort().map(async (name) => {
      const script = await readFile(join(folder, name, 'migration.sql'), 'utf8');
      return { name, script, checksum: createHash('sha256').update(script).digest('hex') };
    }),
  );
}
