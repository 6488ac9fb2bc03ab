import type { AspectTransaction, WriteSearched } from '../../aspects/kernel.js';
import type { EntityKey } from '../../aspects/lock-store.js';
import { inChunks, sumLengths } from '../../db/chunks.js';
import type { Transaction } from '../../db/query.js';
import { columns } from '../../db/unnest.js';
import { runInTurns } from '../../scheduling/steps.js';
import { createKeyDocuments, type DocumentWrite, toDocuments } from './document.js';
import { documentsFor } from './whole-documents.js';

const optional = [
  'property_names',
  'property_words',
  'edited_names',
  'edited_words',
  'column_words',
  'edited_column_words',
];
const names = ['urn', 'type', 'fields', 'key_names', 'key_words', ...optional];

const castSql = (column: string) => (column.endsWith('_words') ? '::tsvector' : '');
const given = names.map((_, index) => `$${index + 1}::text[]`);

/** No join with the documents that exist: PostgreSQL would keep a plan that reads all of them. */
const insert = (fields: string) => `
  INSERT INTO search_documents AS d (${names})
  SELECT urn, type, ${fields}, ${names.slice(3).map((column) => column + castSql(column))}
    FROM unnest(${given}) AS given(${names}) ORDER BY urn COLLATE "C"
  ON CONFLICT (urn) DO`;

const create = `${insert('jsonb_strip_nulls(fields::jsonb)')} NOTHING
  RETURNING urn, type, (SELECT filled_to IS NOT NULL FROM search_state) AS "isFilling"`;

/** A document that stays the same is not written again, because most metadata is ingested again without a change. */
function update(next: Readonly<Record<string, string>>): string {
  const columns = Object.keys(next);
  return `${insert('fields::jsonb')} UPDATE SET ${columns.map((column) => `${column} = ${next[column]}`)}
    WHERE (${columns.map((column) => `d.${column}`)}) IS DISTINCT FROM (${Object.values(next)})`;
}

/** Keeps what the changes leave out. */
const change = update({
  fields: 'jsonb_strip_nulls(d.fields || excluded.fields)',
  ...Object.fromEntries(optional.map((column) => [column, `coalesce(excluded.${column}, d.${column})`])),
});

const replace = update({
  fields: 'jsonb_strip_nulls(excluded.fields)',
  ...Object.fromEntries(names.slice(3).map((column) => [column, `excluded.${column}`])),
});

const write = (
  tx: AspectTransaction,
  documents: readonly DocumentWrite[],
  ofExisting: string | null,
): Promise<void> =>
  inChunks(documents, measureSize, async (chunk) => {
    const created = await tx.query<EntityKey & { isFilling: boolean }>(create, parameters(chunk));
    if (ofExisting !== replace && created[0]?.isFilling) await complete(tx, created);
    if (ofExisting === null || created.length === chunk.length) return;
    const isCreated = new Set(created.map(({ urn }) => urn));
    await tx.query(ofExisting, parameters(chunk.filter(({ urn }) => !isCreated.has(urn))));
  });

/** Maximum number of entities whose aspects are read together. */
const completedAtOnce = 20;

/** Adds what was stored before the first document of these entities, because the fill has not come to them yet. */
async function complete(tx: AspectTransaction, entities: readonly EntityKey[]): Promise<void> {
  for (let from = 0; from < entities.length; from += completedAtOnce) {
    const some = entities.slice(from, from + completedAtOnce);
    await tx.query(replace, parameters(await documentsFor(tx, some)));
  }
}

const measureSize = (document: DocumentWrite) =>
  sumLengths(
    document.urn,
    document.fields,
    document.keyWords,
    document.propertyWords,
    document.editedWords,
    document.columnWords,
    document.editedColumnWords,
  );

const parameters = (documents: readonly DocumentWrite[]) =>
  columns(
    documents,
    'urn',
    'type',
    'fields',
    'keyNames',
    'keyWords',
    'propertyNames',
    'propertyWords',
    'editedNames',
    'editedWords',
    'columnWords',
    'editedColumnWords',
  );

/** Changes the documents of locked entities, and creates those that are missing: of other entities, from their URNs alone. */
export const writeSearched: WriteSearched = async (tx, entities, aspects, deadline) => {
  const documents = await runInTurns(toDocuments(tx.aspects, aspects), deadline);
  await write(tx, documents, change);
  const documented = new Set(documents.map(({ urn }) => urn));
  const others = entities.filter(({ urn }) => !documented.has(urn));
  if (others.length > 0) await write(tx, await runInTurns(createKeyDocuments(others)), null);
};

/** Writes the documents of locked entities as if none was there. */
export const replaceDocuments = (tx: AspectTransaction, documents: readonly DocumentWrite[]): Promise<void> =>
  write(tx, documents, replace);

/** An optional column is null before there is something in it, and empty after that was taken out: both say nothing. */
const comparable = (table: string) =>
  names.slice(3).map((column) => `coalesce(${table}.${column}, '')${castSql(column)}`);
const different = `
  SELECT given.urn FROM unnest(${given}) AS given(${names}) LEFT JOIN search_documents d ON d.urn = given.urn
   WHERE (d.type, d.fields, ${comparable('d')})
         IS DISTINCT FROM (given.type, jsonb_strip_nulls(given.fields::jsonb), ${comparable('given')})`;

/** Returns the URNs of those whose stored document is another one, or missing. */
export async function differing(tx: Transaction, documents: readonly DocumentWrite[]): Promise<string[]> {
  const urns: string[] = [];
  await inChunks(documents, measureSize, async (chunk) => {
    const rows = await tx.query<{ urn: string }>(different, parameters(chunk), { unprepared: true });
    for (const { urn } of rows) urns.push(urn);
  });
  return urns;
}
