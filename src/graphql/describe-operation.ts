import { type DocumentNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';

const maxFields = 10;

/**
 * Returns the kind of a request's operation and its root fields, for the log: `mutation deleteTag`. The names are those of
 * the schema: no alias and no name of an operation, which callers make up.
 *
 * @param document a valid document
 */
export function describeOperation(document: DocumentNode, operationName: string | undefined): string {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  const operation = document.definitions.find(
    (node) =>
      node.kind === Kind.OPERATION_DEFINITION &&
      (operationName === undefined || node.name?.value === operationName),
  );
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return 'none';
  const fields = new Set<string>();
  const seen = new Set<string>();
  function visit({ selections }: SelectionSetNode) {
    for (const node of selections) {
      if (node.kind === Kind.FIELD) fields.add(node.name.value);
      else if (node.kind === Kind.INLINE_FRAGMENT) visit(node.selectionSet);
      else if (!seen.has(node.name.value)) {
        seen.add(node.name.value);
        const fragment = fragments.get(node.name.value);
        if (fragment) visit(fragment.selectionSet);
      }
    }
  }
  visit(operation.selectionSet);
  const names = [...fields].slice(0, maxFields).join(', ');
  return `${operation.operation} ${names}${fields.size > maxFields ? ', …' : ''}`;
}
