import { type AspectKey, type AssociationWrite, parseMembers } from '../aspects/aspect.js';
import type { Association } from '../aspects/association.js';
import { isClearing } from '../aspects/lock-store.js';
import type { AuditStamp } from '../core/clock.js';
import { inChunks, sumLengths } from '../db/chunks.js';
import type { Transaction } from '../db/query.js';
import { columns } from '../db/unnest.js';
import { runInTurns, type Steps } from '../scheduling/steps.js';
import { attributionSource, sourceKey } from './attribution.js';
import { clearPlaces } from './deleted-places-store.js';

/**
 * Replaces all tags of some locked entities, or of all their columns. Associations that stay are updated, and stay in
 * their position as long as the order allows it: a tag that is removed and put back later finds its place between them.
 */
export async function replaceTags(
  tx: Transaction,
  urns: readonly string[],
  of: 'entity' | 'columns',
  tags: readonly AssociationWrite[],
  { time, actor }: AuditStamp,
): Promise<void> {
  if (urns.length === 0) return;
  const [last] = await tx.query<{ position: number; clearing: boolean }>(
    `SELECT nextval(pg_get_serial_sequence('global_tags', 'position')) AS position, ${isClearing} AS clearing`,
  );
  if (last!.clearing) await clearPlaces(tx, urns);
  const before = await tx.query<Position>(
    `SELECT resource_urn AS "resourceUrn", field_path AS "fieldPath", tag_urn AS "tagUrn", source, position
       FROM current_global_tags WHERE resource_urn = ANY($1::text[]) AND (field_path <> '') = $2 ORDER BY position`,
    [urns, of === 'columns'],
  );
  const placed = await runInTurns(keepPositions(tags, before));
  await inChunks(placed, lengthOfAssociation, (chunk) =>
    tx.query(
      `INSERT INTO global_tags (resource_urn, field_path, tag_urn, body, created_at, created_by, position)
         SELECT resource, path, tag, extra_fields::json, $6::bigint, $7,
                coalesce(position, nextval(pg_get_serial_sequence('global_tags', 'position')))
           FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[])
                WITH ORDINALITY AS input(resource, path, tag, extra_fields, position, ordinal)
          ORDER BY ordinal
         ON CONFLICT (resource_urn, field_path, tag_urn, source) DO UPDATE
            SET position = excluded.position, body = excluded.body,
                created_at = excluded.created_at, created_by = excluded.created_by`,
      [...columns(chunk, 'resourceUrn', 'fieldPath', 'tagUrn', 'extraFields', 'position'), time, actor],
    ),
  );
  // NOT IN reads the kept positions once. A plan without statistics compares NOT EXISTS for each pair.
  await tx.query(
    `DELETE FROM current_global_tags WHERE resource_urn = ANY($1::text[]) AND (field_path <> '') = $2 AND position <= $3
        AND position NOT IN (SELECT unnest($4::bigint[]))`,
    [urns, of === 'columns', last!.position, placed.flatMap(({ position }) => position ?? [])],
  );
}

interface Position extends Association {
  readonly source: string;
  readonly position: number;
}

/** Returns associations with their positions before; null where a new one comes last. New ones come after all others. */
function* keepPositions(
  tags: readonly AssociationWrite[],
  before: readonly Position[],
): Steps<(AssociationWrite & { readonly position: number | null })[]> {
  const positions = new Map(before.map((one) => [`${toPlace(one)}\0${one.source}`, one.position]));
  const lastOf = new Map<string, number>();
  const placed: (AssociationWrite & { readonly position: number | null })[] = [];
  for (const one of tags) {
    const place = `${one.resourceUrn}\0${one.fieldPath}`;
    const source = sourceKey(attributionSource(yield* parseMembers(one.extraFields)));
    const position = positions.get(`${toPlace(one)}\0${source}`) ?? null;
    const last = lastOf.get(place) ?? 0;
    const keeps = position !== null && position > last;
    lastOf.set(place, keeps ? position : Number.POSITIVE_INFINITY);
    placed.push({ ...one, position: keeps ? position : null });
    yield;
  }
  return placed;
}

const toPlace = ({ resourceUrn, fieldPath, tagUrn }: Association) =>
  [resourceUrn, fieldPath, tagUrn].join('\0');

/** Deletes the tags of locked entities, or of all their columns. */
export async function clearTags(
  tx: Transaction,
  keys: readonly AspectKey[],
  of: 'entity' | 'columns',
): Promise<void> {
  await tx.query(
    `DELETE FROM current_global_tags WHERE resource_urn = ANY($1::text[]) AND (field_path <> '') = $2`,
    [keys.map(({ urn }) => urn), of === 'columns'],
  );
}

/** Returns the entities among these that have one of these tags themselves. */
export const findTagged =
  ({ query }: Transaction) =>
  async (urns: readonly string[], tagUrns: readonly string[]): Promise<ReadonlySet<string>> => {
    const rows = await query<{ urn: string }>(
      `SELECT DISTINCT resource_urn AS urn FROM current_global_tags
        WHERE resource_urn = ANY($1::text[]) AND field_path = '' AND tag_urn = ANY($2::text[])`,
      [urns, tagUrns],
    );
    return new Set(rows.map(({ urn }) => urn));
  };

const lengthOfAssociation = ({ resourceUrn, fieldPath, tagUrn, extraFields }: AssociationWrite) =>
  sumLengths(resourceUrn, fieldPath, tagUrn, extraFields);
