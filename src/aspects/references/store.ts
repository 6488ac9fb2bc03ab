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
  await inChunks(
    references,
    ({ source, aspect, relationship, target, fieldPath }) =>
      sumLengths(source, aspect, relationship, target, fieldPath),
    (chunk) =>
      tx.query(
        `INSERT INTO entity_references AS r (source, aspect, position, relationship, target, field_path)
         SELECT * FROM unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[], $6::text[])
         ON CONFLICT (source, aspect, position) DO UPDATE
            SET relationship = excluded.relationship, target = excluded.target, field_path = excluded.field_path
          WHERE (r.relationship, r.target, r.field_path)
                <> (excluded.relationship, excluded.target, excluded.field_path)`,
        columns(chunk, 'source', 'aspect', 'position', 'relationship', 'target', 'fieldPath'),
      ),
  );
  await tx.query(
    `DELETE FROM entity_references r USING unnest($1::text[], $2::text[], $3::int[]) AS input(source, aspect, count)
      WHERE (r.source, r.aspect) = (input.source, input.aspect) AND r.position >= input.count`,
    columns(referring, 'source', 'aspect', 'count'),
  );
}
