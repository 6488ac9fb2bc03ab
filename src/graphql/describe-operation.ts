import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

const maxFields = 10;

/**
 * Returns the operation that a request executes; undefined when its name is none of the document's. The only operation of a
 * document is returned whatever the name, because cached documents are described once for all names.
 */
export function operationOf(
  { definitions }: DocumentNode,
  name: string | undefined,
): OperationDefinitionNode | undefined {
  const operations = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  return operations.length === 1 ? operations[0] : operations.find((one) => one.name?.value === name);
}

/**
 * Returns the kind of a request's operation and its root fields, for the log: `mutation deleteTag`. The names are those of
 * the schema: no alias and no name of an operation, which callers make up.
 *
 * @param document a valid document
 */
export function describeOperation(
  document: DocumentNode,
  operation: OperationDefinitionNode | undefined,
): string {
  if (!operation) return 'none';
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
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
