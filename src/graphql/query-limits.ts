import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Config } from '../config.js';

// Why not a library: @pothos/plugin-complexity runs after the document was compiled and walks a fragment again at every
// spread, which is exponential for nested fragments. Mercurius' `queryDepth` limits the depth only.

export type QueryLimits = Pick<Config, 'GRAPHQL_MAX_DEPTH' | 'GRAPHQL_MAX_ALIASES' | 'GRAPHQL_MAX_TOKENS'>;

/** The size of a selection set with every fragment spread written out. */
interface QuerySize {
  /** Fields on the longest path; introspection has a separate limit. */
  depth: number;
  introspectionDepth: number;
  aliases: number;
  selections: number;
  /** The selections for all types of objects together, which the compiler walks. */
  ofAllTypes: number;
}

// graphql-js' own introspection query has a depth of 15 by default. Its validation limits the breadth.
const maxIntrospectionDepth = 25;
/** Clients ask for entities of any type with a fragment for each. */
const allTypes = 2;

/**
 * Returns an error for each limit that a document exceeds. It need not be valid.
 *
 * @param isObjectType whether a type is an object type: of the fragments on several of these, an entity has those of one
 */
export function checkLimits(
  document: DocumentNode,
  limits: QueryLimits,
  isObjectType: (name: string) => boolean,
): GraphQLError[] {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const measureSelectionSet = measureWith(indexFragments(document), isObjectType);
  const sizes = operations.map(({ selectionSet }) => measureSelectionSet(selectionSet));
  const max = (key: 'depth' | 'introspectionDepth') => Math.max(0, ...sizes.map((size) => size[key]));
  const total = (key: 'aliases' | 'selections' | 'ofAllTypes') =>
    sizes.reduce((sum, size) => sum + size[key], 0);

  // The compiler walks every spread of a fragment, so fragments count as often as they are spread.
  const checks = [
    ['depth', max('depth'), limits.GRAPHQL_MAX_DEPTH, 'GRAPHQL_MAX_DEPTH'],
    ['introspection depth', max('introspectionDepth'), maxIntrospectionDepth, null],
    ['number of aliases', total('aliases'), limits.GRAPHQL_MAX_ALIASES, 'GRAPHQL_MAX_ALIASES'],
    ['number of selections', total('selections'), limits.GRAPHQL_MAX_TOKENS, 'GRAPHQL_MAX_TOKENS'],
    [
      'number of selections of all types of objects',
      total('ofAllTypes'),
      allTypes * limits.GRAPHQL_MAX_TOKENS,
      `${allTypes} for each token of GRAPHQL_MAX_TOKENS`,
    ],
  ] as const;
  return checks
    .filter(([, value, limit]) => value > limit)
    .map(([what, value, limit, variable]) => {
      const source = variable === null ? '' : ` (${variable})`;
      return new GraphQLError(
        `The document's ${what}, with fragments written out, is ${value}; at most ${limit} is allowed${source}`,
        { nodes: operations },
      );
    });
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

const indexFragments = ({ definitions }: DocumentNode): Fragments =>
  new Map(
    definitions
      .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );

const emptySize: QuerySize = { depth: 0, introspectionDepth: 0, aliases: 0, selections: 0, ofAllTypes: 0 };

/** Each fragment is measured once, however often it is spread. */
function measureWith(fragments: Fragments, isObjectType: (name: string) => boolean) {
  const fragmentSizes = new Map<string, QuerySize>();

  function measureFragment(name: string): QuerySize {
    const known = fragmentSizes.get(name);
    if (known) return known;
    // Ends the recursion of fragments that spread each other in a circle. Validation rejects them later.
    fragmentSizes.set(name, emptySize);
    const fragment = fragments.get(name);
    const size = fragment ? measureSelectionSet(fragment.selectionSet) : emptySize;
    fragmentSizes.set(name, size);
    return size;
  }

  function measureSelection(node: SelectionNode): QuerySize {
    if (node.kind === Kind.FRAGMENT_SPREAD) return measureFragment(node.name.value);
    const inner = node.selectionSet ? measureSelectionSet(node.selectionSet) : emptySize;
    if (node.kind === Kind.INLINE_FRAGMENT) return inner;
    const isIntrospection = node.name.value === '__schema' || node.name.value === '__type';
    return {
      ...inner,
      depth: isIntrospection ? 1 : inner.depth + 1,
      introspectionDepth: isIntrospection ? inner.depth + 1 : inner.introspectionDepth,
      aliases: inner.aliases + (node.alias ? 1 : 0),
    };
  }

  function measureSelectionSet({ selections }: SelectionSetNode): QuerySize {
    const sum = { ...emptySize };
    const byType = new Map<string, QuerySize>();
    for (const node of selections) {
      const type = readCondition(node, fragments);
      const to = type !== undefined && isObjectType(type) ? (byType.get(type) ?? { ...emptySize }) : sum;
      if (to !== sum) byType.set(type!, to);
      add(to, measureSelection(node));
    }
    // An object has the selections of one type. Of each kind of number, the largest counts.
    const most = { ...emptySize };
    for (const size of byType.values())
      for (const key of Object.keys(most) as (keyof QuerySize)[]) most[key] = Math.max(most[key], size[key]);
    sum.depth = Math.max(sum.depth, most.depth);
    sum.introspectionDepth = Math.max(sum.introspectionDepth, most.introspectionDepth);
    sum.aliases += most.aliases;
    sum.selections += most.selections;
    for (const size of byType.values()) sum.ofAllTypes += size.ofAllTypes;
    return sum;
  }

  return measureSelectionSet;
}

function add(sum: QuerySize, size: QuerySize): void {
  sum.depth = Math.max(sum.depth, size.depth);
  sum.introspectionDepth = Math.max(sum.introspectionDepth, size.introspectionDepth);
  sum.aliases += size.aliases;
  sum.selections += size.selections + 1;
  sum.ofAllTypes += size.ofAllTypes + 1;
}

/** Returns the type that a fragment is on. */
function readCondition(node: SelectionNode, fragments: Fragments): string | undefined {
  if (node.kind === Kind.INLINE_FRAGMENT) return node.typeCondition?.name.value;
  return node.kind === Kind.FRAGMENT_SPREAD
    ? fragments.get(node.name.value)?.typeCondition.name.value
    : undefined;
}
