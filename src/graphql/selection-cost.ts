import {
  type FragmentDefinitionNode,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getNamedType,
  getNullableType,
  isCompositeType,
  isLeafType,
  isListType,
  Kind,
  type SelectionSetNode,
} from 'graphql';

/** The JSON size of a list of objects by their selected fields: bytes without the texts of the values. */
export interface SelectionCost {
  /** Bytes for each row of the list. */
  readonly row: number;
  /** Bytes for each item of the lists inside the rows. */
  readonly item: number;
  /** How often one text of a row can appear, because fields can have aliases. */
  readonly copies: number;
}

/** The schema has no unions. */
type WithFields = GraphQLObjectType | GraphQLInterfaceType;

/** Quotes, a colon and a comma. */
const punctuation = 4;
/** A number, a boolean or null; for a text, its quotes and some escapes. */
const leafValue = 4;

/** A field of many objects has the same array of nodes for each. */
const costs = new WeakMap<GraphQLResolveInfo['fieldNodes'], SelectionCost>();

/** Returns the cost of the objects that a field resolves to. */
export function selectionCost(info: GraphQLResolveInfo): SelectionCost {
  const known = costs.get(info.fieldNodes);
  if (known) return known;
  const cost = measure(info);
  costs.set(info.fieldNodes, cost);
  return cost;
}

function measure({ fieldNodes, fragments, returnType, schema }: GraphQLResolveInfo): SelectionCost {
  const cost = { row: 0, item: 0, copies: 1 };

  /** @param list the list that the selected fields are in */
  function addSelectionSet({ selections }: SelectionSetNode, type: WithFields, list: 'row' | 'item') {
    cost[list] += punctuation;
    for (const node of selections) {
      if (node.kind !== Kind.FIELD) {
        const { selectionSet, typeCondition } =
          node.kind === Kind.INLINE_FRAGMENT ? node : (fragments[node.name.value] as FragmentDefinitionNode);
        const on = typeCondition && schema.getType(typeCondition.name.value);
        addSelectionSet(selectionSet, (on ?? type) as WithFields, list);
        continue;
      }
      const field = type.getFields()[node.name.value];
      // A deprecated field shows what another one shows, unless it shows nothing.
      const isCopy = field?.deprecationReason && !field.extensions.isAlwaysEmpty;
      if (node.alias || isCopy) cost.copies += 1;
      cost[list] += (node.alias ?? node.name).value.length + punctuation;
      const fieldType = field?.type;
      const namedType = fieldType && getNamedType(fieldType);
      if (!namedType || isLeafType(namedType)) cost[list] += leafValue;
      else if (isCompositeType(namedType) && node.selectionSet)
        addSelectionSet(
          node.selectionSet,
          namedType as WithFields,
          isListType(getNullableType(fieldType)) ? 'item' : list,
        );
    }
  }

  const type = getNamedType(returnType) as WithFields;
  for (const { selectionSet } of fieldNodes) if (selectionSet) addSelectionSet(selectionSet, type, 'row');
  return cost;
}
