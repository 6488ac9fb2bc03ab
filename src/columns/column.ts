import { z } from 'zod';
import type { Json } from '../json/lossless-json.js';
import { readText } from '../search/documents/source.js';
import { simplePath } from './field-path.js';

/** Limited by PostgreSQL's index entries of 2,704 bytes, which have two URNs of up to 512 bytes each besides. */
export const columnPath = z
  .string()
  .min(1)
  .refine((path) => Buffer.byteLength(path) <= 1_500, 'is longer than 1,500 bytes');

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
