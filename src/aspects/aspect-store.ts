import type { AuditStamp } from '../core/clock.js';
import { inChunks, sumLengths } from '../db/chunks.js';
import type { Query, Transaction } from '../db/query.js';
import { columns } from '../db/unnest.js';
import type { AspectKey } from './aspect.js';
import { upsertRecords } from './record-sql.js';

/**
 * The record of one aspect of one entity: a row of `aspects`. The row shows that the aspect exists, who wrote it and
 * when, and contains the fields that no other table contains.
 */
export interface AspectRecord {
  readonly urn: string;
  readonly name: string;
  /** JSON text */
  readonly extraFields: string;
  readonly systemMetadata: string | null;
}

const upsertAll = upsertRecords(
  `SELECT urn, name, $5::bigint, $6, $5::bigint, $6, extra_fields::json, system_metadata::json, false, $5::bigint
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS input(urn, name, extra_fields, system_metadata)`,
  ['body', 'system_metadata', 'inert', 'derived_at'],
);

/** @param records each (urn, name) once */
export const writeRecords = (
  tx: Transaction,
  records: readonly AspectRecord[],
  { time, actor }: AuditStamp,
): Promise<void> =>
  inChunks(
    records,
    ({ urn, extraFields, systemMetadata }) => sumLengths(urn, extraFields, systemMetadata),
    (chunk) =>
      tx.query(upsertAll, [...columns(chunk, 'urn', 'name', 'extraFields', 'systemMetadata'), time, actor]),
  );

const upsertStamps = upsertRecords('VALUES ($1, $2, $3::bigint, $4, $3::bigint, $4)');

/** Says that an aspect was written, where other tables keep all of its changed fields. */
export const touchRecord = (
  tx: Transaction,
  { urn, name }: AspectKey,
  { time, actor }: AuditStamp,
): Promise<unknown> => tx.query(upsertStamps, [urn, name, time, actor]);

/** Returns the existing aspects among these. */
export const existingAspects = (tx: Transaction, keys: readonly AspectKey[]): Promise<AspectKey[]> =>
  tx.query<AspectKey>(
    'SELECT urn, name FROM aspects WHERE (urn, name) IN (SELECT * FROM unnest($1::text[], $2::text[]))',
    columns(keys, 'urn', 'name'),
  );

/** Deletes the records of aspects. @returns those that there were */
export const deleteRecords = (tx: Transaction, keys: readonly AspectKey[]): Promise<AspectKey[]> =>
  tx.query<AspectKey>(
    `DELETE FROM aspects a USING unnest($1::text[], $2::text[]) AS input(urn, name)
      WHERE (a.urn, a.name) = (input.urn, input.name) RETURNING a.urn, a.name`,
    columns(keys, 'urn', 'name'),
  );

/** Counts the aspects that earlier versions stored without effect. Reads the whole table. */
export async function countInert(query: Query): Promise<number> {
  const [counted] = await query<{ aspects: number }>(`SELECT count(*) AS aspects FROM aspects WHERE inert`);
  return counted!.aspects;
}
