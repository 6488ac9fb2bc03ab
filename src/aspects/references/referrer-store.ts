import type { Requester } from '../../core/actor.js';
import type { Deadline } from '../../core/deadline.js';
import type { Query, Transaction } from '../../db/query.js';
import { columns } from '../../db/unnest.js';
import { taggingAspect } from '../../history/insert-sql.js';
import type { AspectKey } from '../aspect.js';
import type { Association } from '../association.js';
import { type AspectDocument, currentDocuments } from '../document-store.js';
import type { AspectTransaction } from '../kernel.js';
import type { EntityKey } from '../lock-store.js';

/** An aspect that refers to an entity, with the relationship. */
export interface Referrer {
  readonly relationship: string;
  readonly source: string;
  readonly aspect: string;
}

/** The tags of entities and of edited columns, as references. */
const associations = `
  SELECT DISTINCT CASE field_path WHEN '' THEN 'TaggedWith' ELSE 'EditableSchemaFieldTaggedWith' END AS relationship,
         resource_urn AS source,
         ${taggingAspect('field_path')} AS aspect
    FROM current_global_tags WHERE tag_urn = $1`;

const pageSize = 1_000;

/**
 * Calls `visit` with everything that refers to an entity, in pages. A cursor reads it in one pass with bounded memory,
 * because the tags are in no order that the next page could start from.
 */
export async function visitReferrers(
  tx: Transaction,
  target: string,
  visit: (page: readonly Referrer[]) => Promise<void>,
): Promise<void> {
  const run = <Row>(sql: string, params: readonly unknown[] = []) =>
    tx.query<Row>(sql, params, { unprepared: true });
  await run(
    `DECLARE referrers NO SCROLL CURSOR FOR
     SELECT DISTINCT relationship, source, aspect FROM entity_references WHERE target = $1
      UNION ALL ${associations}`,
    [target],
  );
  for (let count = pageSize; count === pageSize; ) {
    const page = await run<Referrer>(`FETCH ${pageSize} FROM referrers`);
    await visit(page);
    count = page.length;
  }
  await run('CLOSE referrers');
}

export const firstReferrer: Referrer = { relationship: '', source: '', aspect: '' };

/** Returns the next rows of `entity_references` that refer to an entity, without tags of entities and edited columns. */
export const referrersAfter = (
  query: Query,
  target: string,
  { relationship, source, aspect }: Referrer,
  count: number,
  deadline: Deadline | undefined,
): Promise<Referrer[]> =>
  query(
    `SELECT DISTINCT relationship, source, aspect FROM entity_references
      WHERE target = $1 AND (relationship, source, aspect) > ($2, $3, $4)
      ORDER BY relationship, source, aspect LIMIT $5`,
    [target, relationship, source, aspect, count],
    { deadline },
  );

/** Returns some of the entities and edited columns that have a tag. */
export const taggedWith = (
  query: Query,
  tagUrn: string,
  count: number,
  deadline: Deadline | undefined,
): Promise<Association[]> =>
  query(
    `SELECT DISTINCT resource_urn AS "resourceUrn", field_path AS "fieldPath", tag_urn AS "tagUrn"
       FROM current_global_tags WHERE tag_urn = $1 LIMIT $2`,
    [tagUrn, count],
    { deadline },
  );

/** Returns those of some aspects of locked entities that still refer to the target. @throws TooLarge */
export async function referringDocuments(
  tx: AspectTransaction,
  target: string,
  aspects: readonly AspectKey[],
  maxBytes: number,
  requester: Requester,
): Promise<(AspectDocument & { readonly entityType: string })[]> {
  const keys = await tx.query<AspectKey & EntityKey>(
    `SELECT DISTINCT r.source AS urn, r.aspect AS name, e.type
       FROM entity_references r JOIN entities e ON e.urn = r.source
      WHERE r.target = $1 AND (r.source, r.aspect) IN (SELECT * FROM unnest($2::text[], $3::text[]))`,
    [target, ...columns(aspects, 'urn', 'name')],
  );
  const types = new Map(keys.map(({ urn, type }) => [urn, type]));
  const documents = await currentDocuments(tx, keys, requester, maxBytes);
  return documents.map((document) => ({ ...document, entityType: types.get(document.urn)! }));
}
