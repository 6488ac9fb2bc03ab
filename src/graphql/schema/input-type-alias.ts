import { BREAK, type DocumentNode, visit } from 'graphql';

/** DataHub's clients declare variables of this type; the schema has one name for it. */
const alias = 'CreateAccessTokenInput';
const typeName = 'GetAccessTokenInput';

/**
 * Replaces the alias where a variable is declared with it, and nowhere else. The type's name is padded to the length
 * of the alias, so that locations in error messages stay right.
 */
export function resolveInputTypeAlias(text: string, parse: (text: string) => DocumentNode): string {
  if (!text.includes(alias)) return text;
  const starts: number[] = [];
  visit(parse(text), {
    VariableDefinition: ({ type }) => {
      visit(type, {
        NamedType: ({ name }) => {
          if (name.value === alias) starts.push(name.loc!.start);
          return BREAK;
        },
      });
    },
    SelectionSet: () => false,
  });
  return starts.reduce(
    (result, start) =>
      result.slice(0, start) + typeName.padEnd(alias.length) + result.slice(start + alias.length),
    text,
  );
}
