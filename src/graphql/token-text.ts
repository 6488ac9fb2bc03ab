import { BREAK, type DocumentNode, type GraphQLSchema, getNamedType, isObjectType, visit } from 'graphql';
import { tokenStart } from '../core/text.js';

/** Whether a text, or the JSON of a value, holds what begins as an access token does. */
export const holdsTokenText = (value: unknown): boolean =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).includes(tokenStart);

/** Returns the names of the fields that return the text of an access token (`accessToken`) or a `secret`, or take one (`token`). */
export function tokenTextFields(schema: GraphQLSchema): ReadonlySet<string> {
  const fields = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type) => Object.values(type.getFields()));
  const answersOne = ({ type }: (typeof fields)[number]) => {
    const named = getNamedType(type);
    if (!isObjectType(named)) return false;
    const fields = named.getFields();
    return 'accessToken' in fields || 'secret' in fields;
  };
  const takesOne = ({ args }: (typeof fields)[number]) => args.some(({ name }) => name === 'token');
  return new Set(fields.filter((field) => answersOne(field) || takesOne(field)).map(({ name }) => name));
}

/** Whether a document has one of the fields, or a text that begins as a token does. */
export function namesTokenText(document: DocumentNode, fields: ReadonlySet<string>): boolean {
  let found = false;
  const stopIf = (condition: boolean) => {
    if (!condition) return undefined;
    found = true;
    return BREAK;
  };
  visit(document, {
    Field: ({ name }) => stopIf(fields.has(name.value)),
    StringValue: ({ value }) => stopIf(holdsTokenText(value)),
  });
  return found;
}
