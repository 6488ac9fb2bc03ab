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

/** What a list of objects takes as JSON, by what is selected of them: bytes without the texts of the values. */
export interface SelectionCost {
  /** Bytes for each row of the list. */
  readonly row: number;
  /** Bytes for each item of the lists inside the rows. */
  readonly item: number;
  /** How often one text of a row can appear, because fields can have aliases. */
  readonly copies: number;
}

/** Quotes, a colon and a comma. */
const punctuation = 4;
/** A number, a boolean or null; for a text, its quotes and some escapes. */
const leafValue = 4;

/** Returns the cost of the objects that a field resolves to. */
export function selectionCost({ fieldNodes, fragments, returnType }: GraphQLResolveInfo): SelectionCost {
  const cost = { row: 0, item: 0, copies: 1 };

  /** @param list the list that the selected fields are in */
  function addSelectionSet({ selections }: SelectionSetNode, type: GraphQLObjectType, list: 'row' | 'item') {
    cost[list] += punctuation;
    for (const node of selections) {
      if (node.kind !== Kind.FIELD) {
        const { selectionSet } =
          node.kind === Kind.INLINE_FRAGMENT ? node : (fragments[node.name.value] as FragmentDefinitionNode);
        addSelectionSet(selectionSet, type, list);
        continue;
      }
      if (node.alias) cost.copies += 1;
      cost[list] += (node.alias ?? node.name).value.length + punctuation;
      const fieldType = type.getFields()[node.name.value]?.type;
      const namedType = fieldType && getNamedType(fieldType);
      if (!namedType || isLeafType(namedType)) cost[list] += leafValue;
      else if (isObjectType(namedType) && node.selectionSet)
        addSelectionSet(node.selectionSet, namedType, isListType(getNullableType(fieldType)) ? 'item' : list);
    }
  }

  const type = getNamedType(returnType) as GraphQLObjectType;
  for (const { selectionSet } of fieldNodes) if (selectionSet) addSelectionSet(selectionSet, type, 'row');
  return cost;
}
