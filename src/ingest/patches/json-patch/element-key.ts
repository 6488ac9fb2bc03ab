import { isObject } from '../../../json/lossless-json.js';

/** Separates the names of a path in DataHub's arrayPrimaryKeys. */
export const separator = '\u241f';

/** The source of an association's attribution. */
export const sourceField = ['attribution', 'source'].join(separator);

/** Returns the parts of an element's key. @param fields empty if the element is a text, which is its own key */
export const toKeys = (element: unknown, fields: readonly string[]): string[] =>
  fields.length === 0 ? [keyText(element)] : fields.map((field) => keyPart(element, field));

const keyText = (element: unknown) => (typeof element === 'string' ? element : JSON.stringify(element));

/** A missing field, such as the source of an attribution, counts as the empty string. */
function keyPart(element: unknown, field: string): string {
  const found = field
    .split(separator)
    .reduce<unknown>(
      (node, name) => (isObject(node) && Object.hasOwn(node, name) ? node[name] : undefined),
      element,
    );
  return typeof found === 'string' ? found : '';
}
