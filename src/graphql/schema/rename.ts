import { BREAK, type DocumentNode, visit } from 'graphql';

const dataHubName = 'CreateAccessTokenInput';
const ownName = 'GetAccessTokenInput';

/**
 * The text with DataHub's name for `GetAccessTokenInput` replaced where a variable is declared, and nowhere else.
 * The new name is padded to the length of the old one, so that locations stay true.
 */
export function withOwnTypeNames(text: string, parse: (text: string) => DocumentNode): string {
  if (!text.includes(dataHubName)) return text;
  const starts: number[] = [];
  visit(parse(text), {
    VariableDefinition: ({ type }) => {
      visit(type, {
        NamedType: ({ name }) => {
          if (name.value === dataHubName) starts.push(name.loc!.start);
          return BREAK;
        },
      });
    },
    SelectionSet: () => false,
  });
  return starts.reduce(
    (result, start) =>
      result.slice(0, start) + ownName.padEnd(dataHubName.length) + result.slice(start + dataHubName.length),
    text,
  );
}
