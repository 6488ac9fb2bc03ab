import {
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';

/** Bytes of JSON that a selection takes without the values' own texts. */
export interface SelectionCost {
  /** For each row of the list that is resolved. */
  readonly row: number;
  /** For each item of the lists inside of rows. */
  readonly item: number;
  /** How often one text of a row can show, by its aliases. */
  readonly copies: number;
}

/** Quotes, a colon and a comma; a value that is no text takes as much again. */
const [punctuation, value] = [4, 4];

/** What is selected of the objects that a field resolves to. */
export function selectionCost({ fieldNodes, fragments, returnType }: GraphQLResolveInfo): SelectionCost {
  let aliases = 0;

  function ofSet({ selections }: SelectionSetNode, type: GraphQLObjectType): { row: number; item: number } {
    const sum = { row: punctuation, item: 0 };
    for (const node of selections) {
      if (node.kind !== Kind.FIELD) {
        const { selectionSet } =
          node.kind === Kind.INLINE_FRAGMENT ? node : (fragments[node.name.value] as FragmentDefinitionNode);
        const inner = ofSet(selectionSet, type);
        sum.row += inner.row;
        sum.item += inner.item;
        continue;
      }
      if (node.alias) aliases += 1;
      sum.row += (node.alias ?? node.name).value.length + punctuation;
      const fieldType = type.getFields()[node.name.value]?.type;
      const named = fieldType && getNamedType(fieldType);
      if (!named || isLeafType(named)) sum.row += value;
      else if (isObjectType(named) && node.selectionSet) {
        const inner = ofSet(node.selectionSet, named);
        if (isListType(getNullableType(fieldType))) sum.item += inner.row + inner.item;
        else {
          sum.row += inner.row;
          sum.item += inner.item;
        }
      }
    }
    return sum;
  }

  const type = getNamedType(returnType) as GraphQLObjectType;
  const sum = { row: 0, item: 0 };
  for (const { selectionSet } of fieldNodes) {
    if (!selectionSet) continue;
    const inner = ofSet(selectionSet, type);
    sum.row += inner.row;
    sum.item += inner.item;
  }
  return { ...sum, copies: 1 + aliases };
}
