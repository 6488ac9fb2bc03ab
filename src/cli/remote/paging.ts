import type { TadaDocumentNode } from 'gql.tada';
import type { Privilege } from '../../datahub/privileges.js';
import type { Dependencies } from '../dependencies.js';
import type { Sent } from './client.js';
import type { Call } from './command.js';

const pageSize = 100;

/** Says that a list has more items than are printed. */
export function tellRest({ info }: Dependencies, shown: number, total: number): void {
  if (total > shown) info(`${shown} of ${total} are shown; --limit shows more`);
}

/** Reads pages up to the limit. Says when there are more. */
export async function collectPages<T>(
  deps: Dependencies,
  limit: number,
  read: (start: number, count: number) => Promise<{ readonly total: number; readonly items: readonly T[] }>,
): Promise<T[]> {
  const found: T[] = [];
  let total = Number.POSITIVE_INFINITY;
  while (found.length < Math.min(limit, total)) {
    const page = await read(found.length, Math.min(pageSize, limit - found.length));
    found.push(...page.items);
    total = page.items.length === 0 ? found.length : page.total;
  }
  tellRest(deps, found.length, total);
  return found;
}

/** The items of a document with one field, an object with `total` and a list. */
export type ItemOf<Data> = Extract<Values<NonNullable<Values<Data>>>, readonly unknown[]>[number];
type Values<T> = T[keyof T];

interface PagesOptions {
  /** Default: all. */
  readonly limit?: number;
  readonly needs?: readonly Privilege[] | undefined;
}

export interface PageInput {
  readonly start: number;
  readonly count: number;
}

/** Like `collectPages`, of a document whose only field is an object with `total` and one list. */
export const pages = <Data extends object, Variables>(
  { catalog, deps }: Call,
  document: TadaDocumentNode<Data, Variables>,
  toVariables: (page: PageInput) => Sent<Variables>,
  { limit = Number.MAX_SAFE_INTEGER, needs }: PagesOptions = {},
): Promise<ItemOf<Data>[]> =>
  collectPages(deps, limit, async (start, count) => {
    const [page] = Object.values(await catalog.graphql(document, toVariables({ start, count }), needs));
    return { total: page.total, items: Object.values(page).find(Array.isArray) as ItemOf<Data>[] };
  });
