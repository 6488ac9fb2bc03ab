import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** From `src/db` as from `dist/db`, in a checkout as in an installed package. */
export const migrationsFolder = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));

export interface Migration {
  readonly name: string;
  readonly script: string;
  /** As Prisma writes it into its ledger. */
  readonly checksum: string;
}

/** The migrations of a folder, oldest first. */
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
