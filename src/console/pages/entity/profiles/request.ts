import { graphql, type ResultOf } from '../../../../client/documents.js';

/** As many events as the service returns of each kind. */
export const maxEvents = 1_000;

export const profilesOf = graphql(`
  query Profiles($urn: String!, $start: Long, $limit: Int!) {
    dataset(urn: $urn) {
      datasetProfiles(startTimeMillis: $start, limit: $limit) {
        timestampMillis
        rowCount
        columnCount
        sizeInBytes
        partitionSpec {
          type
        }
      }
      operations(startTimeMillis: $start, limit: $limit) {
        timestampMillis
        operationType
        customOperationType
        numAffectedRows
      }
    }
  }
`);

type Dataset = NonNullable<ResultOf<typeof profilesOf>['dataset']>;
export type Profile = NonNullable<Dataset['datasetProfiles']>[number];
export type Operation = NonNullable<Dataset['operations']>[number];

export const operationKind = ({ operationType, customOperationType }: Operation): string =>
  (operationType === 'CUSTOM' && customOperationType) || operationType.toLowerCase();
