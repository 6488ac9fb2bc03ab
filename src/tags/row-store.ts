import type { AspectKey } from '../aspects/aspect.js';
import { inChunks, sumLengths } from '../db/chunks.js';
import type { Transaction } from '../db/query.js';
import { columns } from '../db/unnest.js';
import type { TagRow } from './tag-view.js';

/** Writes the properties of tags whose entities are locked. */
export const writeProperties = (tx: Transaction, tags: readonly TagRow[]): Promise<void> =>
  inChunks(
    tags,
    ({ urn, name, description, colorHex }) => sumLengths(urn, name, description, colorHex),
    (chunk) =>
      tx.query(
        `UPDATE tags t SET name = input.name, description = input.description, color_hex = input.color
           FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS input(urn, name, description, color)
          WHERE t.urn = input.urn`,
        columns(chunk, 'urn', 'name', 'description', 'colorHex'),
      ),
  );

export async function clearProperties(tx: Transaction, keys: readonly AspectKey[]): Promise<void> {
  await tx.query(
    'UPDATE tags SET name = NULL, description = NULL, color_hex = NULL WHERE urn = ANY($1::text[])',
    [keys.map(({ urn }) => urn)],
  );
}
