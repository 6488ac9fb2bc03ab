import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Config } from '../../config.js';
import type { Query } from '../../db/query.js';
import { StartupError } from '../../db/startup-error.js';
import { exportedTables } from '../../db/tables.js';
import { openCurrent, type StartDeps } from '../../startup/database.js';
import { countSecrets, readRows, readSequences, withoutSecrets } from './export-store.js';
import { type End, format, type Header, type OnProgress, type TableLine } from './format.js';

export interface ExportDeps extends StartDeps {
  /** The version of the catalog, for the header. */
  readonly version: string;
  /** Whether the file has the aspects that only MANAGE_SECRETS reads over the API. */
  readonly withSecrets: boolean;
  readonly onProgress: OnProgress;
}

/**
 * Writes all tables but the derived ones and the sessions of browsers to a file that only this account may read, from one snapshot of the database.
 *
 * @returns the rows of each table, and the number of secrets that are left out
 * @throws StartupError when the database is not migrated to this build, or the file exists or cannot be written
 */
export async function exportCatalog(
  config: Config,
  file: string,
  deps: ExportDeps,
): Promise<Omit<End, 'end' | 'sequences'>> {
  if (existsSync(file))
    throw new StartupError(`${file} already exists. Choose another file, or delete this one.`);
  const { db, migration } = await openCurrent(config, deps);
  const draft = `${file}.unfinished`;
  const counts: Record<string, number> = {};
  let secretsLeftOut = 0;
  try {
    rmSync(draft, { force: true });
    await db.snapshot(async (query) => {
      if (!deps.withSecrets) secretsLeftOut = await countSecrets(query);
      const header: Header = {
        format: format.name,
        version: format.version,
        catalog: deps.version,
        migration,
      };
      await pipeline(
        readLines(query, header, { counts, secretsLeftOut }, deps),
        createGzip(),
        createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
      );
    }, new AbortController().signal);
    renameSync(draft, file);
    return { counts, secretsLeftOut };
  } catch (error) {
    rmSync(draft, { force: true });
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new StartupError(`The export ${file} cannot be written: ${(error as Error).message}`);
  } finally {
    await db.close();
  }
}

async function* readLines(
  query: Query,
  header: Header,
  { counts, secretsLeftOut }: { counts: Record<string, number>; secretsLeftOut: number },
  { withSecrets, onProgress }: Pick<ExportDeps, 'withSecrets' | 'onProgress'>,
): AsyncGenerator<string> {
  const sequences: Record<string, number> = {};
  yield `${JSON.stringify(header)}\n`;
  for (const [table, names] of Object.entries(exportedTables)) {
    const columns = names.split(' ');
    yield `${JSON.stringify({ table, columns } satisfies TableLine)}\n`;
    let count = 0;
    const condition = (withSecrets ? undefined : withoutSecrets.get(table)) ?? 'true';
    for await (const rows of readRows(query, table, columns, condition)) {
      count += rows.length;
      onProgress(table, count);
      yield `${rows.join('\n')}\n`;
    }
    counts[table] = count;
    for (const [column, last] of await readSequences(query, table, columns))
      sequences[`${table}.${column}`] = last;
  }
  yield `${JSON.stringify({ end: true, counts, sequences, secretsLeftOut } satisfies End)}\n`;
}
