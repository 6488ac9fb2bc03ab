import { graphql, type ResultOf, type VariablesOf } from '../../client/documents.js';
import { entityName } from '../../client/named-entity.js';
import { urnName } from '../../client/urn-name.js';
import { toPlace } from '../../core/column-urn.js';
import { simplePath } from '../../urn/field-path.js';
import type { Client } from './client.js';
import type { Reference } from './columns.js';
import type { Columns } from './output.js';
import { type Found, foundFragment, platformOf, typeOf } from './search-model.js';
import type { TreeNode } from './tree.js';

export const directions = ['upstream', 'downstream'] as const;
export type Direction = (typeof directions)[number];

/** An entity, or a column of a dataset. */
export interface Place {
  /** Of a column: its dataset. */
  readonly urn: string;
  readonly column: string | null;
}

/** An entity or a column that lineage reaches. Documented in docs/cli.md for `--json`. */
export interface Reached extends Place {
  readonly direction: Direction;
  readonly hops: number;
  readonly type: string;
  readonly name: string;
  readonly platform: string | null;
  /** Null of a column: they would need its schema. */
  readonly tags: readonly Reference[] | null;
  /** The URNs of a shortest path, both ends included. */
  readonly path: readonly string[];
}

const document = graphql(
  `
    query ($input: ScrollAcrossLineageInput!) {
      scrollAcrossLineage(input: $input) {
        total
        nextScrollId
        isPartial
        searchResults {
          degree
          entity {
            ...Found
            ... on Asset {
              tags {
                tags {
                  tag {
                    urn
                    name
                  }
                }
              }
            }
            ... on SchemaFieldEntity {
              parent {
                ...Found
              }
            }
          }
          paths {
            path {
              urn
            }
          }
        }
      }
    }
  `,
  [foundFragment],
);

/** Without names, which the service would read from the database, and paths. */
const urnsDocument = graphql(`
  query ($input: ScrollAcrossLineageInput!) {
    scrollAcrossLineage(input: $input) {
      total
      nextScrollId
      isPartial
      searchResults {
        degree
        entity {
          urn
        }
      }
    }
  }
`);

type Input = VariablesOf<typeof document>['input'];
type Result = NonNullable<ResultOf<typeof document>['scrollAcrossLineage']>['searchResults'][number];

/** The part of a page that both documents have. */
interface Page<Found> {
  readonly total: number | null;
  readonly nextScrollId: string | null;
  readonly isPartial: boolean | null;
  readonly searchResults: readonly Found[];
}

/** What only some types have. */
interface OfSomeTypes {
  readonly tags?: { readonly tags: readonly { readonly tag: Reference }[] | null } | null;
  readonly parent?: Found;
}

export interface LineageRequest {
  /** Of an entity or a column. */
  readonly urn: string;
  readonly direction: Direction;
  readonly hops: number;
  readonly limit: number;
}

export interface Lineage<Item = Reached> {
  readonly direction: Direction;
  readonly reached: readonly Item[];
  /** How many more there are: after the limit, or further away. */
  readonly more: number;
  readonly isLimited: boolean;
  /** Whether the service has not followed all lineage. */
  readonly isPartial: boolean;
}

/** From this number of hops on, the service does not count by hops. */
export const uncountedHops = 3;

/** Reads lineage, nearest first. */
export const readLineage = (catalog: Client, request: LineageRequest): Promise<Lineage> =>
  readPages(request, {
    pageSize: 1_000,
    read: async (input) => (await catalog.graphql(document, { input })).scrollAcrossLineage!,
    toItem: (result: Result) => toReached(result, request.direction),
  });

/** As `readLineage`, with nothing but what names the results. */
export const readPlaces = (catalog: Client, request: LineageRequest): Promise<Lineage<Place>> =>
  readPages(request, {
    pageSize: 10_000,
    read: async (input) => (await catalog.graphql(urnsDocument, { input })).scrollAcrossLineage!,
    toItem: ({ entity }) => toResultPlace(entity.urn),
  });

interface Reads<Found, Item> {
  /** As large as the service allows by default, because it follows lineage again for each page. */
  readonly pageSize: number;
  read(input: Input): Promise<Page<Found>>;
  toItem(found: Found): Item;
}

async function readPages<Found extends { readonly degree: number }, Item>(
  { urn, direction, hops, limit }: LineageRequest,
  { pageSize, read, toItem }: Reads<Found, Item>,
): Promise<Lineage<Item>> {
  const degrees = Array.from({ length: hops }, (_, index) => String(index + 1));
  const request = {
    urn,
    direction: direction === 'upstream' ? ('UPSTREAM' as const) : ('DOWNSTREAM' as const),
    orFilters: hops < uncountedHops ? [{ and: [{ field: 'degree', values: degrees }] }] : null,
    // Columns are results of their own.
    searchFlags: { groupingSpec: { groupingCriteria: [] } },
  };
  const reached: Item[] = [];
  let [total, isPartial] = [0, false];
  let scrollId: string | null = null;
  do {
    const count = Math.min(pageSize, limit - reached.length);
    const page: Page<Found> = await read({ ...request, count, scrollId });
    const near = page.searchResults.filter(({ degree }) => degree <= hops);
    reached.push(...near.map(toItem));
    total = page.total ?? 0;
    isPartial ||= page.isPartial ?? false;
    scrollId = near.length < page.searchResults.length ? null : page.nextScrollId;
  } while (scrollId !== null && reached.length < limit);
  return { direction, reached, more: total - reached.length, isLimited: scrollId !== null, isPartial };
}

function toReached({ entity, degree, paths }: Result, direction: Direction): Reached {
  const { parent, tags } = entity as OfSomeTypes;
  const shown = parent ?? entity;
  return {
    direction,
    hops: degree,
    ...toResultPlace(entity.urn),
    type: typeOf(shown),
    name: entityName(shown),
    platform: platformOf(shown),
    tags: parent === undefined ? (tags?.tags ?? []).map(({ tag: { urn, name } }) => ({ urn, name })) : null,
    path: (paths[0]?.path ?? []).map((step) => step!.urn),
  };
}

function toResultPlace(given: string): Place {
  const { urn, fieldPath } = toPlace(given)!;
  return { urn, column: fieldPath || null };
}

export const reachedColumns: Columns<Reached> = {
  direction: ({ direction }) => direction,
  hops: ({ hops }) => hops,
  name: ({ name }) => name,
  column: ({ column }) => column,
  type: ({ type }) => type,
  platform: ({ platform }) => platform,
  tags: ({ tags }) => tags?.map(({ urn }) => urn),
  urn: ({ urn }) => urn,
};

/** Returns how commands take an entity or a column. */
export const toArgument = ({ urn, column }: Place): string => (column === null ? urn : `${urn}#${column}`);

/** A step of a path: what was reached, or only its URN if it is not a result. */
type Step = Reached | (Place & { readonly name: null });

/** Returns what was reached as a tree by the paths. */
export function toTree(reached: readonly Reached[]): readonly TreeNode<Step>[] {
  const results = new Map(reached.map((one) => [one.path.at(-1)!, one]));
  const roots: Branch[] = [];
  const known = new Map<string, Branch>();
  for (const { path } of reached) {
    let siblings = roots;
    for (const urn of path.slice(1)) {
      const node = known.get(urn) ?? {
        item: results.get(urn) ?? { ...toResultPlace(urn), name: null },
        children: [],
      };
      if (!known.has(urn)) siblings.push(node);
      known.set(urn, node);
      siblings = node.children;
    }
  }
  return roots;
}

interface Branch extends TreeNode<Step> {
  readonly children: Branch[];
}

/** How the tree of a direction is shown. */
export const treeColumns = (direction: Direction): Columns<Step> => ({
  [direction]: toLabel,
  type: typeOf,
  platform: (step) => (step.name === null ? null : step.platform),
  tags: (step) => (step.name === null ? null : step.tags?.map(({ name }) => name)),
});

/** Returns a name; in parentheses if an entity is not a result. */
function toLabel({ name, urn, column }: Step): string {
  const label = `${name ?? urnName(urn)}${column === null ? '' : `#${simplePath(column) || column}`}`;
  return name === null ? `(${label})` : label;
}
