import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Config } from '../config.js';

export type Limits = Pick<Config, 'GRAPHQL_MAX_DEPTH' | 'GRAPHQL_MAX_ALIASES' | 'GRAPHQL_MAX_TOKENS'>;

/** What a selection comes to with its fragments written out at every spread. */
interface Extent {
  /** Fields on the longest way down; introspection apart. */
  depth: number;
  introspectionDepth: number;
  aliases: number;
  selections: number;
}

// graphql-js' own introspection query is 15 deep by default; its validation bounds the breadth.
const maxIntrospectionDepth = 25;

/** What a document asks too much of, told before it is validated, let alone run. */
export function exceeded(document: DocumentNode, limits: Limits): GraphQLError[] {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const extentOf = measurer(document);
  const extents = operations.map(({ selectionSet }) => extentOf(selectionSet));
  const deepest = (key: 'depth' | 'introspectionDepth') =>
    Math.max(0, ...extents.map((extent) => extent[key]));
  const total = (key: 'aliases' | 'selections') => extents.reduce((sum, extent) => sum + extent[key], 0);

  // Fragments may not buy more than writing them out would: the compiler walks every spread, nested ones too.
  const checks = [
    ['depth', deepest('depth'), limits.GRAPHQL_MAX_DEPTH, 'GRAPHQL_MAX_DEPTH'],
    ['introspection depth', deepest('introspectionDepth'), maxIntrospectionDepth, null],
    ['number of aliases', total('aliases'), limits.GRAPHQL_MAX_ALIASES, 'GRAPHQL_MAX_ALIASES'],
    ['number of selections', total('selections'), limits.GRAPHQL_MAX_TOKENS, 'GRAPHQL_MAX_TOKENS'],
  ] as const;
  return checks
    .filter(([, value, max]) => value > max)
    .map(([what, value, max, variable]) => {
      const source = variable === null ? '' : ` (${variable})`;
      return new GraphQLError(
        `The document's ${what}, with fragments written out, is ${value}; at most ${max} is allowed${source}`,
        { nodes: operations },
      );
    });
}

const nothing: Extent = { depth: 0, introspectionDepth: 0, aliases: 0, selections: 0 };

function measurer(document: DocumentNode) {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  const known = new Map<string, Extent>();

  function ofFragment(name: string): Extent {
    const measured = known.get(name);
    if (measured) return measured;
    // Holds while the fragment itself is measured: a circle counts nothing here, and validation refuses it.
    known.set(name, nothing);
    const fragment = fragments.get(name);
    const extent = fragment ? ofSet(fragment.selectionSet) : nothing;
    known.set(name, extent);
    return extent;
  }

  function ofSelection(node: SelectionNode): Extent {
    if (node.kind === Kind.FRAGMENT_SPREAD) return ofFragment(node.name.value);
    const inner = node.selectionSet ? ofSet(node.selectionSet) : nothing;
    if (node.kind === Kind.INLINE_FRAGMENT) return inner;
    const introspects = node.name.value === '__schema' || node.name.value === '__type';
    return {
      ...inner,
      depth: introspects ? 1 : inner.depth + 1,
      introspectionDepth: introspects ? inner.depth + 1 : inner.introspectionDepth,
      aliases: inner.aliases + (node.alias ? 1 : 0),
    };
  }

  function ofSet({ selections }: SelectionSetNode): Extent {
    const sum = { ...nothing };
    for (const node of selections) {
      const extent = ofSelection(node);
      sum.depth = Math.max(sum.depth, extent.depth);
      sum.introspectionDepth = Math.max(sum.introspectionDepth, extent.introspectionDepth);
      sum.aliases += extent.aliases;
      sum.selections += extent.selections + 1;
    }
    return sum;
  }

  return ofSet;
}
