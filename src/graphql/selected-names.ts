import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/** Returns the names of the fields that are selected in the value of a field, ignoring `@skip` and `@include`. */
export function selectedNames({ fieldNodes, fragments }: GraphQLResolveInfo): Set<string> {
  const names = new Set<string>();
  const spread = new Set<string>();
  function add({ selections }: SelectionSetNode) {
    for (const node of selections) {
      if (node.kind === Kind.FIELD) names.add(node.name.value);
      else if (node.kind === Kind.INLINE_FRAGMENT) add(node.selectionSet);
      else if (!spread.has(node.name.value)) {
        spread.add(node.name.value);
        add(fragments[node.name.value]!.selectionSet);
      }
    }
  }
  for (const { selectionSet } of fieldNodes) if (selectionSet) add(selectionSet);
  return names;
}
