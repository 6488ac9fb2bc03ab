import type { Transaction } from '../db/query.js';
import { columns } from '../db/unnest.js';
import { associationDetail, isDetailCut, taggingAspect } from './insert-sql.js';

/** The associations of one tag on one place. */
export interface Tagged {
  readonly urn: string;
  /** The aspect that has them. */
  readonly name: string;
  readonly fieldPath: string;
  readonly tagUrn: string;
  /** JSON text; null: too long. */
  readonly detail: string | null;
  readonly isCut: boolean;
}

/** Reads the associations in some aspects of locked entities, before they change. */
export const readTagged = (
  tx: Transaction,
  keys: readonly { readonly urn: string; readonly name: string }[],
): Promise<Tagged[]> =>
  tx.query(
    `SELECT resource_urn AS urn, ${taggingAspect('field_path')} AS name, field_path AS "fieldPath", tag_urn AS "tagUrn",
            (${associationDetail('g')})::text AS detail, ${isDetailCut('g')} AS "isCut"
       FROM current_global_tags g
      WHERE resource_urn = ANY($1::text[])
        AND (resource_urn, ${taggingAspect('field_path')}) IN (SELECT * FROM unnest($1::text[], $2::text[]))
      GROUP BY resource_urn, field_path, tag_urn`,
    columns(keys, 'urn', 'name'),
  );
