import type { Dependencies } from '../dependencies.js';
import type { Call, CallOptions } from './command.js';
import { type ListOptions, pages } from './paging.js';
import { type Tag, tagColumns, tagFields } from './tag-model.js';

export const tagOrders = ['name', 'entities', 'columns'] as const;

export interface TagListOptions extends CallOptions, ListOptions {
  readonly query?: string;
  readonly unused?: boolean;
  readonly sort: (typeof tagOrders)[number];
}

const document = `query ($input: ListTagsInput!) { listTags(input: $input) { total tags { ${tagFields} } } }`;

/** Prints tags by name, or those on most entities or columns first. */
export async function listTags({ catalog, out }: Call, options: TagListOptions, deps: Dependencies) {
  const { query, unused, sort, limit } = options;
  const found = await pages(deps, limit, async (start, count) => {
    const input = { start, count, query, unused, orderBy: sort.toUpperCase(), descending: sort !== 'name' };
    const { listTags } = await catalog.graphql<{ listTags: { total: number; tags: Tag[] } }>(document, {
      input,
    });
    return { total: listTags.total, items: listTags.tags };
  });
  await out.list(found, tagColumns);
}
