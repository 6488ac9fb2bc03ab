import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { Config } from '../../config.js';
import { isWrongValue } from '../../db/errors.js';
import { describeReason } from '../../db/postgresql/connect.js';
import type { Query } from '../../db/query.js';
import { StartupError } from '../../db/startup-error.js';
import { exportedTables, tables } from '../../db/tables.js';
import { decodeTexts } from '../../files/text-file.js';
import { checkReadable } from '../../files/unreadable-file.js';
import { renewEpoch } from '../../history/log-store.js';
import { startFill } from '../../search/documents/rebuild-store.js';
import { entitiesAfter, recountTags } from '../../search/documents/recount-store.js';
import { lastMigration, openMigrated, type StartDeps } from '../../startup/database.js';
import { checkHeader, type End, jsonLines, type OnProgress, type TableLine } from './format.js';
import {
  clearPolicyVersion,
  countRows,
  findTables,
  followTags,
  hasRows,
  insertRows,
  lockTables,
  readTypes,
  setSequence,
} from './import-store.js';
import { createMonthsFor } from './partitions.js';

/** Bounds of one statement. */
const maxRows = 500;
const maxLength = 2_000_000;

/** Tables that every database has rows of from its migrations. */
const filledByMigrations = [
  'policy_version',
  'change_log',
  'search_state',
  'count_state',
  'aspect_state',
  '_prisma_migrations',
];

type Row = readonly (string | null)[];

/**
 * Fills an empty database from an export, in one transaction, as a whole or not at all.
 *
 * @returns the rows of each table, and the number of secrets that the file lacks
 * @throws StartupError when the file is not a complete export of this build's migration, or the database is not empty
 */
export async function importCatalog(
  config: Config,
  file: string,
  deps: StartDeps & { readonly onProgress: OnProgress },
): Promise<Omit<End, 'end' | 'sequences'>> {
  const lines = readable(file);
  const { value: header } = await lines.next();
  checkHeader(header, file, await lastMigration());
  const { db } = await openMigrated(config, { ...deps, check: ({ query }) => checkEmpty(query) });
  try {
    return await db.longTransaction(async (query) => {
      await lockTables(query, Object.keys(tables));
      await checkEmpty(query);
      await followTags(query, false);
      const end = await insertAll(query, lines, file, deps.onProgress);
      await followTags(query, true);
      for (const [name, last] of Object.entries(end.sequences))
        await orDamaged(file, `the sequence ${name}`, () => restoreSequence(query, name, Number(last)));
      await checkCounts(query, end, file);
      await derive(query, deps.onProgress);
      return end;
    }, new AbortController().signal);
  } finally {
    await db.close();
  }
}

async function* readable(file: string): AsyncGenerator<unknown, undefined> {
  await checkReadable(file);
  const input = createReadStream(file);
  const unpacked = createGunzip();
  input.on('error', (error) => unpacked.destroy(error));
  try {
    yield* jsonLines(decodeTexts(input.pipe(unpacked), `The export ${file}`), file);
  } finally {
    input.destroy();
  }
}

/** Looks at all tables of the schema: those of an older build, or of another program, mean a wrong DATABASE_URL. */
async function checkEmpty(query: Query) {
  for (const table of await findTables(query)) {
    if (filledByMigrations.includes(table) || !(await hasRows(query, table))) continue;
    throw new StartupError(
      `The database is not empty: it has rows in ${table}. Import into a new database, before the first start of ` +
        '`catalog serve`; `catalog migrate` prepares a database.',
    );
  }
}

async function insertAll(
  query: Query,
  lines: AsyncIterable<unknown>,
  file: string,
  onProgress: OnProgress,
): Promise<End> {
  const damaged = (why: string) => new StartupError(`The export ${file} is damaged: ${why}.`);
  let current: (TableLine & { types: readonly string[]; count: number }) | undefined;
  let rows: Row[] = [];
  let length = 0;
  const flush = async () => {
    if (!current || rows.length === 0) return;
    const { table, columns, types } = current;
    const last = current.count + rows.length;
    await orDamaged(file, `rows ${current.count + 1} to ${last} of ${table}`, async () => {
      await createMonthsFor({ query }, table, columns, rows);
      await insertRows(query, table, columns, types, rows);
    });
    current.count += rows.length;
    onProgress(table, current.count);
    rows = [];
    length = 0;
  };
  for await (const line of lines) {
    if (Array.isArray(line)) {
      if (!current || line.length !== current.columns.length) throw damaged('a row has no table');
      rows.push(line as Row);
      length += line.reduce((sum: number, text: unknown) => sum + String(text).length, 0);
      if (rows.length >= maxRows || length >= maxLength) await flush();
      continue;
    }
    await flush();
    const found = Object(line) as Partial<TableLine> & Partial<End>;
    if (found.end)
      return {
        ...{ end: true, counts: Object(found.counts), sequences: Object(found.sequences) },
        secretsLeftOut: Number(found.secretsLeftOut ?? 0),
      };
    const { table = '', columns = [] } = found;
    if (!Array.isArray(columns) || columns.join(' ') !== Object(exportedTables)[table])
      throw damaged(`it has a table ${JSON.stringify(table)}`);
    if (table === 'policy_version') await clearPolicyVersion(query);
    current = { table, columns, types: await readTypes(query, table, columns), count: 0 };
  }
  throw damaged('its end is missing');
}

async function restoreSequence(query: Query, name: string, last: number) {
  const [table = '', column = ''] = name.split('.');
  await setSequence(query, table, column, last);
}

/** @throws StartupError when a value of the file is none of its column */
async function orDamaged(file: string, what: string, work: () => Promise<void>) {
  try {
    await work();
  } catch (error) {
    // A time that is none is a RangeError.
    if (!isWrongValue(error) && !(error instanceof RangeError)) throw error;
    const [reason = ''] = describeReason(error).split('\n');
    throw new StartupError(`The export ${file} is damaged, in ${what}: ${reason.slice(0, 300)}.`);
  }
}

async function checkCounts(query: Query, { counts }: End, file: string) {
  for (const table of Object.keys(exportedTables)) {
    const count = await countRows(query, table);
    if (count === counts[table]) continue;
    throw new StartupError(
      `The export ${file} says that ${table} has ${counts[table]} rows; it has ${count}.`,
    );
  }
}

const entitiesAtOnce = 2_000;

/**
 * Counts the tags of all entities, begins a new epoch of the log of changes, and leaves the search documents to the
 * background work of the next start.
 */
export async function derive(query: Query, onProgress: OnProgress): Promise<void> {
  let done = 0;
  for (let from: string | undefined = ''; from !== undefined; ) {
    const urns: string[] = await entitiesAfter(query, from, entitiesAtOnce);
    await recountTags({ query }, urns);
    done += urns.length;
    onProgress('tagged_entities', done);
    from = urns.at(-1);
  }
  await renewEpoch(query);
  await startFill({ query });
}
