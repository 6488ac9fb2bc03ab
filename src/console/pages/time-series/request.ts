import { graphql, type ResultOf } from '../../../client/documents.js';

export const indexes = graphql(`
  query TimeseriesIndexes {
    timeseriesIndexes {
      name
      entity
      aspect
      bytes
      events
      oldest
      newest
      months {
        month
        bytes
      }
    }
  }
`);

export type TimeseriesIndex = ResultOf<typeof indexes>['timeseriesIndexes'][number];
