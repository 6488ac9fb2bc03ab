import { shortened } from '../core/text.js';
import { inChunks, sumLengths } from '../db/chunks.js';
import { databaseTime } from '../db/database-clock.js';
import type { Transaction } from '../db/query.js';
import { columns } from '../db/unnest.js';
import { type Change, maxModifierLength, maxRunIdLength, maxValueBytes } from './change.js';
import { changeTable } from './insert-sql.js';

const insert = `
  INSERT INTO ${changeTable} (time, entity_urn, field_path, aspect, category, operation, modifier, before, after, is_cut,
                              run_id, actor_urn)
  SELECT ${databaseTime}, c.* , $11
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                $9::boolean[], $10::text[]) AS c`;

/** Records changes in the transaction that made them, in this order. Called after all of its locks. */
export const insertChanges = (tx: Transaction, changes: readonly Change[], actorUrn: string): Promise<void> =>
  inChunks(
    changes.map(cut),
    ({ entityUrn, fieldPath, modifier, before, after, runId }) =>
      sumLengths(entityUrn, fieldPath, modifier, before, after, runId),
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
      ] as const;
      return tx.query(insert, [...columns(chunk, ...names, 'isCut', 'runId'), actorUrn]);
    },
  );

/** Leaves out values that are too long, and shortens other texts: a request can send one that is in each of its rows. */
function cut(change: Change): Change & { readonly isCut: boolean } {
  const isLong = (text: string | null) => text !== null && Buffer.byteLength(text) > maxValueBytes;
  const { before, after, modifier, runId } = change;
  return {
    ...change,
    before: isLong(before) ? null : before,
    after: isLong(after) ? null : after,
    modifier: modifier && shortened(modifier, maxModifierLength),
    runId: runId && shortened(runId, maxRunIdLength),
    isCut: isLong(before) || isLong(after),
  };
}
