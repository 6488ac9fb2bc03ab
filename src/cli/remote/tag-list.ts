import { graphql } from '../../client/documents.js';
import type { Dependencies } from '../dependencies.js';
import type { Call, CallOptions } from './command.js';
import { type ListOptions, pages } from './paging.js';
import { tagColumns, tagFragment } from './tag-model.js';

const orders = { name: 'NAME', entities: 'ENTITIES', columns: 'COLUMNS' } as const;
export const tagOrders = Object.keys(orders);

export interface TagListOptions extends CallOptions, ListOptions {
  readonly query?: string;
  readonly unused?: boolean;
  readonly sort: keyof typeof orders;
}

const document = graphql(
  'query ($input: ListTagsInput!) { listTags(input: $input) { total tags { ...Tag } } }',
  [tagFragment],
);

/** Prints tags by name, or those on most entities or columns first. */
export async function listTags({ catalog, out }: Call, options: TagListOptions, deps: Dependencies) {
  const { query, unused, sort, limit } = options;
  const found = await pages(deps, limit, async (start, count) => {
    const input = { start, count, query, unused, orderBy: orders[sort], descending: sort !== 'name' };
    const { listTags } = await catalog.graphql(document, { input });
    return { total: listTags!.total, items: listTags!.tags };
  });
  await out.list(found, tagColumns);
}
