import { inChunks, sumLengths } from '../../db/chunks.js';
import type { Transaction } from '../../db/query.js';
import { columns } from '../../db/unnest.js';
import type { Reference, Referring } from './references.js';

/**
 * Replaces all references of aspects of locked entities. A row that stays the same is not written again, because most
 * aspects are ingested again and again without a change. The deletion of an aspect's record deletes its references.
 */
export async function replaceReferences(
  tx: Transaction,
  referring: readonly Referring[],
  references: readonly Reference[],
): Promise<void> {
  if (referring.length === 0) return;
  let surplus = columns(referring, 'source', 'aspect', 'count');
  await inChunks(
    references,
    ({ source, aspect, relationship, target, fieldPath }) =>
      sumLengths(source, aspect, relationship, target, fieldPath),
    async (chunk) => {
      await tx.query(replace, [
        ...surplus,
        ...columns(chunk, 'source', 'aspect', 'position', 'relationship', 'target', 'fieldPath'),
      ]);
      surplus = [[], [], []];
    },
  );
  if (references.length === 0) await tx.query(deleteSurplus, surplus);
}

/** SQL: deletes the rows from a position on, which no written row has. */
const deleteSurplus = `
  DELETE FROM entity_references r USING unnest($1::text[], $2::text[], $3::int[]) AS input(source, aspect, count)
   WHERE (r.source, r.aspect) = (input.source, input.aspect) AND r.position >= input.count`;

const replace = `
  WITH deleted AS (${deleteSurplus})
  INSERT INTO entity_references AS r (source, aspect, position, relationship, target, field_path)
  SELECT * FROM unnest($4::text[], $5::text[], $6::int[], $7::text[], $8::text[], $9::text[])
  ON CONFLICT (source, aspect, position) DO UPDATE
     SET relationship = excluded.relationship, target = excluded.target, field_path = excluded.field_path
   WHERE (r.relationship, r.target, r.field_path)
         <> (excluded.relationship, excluded.target, excluded.field_path)`;
