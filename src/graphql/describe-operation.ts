import { type DocumentNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';
import { noOperation, type Operation } from '../core/operation.js';

const maxFields = 10;

/**
 * Returns what a request executes. The only operation of a document is described regardless of the name, because cached
 * documents are described once for all names; with a wrong name, it is not executed.
 *
 * @param document a valid document
 */
export function describeOperation(document: DocumentNode, name: string | undefined): Operation {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const executed =
    operations.length === 1 ? operations[0] : operations.find((one) => one.name?.value === name);
  if (!executed) return noOperation;
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
  visit(executed.selectionSet);
  const named = [...fields].slice(0, maxFields).concat(fields.size > maxFields ? ['…'] : []);
  return { type: executed.operation, fields: named, text: `${executed.operation} ${named.join(', ')}` };
}
