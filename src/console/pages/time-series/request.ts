import type { ResultOf } from '../../api/schema.js';
import { graphql } from '../../api/schema.js';

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
