import { type Requester, writeOrigin } from '../core/actor.js';
import { shortened } from '../core/text.js';
import { inChunks, sumLengths } from '../db/chunks.js';
import { databaseTime } from '../db/database-clock.js';
import type { Transaction } from '../db/query.js';
import { columns } from '../db/unnest.js';
import { type Change, maxModifierLength, maxRunIdLength, maxValueBytes } from './change.js';
import {
  associationDetail,
  changeTable,
  isDetailCut,
  originColumns,
  originValues,
  taggingAspect,
} from './insert-sql.js';

/** Of a tag that was added, the associations are those that there are now. */
const insert = `
  INSERT INTO ${changeTable} (time, entity_urn, field_path, aspect, category, operation, modifier, before, after, run_id,
                              detail, is_cut, actor_urn, ${originColumns})
  SELECT ${databaseTime}, c.urn, c.path, c.aspect, c.category, c.operation, c.modifier, c.before, c.after, c.run_id,
         coalesce(c.detail::json, added.detail), c.is_cut OR added.is_cut, $12, ${originValues('$13')}
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                $9::text[], $10::text[], $11::boolean[]) WITH ORDINALITY
           AS c(urn, path, aspect, category, operation, modifier, before, after, run_id, detail, is_cut, ordinal)
   CROSS JOIN LATERAL (
     SELECT ${associationDetail('g')} AS detail, ${isDetailCut('g')} AS is_cut FROM current_global_tags g
      WHERE c.category = 'TAG' AND c.operation = 'ADD' AND c.aspect = ${taggingAspect('c.path')}
        AND (g.resource_urn, g.field_path, g.tag_urn) = (c.urn, c.path, c.modifier)) added
   ORDER BY c.ordinal`;

/** Records changes in the transaction that made them, in this order. Called after all of its locks. */
export const insertChanges = (tx: Transaction, changes: readonly Change[], by: Requester): Promise<void> =>
  inChunks(
    changes.map(cut),
    ({ entityUrn, fieldPath, modifier, before, after, runId, detail }) =>
      sumLengths(entityUrn, fieldPath, modifier, before, after, runId, detail),
    (chunk) => {
      const names = [
        'entityUrn',
        'fieldPath',
        'aspect',
        'category',
        'operation',
        'modifier',
        'before',
        'after',
        'runId',
        'detail',
        'isCut',
      ] as const;
      return tx.query(insert, [...columns(chunk, ...names), by.urn, writeOrigin(by)]);
    },
  );

/** Leaves out values that are too long, and shortens other texts: a request can send one that is in each of its rows. */
function cut(change: Change): Required<Change> {
  const isLong = (text: string | null) => text !== null && Buffer.byteLength(text) > maxValueBytes;
  const { before, after, modifier, runId, detail = null, isCut = false } = change;
  return {
    ...change,
    before: isLong(before) ? null : before,
    after: isLong(after) ? null : after,
    modifier: modifier && shortened(modifier, maxModifierLength),
    runId: runId && shortened(runId, maxRunIdLength),
    detail,
    isCut: isCut || isLong(before) || isLong(after),
  };
}
