import { graphql, type ResultOf } from '../../client/documents.js';
import { createTag as create } from '../../client/tag.js';
import { request } from '../api/request.js';
import type { ShownTag } from '../model/listed-entity.js';

const pickedTag = graphql(`
  fragment PickedTag on Tag {
    urn
    name
    colorHex
    usage {
      entities
      columns
    }
  }
`);

const mostUsed = graphql(
  `
  query MostUsedTags {
    listTags(input: { count: 10, orderBy: ENTITIES, descending: true, unused: false }) {
      tags {
        ...PickedTag
      }
    }
  }
`,
  [pickedTag],
);

const matching = graphql(
  `
  query MatchingTags($query: String!) {
    autoCompleteForMultiple(input: { query: $query, types: [TAG], limit: 10 }) {
      suggestions {
        entities {
          ... on Tag {
            ...PickedTag
          }
        }
      }
    }
  }
`,
  [pickedTag],
);

/** A tag that can be chosen. Without usage it is not known how often it is used. */
export type FoundTag = ShownTag & Partial<Pick<Picked, 'usage'>>;
type Picked = ResultOf<typeof pickedTag>;

/** Returns the tags that a text may mean, best first; for an empty text those that are used most. */
export async function findTags(text: string, signal: AbortSignal): Promise<readonly FoundTag[]> {
  if (text === '') return (await request(mostUsed, {}, { signal })).listTags!.tags;
  const { autoCompleteForMultiple } = await request(matching, { query: text }, { signal });
  return autoCompleteForMultiple!.suggestions.flatMap(({ entities }) => entities as readonly FoundTag[]);
}

/** Returns a new tag. @throws RequestError */
export async function createTag(name: string): Promise<ShownTag> {
  const { createTag: urn } = await request(create, { input: { name } });
  return { urn: urn!, name };
}
