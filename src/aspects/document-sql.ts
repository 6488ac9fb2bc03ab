import type { Aspect } from './aspect.js';

/** SQL texts of the aspect `a` in all tables that keep parts of it. */
export interface DocumentSql {
  /** A statement, because one statement sees one snapshot. */
  readonly select: string;
  /** The approximate size of the rows in other tables, in bytes. */
  readonly bytesOfRows: string;
}

export function toDocumentSql(definitions: readonly Aspect[]): DocumentSql {
  /** The value of the definition of the aspect, for aspects with rows. @param none for all others */
  const ofEach = (part: 'select' | 'bytes', none: string) =>
    `CASE a.name ${definitions.map(({ name, rows }) => (rows?.[part] ? `WHEN '${name}' THEN ${rows[part]}` : '')).join(' ')} ELSE ${none} END`;
  return {
    select: `
  SELECT a.urn, a.name, a.body::text AS "extraFields", a.system_metadata::text AS "systemMetadata", a.inert,
         json_build_object('time', a.created_at, 'actor', a.created_by) AS created,
         json_build_object('time', a.updated_at, 'actor', a.updated_by) AS updated,
         (CASE WHEN a.inert THEN NULL ELSE ${ofEach('select', 'NULL')} END)::text AS rows
    FROM aspects a`,
    bytesOfRows: ofEach('bytes', '0'),
  };
}
