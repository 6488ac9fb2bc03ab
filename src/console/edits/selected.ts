import { graphql, type ResultOf, type VariablesOf } from '../../client/documents.js';
import { type Named, namedEntity } from '../../client/named-entity.js';
import { shownTags } from '../../client/tag.js';
import { request } from '../api/request.js';
import { listedEntity, type ShownTag } from '../model/listed-entity.js';
import type { Steps } from './task.js';

/**
 * Entities that are selected at most. More of them would take minutes, and Undo as long again: `catalog tag add` takes any
 * number.
 */
export const bulkMax = 10_000;
/** The service returns no more at once by default. */
const scrollSize = 1_000;
const entitiesMax = 100;

/** A result of a search that is selected. */
export interface Selected {
  readonly entity: Named & { readonly type: string };
}

const scroll = graphql(
  `
  query SelectAll($input: ScrollAcrossEntitiesInput!) {
    scrollAcrossEntities(input: $input) {
      nextScrollId
      searchResults {
        entity {
          ...NamedEntity
        }
      }
    }
  }
`,
  [namedEntity],
);

/** A search, without its page. */
export type SearchInput = Omit<VariablesOf<typeof scroll>['input'], 'scrollId' | 'count'>;

/** Reads the results of a search from the first one, up to `bulkMax`. When it is stopped, those that were read are enough. */
export async function readResults(
  input: SearchInput,
  onRead: (rows: readonly Selected[]) => void,
  { signal, onProgress }: Steps,
): Promise<void> {
  let scrollId: string | null = null;
  for (let done = 0; done < bulkMax && !signal.aborted; ) {
    const count = Math.min(scrollSize, bulkMax - done);
    const { scrollAcrossEntities: page }: ResultOf<typeof scroll> = await request(
      scroll,
      { input: { ...input, count, ...(scrollId !== null && { scrollId }) } },
      { signal },
    );
    onRead(page!.searchResults);
    done += page!.searchResults.length;
    onProgress(done);
    scrollId = page!.nextScrollId;
    if (scrollId === null) break;
  }
}

const tagsOf = graphql(
  `
  query TagsOfSelected($urns: [String!]!) {
    entities(urns: $urns) {
      urn
      ... on Asset {
        tags {
          ...ShownTags
        }
      }
    }
  }
`,
  [shownTags],
);

const listed = graphql(
  'query ExportSelected($urns: [String!]!) { entities(urns: $urns) { ...ListedEntity } }',
  [listedEntity],
);

async function inParts<T>(
  urns: readonly string[],
  read: (part: string[]) => Promise<readonly T[]>,
  onProgress?: (done: number) => void,
): Promise<readonly T[]> {
  const all: T[] = [];
  for (let start = 0; start < urns.length; start += entitiesMax) {
    all.push(...(await read(urns.slice(start, start + entitiesMax))));
    onProgress?.(Math.min(start + entitiesMax, urns.length));
  }
  return all;
}

/** Reads the tags of entities as they are now. An entity that does not exist has none. */
export const readTags = (
  urns: readonly string[],
  signal: AbortSignal,
): Promise<readonly (readonly ShownTag[])[]> =>
  inParts(urns, async (part) => {
    const { entities } = await request(tagsOf, { urns: part }, { signal });
    return (entities ?? []).map((entity) =>
      entity && 'tags' in entity ? (entity.tags?.tags ?? []).map(({ tag }) => tag) : [],
    );
  });

/** Reads what lists show of entities. Those that do not exist any longer are left out. */
export const readListed = (urns: readonly string[], { signal, onProgress }: Steps) =>
  inParts(
    urns,
    async (part) => {
      const { entities } = await request(listed, { urns: part }, { signal });
      return (entities ?? []).filter((entity) => entity !== null);
    },
    onProgress,
  );
