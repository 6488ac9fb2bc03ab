import {
  type DocumentNode,
  type GraphQLSchema,
  isInterfaceType,
  isObjectType,
  Kind,
  parse,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** Returns a document without what a schema does not have, as DataHub's command line leaves it out. */
export function projectedDocument(text: string, schema: GraphQLSchema): string {
  const types = new TypeInfo(schema);
  const projected: DocumentNode = visit(
    parse(text),
    visitWithTypeInfo(types, {
      InlineFragment: ({ typeCondition }) =>
        typeCondition && !schema.getType(typeCondition.name.value) ? null : undefined,
      Field({ name }) {
        const parent = types.getParentType();
        const isKnown =
          name.value.startsWith('__') ||
          !(isObjectType(parent) || isInterfaceType(parent)) ||
          name.value in parent.getFields();
        return isKnown ? undefined : null;
      },
    }),
  );
  return print({ kind: Kind.DOCUMENT, definitions: projected.definitions });
}
