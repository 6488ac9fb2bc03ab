import { entityTypeOf } from '../../core/urn.js';
import { inChunks, lengthOf } from '../../db/chunks.js';
import { runCooperatively } from '../../db/cooperative.js';
import type { Transaction } from '../../db/query.js';
import { columns } from '../../db/unnest.js';
import type { EntityKey } from '../lock-store.js';
import { type DocumentWrite, documentsOf, keyDocumentsOf } from './document.js';

const input = `
  SELECT urn, type, fields::jsonb, key_names, key_words::tsvector, property_names, property_words::tsvector, edited_names,
         edited_words::tsvector, column_words::tsvector, edited_column_words::tsvector
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
                $10::text[], $11::text[])
         AS given(urn, type, fields, key_names, key_words, property_names, property_words, edited_names, edited_words,
                  column_words, edited_column_words)`;

const optional = [
  'property_names',
  'property_words',
  'edited_names',
  'edited_words',
  'column_words',
  'edited_column_words',
];

/** The assignments of a change, which keeps what the input leaves out, and of a new version of the whole document. */
const merged = {
  fields: 'jsonb_strip_nulls(d.fields || i.fields)',
  ...Object.fromEntries(optional.map((column) => [column, `coalesce(i.${column}, d.${column})`])),
};
const whole = {
  fields: 'jsonb_strip_nulls(i.fields)',
  key_names: 'i.key_names',
  key_words: 'i.key_words',
  ...Object.fromEntries(optional.map((column) => [column, `coalesce(i.${column}, '')`])),
};

const insertMissing = `
  INSERT INTO search_documents (urn, type, fields, key_names, key_words, ${optional})
  SELECT urn, type, jsonb_strip_nulls(fields), key_names, key_words, ${optional.map((column) => `coalesce(${column}, '')`)}
    FROM input i WHERE NOT EXISTS (SELECT FROM search_documents d WHERE d.urn = i.urn)
  ON CONFLICT DO NOTHING`;

/** A document that stays the same is not written again, because most metadata is ingested again without a change. */
const upsert = (next: Readonly<Record<string, string>>) => `
  WITH input AS MATERIALIZED (${input}), updated AS (
    UPDATE search_documents d SET ${Object.entries(next).map(([column, value]) => `${column} = ${value}`)}
      FROM input i
     WHERE d.urn = i.urn
       AND (${Object.keys(next).map((column) => `d.${column}`)}) IS DISTINCT FROM (${Object.values(next)})
  ) ${insertMissing}`;

const [change, replace] = [upsert(merged), upsert(whole)];

const insert = `WITH input AS MATERIALIZED (${input}) ${insertMissing}`;

const write = (tx: Transaction, sql: string, documents: readonly DocumentWrite[]): Promise<void> =>
  inChunks(
    documents,
    ({ urn, fields, keyWords, propertyWords, editedWords, columnWords, editedColumnWords }) =>
      2 * lengthOf(urn, fields, keyWords, propertyWords, editedWords, columnWords, editedColumnWords),
    (chunk) =>
      tx.query(
        sql,
        columns(
          chunk,
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
        ),
      ),
  );

/** Changes the documents of locked entities, and creates those that are missing. */
export const writeDocuments = (tx: Transaction, documents: readonly DocumentWrite[]): Promise<void> =>
  write(tx, change, documents);

/** Writes the documents of locked entities as if none was there. */
export const replaceDocuments = (tx: Transaction, documents: readonly DocumentWrite[]): Promise<void> =>
  write(tx, replace, documents);

/** Creates the missing documents of locked entities from their URNs alone. */
export async function createDocuments(tx: Transaction, entities: readonly EntityKey[]): Promise<void> {
  if (entities.length > 0) await write(tx, insert, await runCooperatively(keyDocumentsOf(entities)));
}

/** Takes what deleted aspects of locked entities have added out of the documents. */
export async function clearDocuments(
  tx: Transaction,
  aspects: readonly { readonly urn: string; readonly name: string }[],
): Promise<void> {
  const cleared = aspects.map(({ urn, name }) => ({ urn, name, entityType: entityTypeOf(urn), value: {} }));
  await writeDocuments(tx, await runCooperatively(documentsOf(cleared)));
}
