import { graphql, type ResultOf } from '../../../client/documents.js';
import { namedEntity } from '../../../client/named-entity.js';

export const list = graphql(
  `
  query Tags($input: ListTagsInput!) {
    listTags(input: $input) {
      total
      tags {
        urn
        name
        properties {
          name
          description
          colorHex
        }
        usage {
          entities
          columns
        }
        facts(fields: ["owners"]) {
          values {
            entity {
              ...NamedEntity
            }
          }
        }
      }
    }
  }
`,
  [namedEntity],
);

export type ListedTag = NonNullable<ResultOf<typeof list>['listTags']>['tags'][number];

/** Apart from the list, which does not wait for it. */
export const counts = graphql(`
  query TagCounts {
    all: listTags(input: { count: 1, orderBy: USAGE, descending: true }) {
      total
      tags {
        usage {
          entities
          columns
        }
      }
    }
    columns: listTags(input: { count: 0, onColumns: true }) {
      total
    }
    undescribed: listTags(input: { count: 0, described: false }) {
      total
    }
    unused: listTags(input: { count: 0, unused: true }) {
      total
    }
  }
`);

/** On how many entities and columns a tag is. */
export const uses = ({ usage }: Pick<ListedTag, 'usage'>) => usage.entities + usage.columns;
