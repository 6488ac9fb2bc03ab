import { graphql, type ResultOf, type VariablesOf } from '../../../client/documents.js';
import { type Listed, listedEntity } from '../../model/listed-entity.js';

const reached = graphql(`
  fragment Reached on SearchAcrossLineageResults {
    total
    isPartial
    searchResults {
      paths {
        path {
          urn
        }
      }
    }
  }
`);

const neighbors = graphql(`
  fragment Neighbors on EntityLineageResult {
    relationships {
      entity {
        urn
      }
    }
  }
`);

/** What is reached from an entity or a column. The entities beside it are read too, as walks leave out those never ingested. */
export const walkLineage = graphql(
  `
    query WalkLineage(
      $urn: String!
      $upstream: SearchAcrossLineageInput!
      $downstream: SearchAcrossLineageInput!
      $count: Int!
    ) {
      upstream: searchAcrossLineage(input: $upstream) {
        ...Reached
      }
      downstream: searchAcrossLineage(input: $downstream) {
        ...Reached
      }
      entity(urn: $urn) {
        ... on EntityWithRelationships {
          upstream: lineage(input: { direction: UPSTREAM, count: $count, includeGhostEntities: true }) {
            ...Neighbors
          }
          downstream: lineage(input: { direction: DOWNSTREAM, count: $count, includeGhostEntities: true }) {
            ...Neighbors
          }
        }
      }
    }
  `,
  [reached, neighbors],
);

export type Walked = ResultOf<typeof walkLineage>;

/** Results of each direction that are read at first, and at most. */
export const [firstCount, maxCount] = [1_000, 10_000];
/** Entities beside the start that are read of each direction. */
const besideCount = 100;

/** Runs are left out. */
const types = [
  ...(['CHART', 'DASHBOARD', 'DATASET', 'DATA_JOB', 'SCHEMA_FIELD'] as const),
  ...(['MLFEATURE', 'MLMODEL', 'MLMODEL_GROUP', 'MLPRIMARY_KEY'] as const),
];

export function walkVariables(urn: string, count: number): VariablesOf<typeof walkLineage> {
  // Columns are results one by one, so that all columns of a dataset are known.
  const input = { urn, types, count, searchFlags: { groupingSpec: { groupingCriteria: [] } } };
  return {
    urn,
    upstream: { ...input, direction: 'UPSTREAM' },
    downstream: { ...input, direction: 'DOWNSTREAM' },
    count: besideCount,
  };
}

/** Entities as the graph and the list show them; of drawn ones also what is one hop upstream. */
export const lineageEntities = graphql(
  `
    query LineageEntities($drawn: [String!]!, $listed: [String!]!, $count: Int!) {
      drawn: entities(urns: $drawn) {
        ...ListedEntity
        removed
        ... on EntityWithRelationships {
          lineage(input: { direction: UPSTREAM, count: $count, includeGhostEntities: true }) {
            ...Neighbors
          }
        }
      }
      listed: entities(urns: $listed) {
        ...ListedEntity
        removed
      }
    }
  `,
  [listedEntity, neighbors],
);

/** An entity that is stored. */
export type Stored = Listed & { readonly removed: boolean };
