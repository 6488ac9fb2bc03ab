import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import type { Client, GraphqlAnswer, GraphqlRequest } from './client.js';
import { plain } from './output.js';
import { tellRest } from './paging.js';

/** An object of a response with one page of a list. */
interface Page {
  /** Its place in the response, such as `listUsers`. */
  readonly path: string;
  readonly object: Record<string, unknown>;
  /** The name of the member with the items. */
  readonly list: string;
  readonly items: readonly unknown[];
}

type Kind = 'scrollId' | 'start';

/** The member of a response that a kind of pages needs. */
const needed = { scrollId: 'nextScrollId', start: 'total' } as const;
/** Lists about all matches. They are the same on all pages. */
const notItems = ['facets', 'suggestions'];
const defaultCount = 100;

/**
 * Reads a list page by page, by the variable `$scrollId` or `$start` of the document. A variable `$count` gets the size of
 * each page.
 *
 * @returns the first response with the items of all pages, up to the limit, and the errors of a page that failed
 * @throws CommandFailed when the document has no such variable, or its response does not have exactly one such list
 */
export async function readPages(
  catalog: Pick<Client, 'ask'>,
  request: GraphqlRequest,
  limit: number,
  deps: Dependencies,
): Promise<GraphqlAnswer> {
  const has = (variable: string) => new RegExp(`\\$${variable}\\s*:`).test(request.query);
  const kind: Kind | undefined = (['scrollId', 'start'] as const).find(has);
  if (kind === undefined)
    throw new CommandFailed(
      '--paginate needs a document with a variable $start: Int or $scrollId: String.',
      2,
    );
  // Before its response shows that it has no pages, a mutation would change something.
  if (/^\s*mutation\b/m.test(request.query))
    throw new CommandFailed('--paginate reads pages of a query; the document has a mutation.', 2);
  const firstStart = wholeNumberOf(request, 'start', 0, 0);
  const count = wholeNumberOf(request, 'count', 1, defaultCount);
  const items: unknown[] = [];
  let first: { readonly answer: GraphqlAnswer; readonly page: Page } | undefined;
  let next: unknown = kind === 'start' ? firstStart : (request.variables.scrollId ?? null);
  for (;;) {
    const size = has('count') ? { count: Math.min(count, limit - items.length) } : {};
    const answer = await catalog.ask({
      ...request,
      variables: { ...request.variables, ...size, [kind]: next },
    });
    if (answer.errors?.length) return first ? { ...answer, data: first.answer.data } : answer;
    const page = findPage(answer.data, kind);
    items.push(...page.items.slice(0, limit - items.length));
    first ??= { answer, page };
    first.page.object[first.page.list] = items;
    const { nextScrollId, total } = page.object;
    if (kind === 'scrollId') first.page.object.nextScrollId = nextScrollId;
    next = kind === 'scrollId' ? nextScrollId : firstStart + items.length;
    const isLast = kind === 'scrollId' ? next === null : Number(next) >= Number(total);
    if (isLast || page.items.length === 0) return first.answer;
    if (items.length >= limit) {
      tellRest(deps, items.length, Number(total ?? Number.POSITIVE_INFINITY));
      return first.answer;
    }
  }
}

/** Returns a variable that counts items. @throws CommandFailed for any other value */
function wholeNumberOf({ variables }: GraphqlRequest, name: string, min: number, other: number): number {
  const value = variables[name] ?? other;
  if (Number.isSafeInteger(value) && (value as number) >= min) return value as number;
  throw new CommandFailed(
    `$${name} is ${plain(JSON.stringify(value))}; --paginate needs a whole number of at least ${min}.`,
    2,
  );
}

/** Returns the only page of a response. @throws CommandFailed for none, and for several */
function findPage(data: unknown, kind: Kind): Page {
  const [page, ...others] = [...findPages(data, kind, '')];
  if (page === undefined)
    throw new CommandFailed(
      `--paginate with $${kind} needs the field ${needed[kind]} and one list beside it, such as ` +
        '{ total tags { urn } } or { nextScrollId searchResults { entity { urn } } }.',
      2,
    );
  if (others.length === 0) return page;
  const paths = [page, ...others].map(({ path }) => plain(path)).join(', ');
  throw new CommandFailed(
    `--paginate reads the pages of one list, and the response has several: ${paths}. Send a request for each.`,
    2,
  );
}

/** Yields the objects with a page. Objects in lists are items, so they are not searched. */
function* findPages(value: unknown, kind: Kind, path: string): Generator<Page> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return;
  const object = value as Record<string, unknown>;
  if (Object.hasOwn(object, needed[kind])) {
    const lists = Object.entries(object).filter(
      (entry): entry is [string, unknown[]] => Array.isArray(entry[1]) && !notItems.includes(entry[0]),
    );
    const [list] = lists;
    if (list && lists.length === 1) yield { path: path.slice(1), object, list: list[0], items: list[1] };
    return;
  }
  for (const [name, member] of Object.entries(object)) yield* findPages(member, kind, `${path}.${name}`);
}
