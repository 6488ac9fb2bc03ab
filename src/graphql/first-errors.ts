import {
  type DocumentNode,
  type FieldNode,
  type GraphQLError,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';

type Path = readonly (string | number)[];
type Field = readonly [node: FieldNode, type: GraphQLOutputType];

/**
 * Leaves out all but the first of the errors that make one place null because their own fields cannot be null.
 * graphql-js stops there; compiled code reports each.
 *
 * @param document valid, with one operation and without directives
 */
export function firstErrors(
  errors: readonly GraphQLError[],
  data: unknown,
  document: DocumentNode,
  schema: GraphQLSchema,
): readonly GraphQLError[] {
  if (errors.length < 2) return errors;
  const explained = new Set<string>();
  return errors.filter(({ path }) => {
    if (!path || !isNonNull(path, document, schema)) return true;
    const place = JSON.stringify(placeOfNull(path, data));
    const isFirst = !explained.has(place);
    explained.add(place);
    return isFirst;
  });
}

function placeOfNull(path: Path, data: unknown): Path {
  let value = data;
  const length = path.findIndex((key) => {
    if (value === null) return true;
    value = (value as Record<string | number, unknown>)[key];
    return false;
  });
  return length === -1 ? path : path.slice(0, length);
}

/** Whether what is at a path cannot be null. */
function isNonNull(path: Path, { definitions }: DocumentNode, schema: GraphQLSchema): boolean {
  const operation = definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)!;
  const root = schema.getRootType(operation.operation)!;
  let selected: (readonly [set: SelectionSetNode, on: GraphQLOutputType])[] = [
    [operation.selectionSet, root],
  ];
  let type: GraphQLOutputType = root;

  function* listFields({ selections }: SelectionSetNode, on: GraphQLOutputType): Generator<Field> {
    for (const node of selections) {
      if (node.kind === Kind.FIELD) {
        const fields = isObjectType(on) || isInterfaceType(on) ? on.getFields() : {};
        const field = fields[node.name.value];
        if (field) yield [node, field.type];
        continue;
      }
      const definesSpread = (one: (typeof definitions)[number]) =>
        one.kind === Kind.FRAGMENT_DEFINITION &&
        node.kind === Kind.FRAGMENT_SPREAD &&
        one.name.value === node.name.value;
      const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : definitions.find(definesSpread);
      if (!fragment || !('selectionSet' in fragment)) continue;
      const name = 'typeCondition' in fragment ? fragment.typeCondition?.name.value : undefined;
      yield* listFields(
        fragment.selectionSet,
        name === undefined ? on : (schema.getType(name) as GraphQLOutputType),
      );
    }
  }

  for (const key of path) {
    if (typeof key === 'number') {
      const list: GraphQLOutputType = getNullableType(type);
      if (isListType(list)) type = list.ofType as GraphQLOutputType;
      continue;
    }
    const found = selected
      .flatMap(([set, on]) => [...listFields(set, on)])
      .filter(([{ alias, name }]) => (alias ?? name).value === key);
    // Validation has compared the types of fields with the same name in the response.
    const [first] = found;
    if (!first) return false;
    type = first[1];
    selected = found.flatMap(([{ selectionSet }, type]) =>
      selectionSet ? [[selectionSet, getNamedType(type)] as const] : [],
    );
  }
  return isNonNullType(type);
}
