import { graphql, type ResultOf } from '../../../client/documents.js';
import { type Listed, listedEntity } from '../../model/listed-entity.js';

const neighbors = graphql(`
  fragment Neighbors on EntityRelationshipsResult {
    relationships {
      type
      entity {
        urn
        type
      }
    }
  }
`);

export const lineage = graphql(
  `
    query Lineage(
      $urns: [String!]!
      $reads: RelationshipsInput!
      $readBy: RelationshipsInput!
      $makes: RelationshipsInput!
      $madeBy: RelationshipsInput!
    ) {
      entities(urns: $urns) {
        ...ListedEntity
        ... on Asset {
          reads: relationships(input: $reads) {
            ...Neighbors
          }
          readBy: relationships(input: $readBy) {
            ...Neighbors
          }
          makes: relationships(input: $makes) {
            ...Neighbors
          }
          madeBy: relationships(input: $madeBy) {
            ...Neighbors
          }
        }
      }
    }
  `,
  [listedEntity, neighbors],
);

/** Relationships that are read of one entity in one direction. */
const maxNeighbors = 100;

const inputs = { count: maxNeighbors, includeSoftDelete: false };
const outgoing = (...types: string[]) => ({ ...inputs, types, direction: 'OUTGOING' as const });
const incoming = (...types: string[]) => ({ ...inputs, types, direction: 'INCOMING' as const });

export const lineageVariables = (urns: readonly string[]) => ({
  urns: [...urns],
  reads: outgoing('DownstreamOf', 'Consumes', 'Contains'),
  readBy: incoming('DownstreamOf', 'Consumes', 'Contains'),
  makes: outgoing('Produces'),
  madeBy: incoming('Produces'),
});

/** An entity, and what it is directly made from and used for. */
export interface Neighborhood {
  readonly entity: Listed;
  readonly upstream: readonly string[];
  readonly downstream: readonly string[];
}

type Answered = NonNullable<NonNullable<ResultOf<typeof lineage>['entities']>[number]>;
type Related = Extract<Answered, { reads: unknown }>['reads'];

/** Columns have a lineage of their own, and runs would hide what they run. */
const omitted: ReadonlySet<string> = new Set(['SCHEMA_FIELD', 'DATA_PROCESS_INSTANCE']);

/** A dashboard is made from its charts; other entities contain what has no lineage with them. */
const isLineage = (type: string, container: string | undefined) =>
  type !== 'Contains' || container === 'DASHBOARD';

export function readNeighborhood(entity: Answered): Neighborhood {
  const list = (related: Related | undefined, container: (other: string) => string) =>
    related?.relationships.flatMap(({ type, entity: other }) =>
      other && other.urn !== entity.urn && !omitted.has(other.type) && isLineage(type, container(other.type))
        ? [other.urn]
        : [],
    ) ?? [];
  const related = 'reads' in entity ? entity : undefined;
  return {
    entity,
    upstream: [
      ...new Set([...list(related?.reads, () => entity.type), ...list(related?.madeBy, (other) => other)]),
    ],
    downstream: [
      ...new Set([...list(related?.readBy, (other) => other), ...list(related?.makes, () => entity.type)]),
    ],
  };
}
