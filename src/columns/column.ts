import { readText } from '../aspects/searched.js';
import type { Json } from '../json/lossless-json.js';
import { simplePath } from '../urn/field-path.js';

/** Returns the texts by which columns are found. Lazy, because a schema can have very many columns. */
export function* columnTexts(
  list: unknown,
  ...members: readonly string[]
): Iterable<readonly [text: string, weight: 'D']> {
  for (const column of Array.isArray(list) ? list : []) {
    for (const member of members) {
      const text = readText((Object(column) as Json)[member]);
      if (text !== null) yield [member === 'fieldPath' ? simplePath(text) : text, 'D'];
    }
  }
}
