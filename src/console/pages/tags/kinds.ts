import { typeName, typeNames } from '../../model/entity-types.js';
import { counted } from '../../model/text.js';
import type { LoadedTag } from './request.js';

export interface KindCount {
  /** As in `DATASET`. */
  readonly type: string;
  readonly count: number;
}

/** The types of entities with their numbers, the largest first. */
export const kindsOf = (counts: LoadedTag['anywhere' | 'itself']): readonly KindCount[] =>
  (counts?.facets?.[0]?.aggregations ?? [])
    .map(({ value, count }) => ({ type: value.toUpperCase(), count }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);

export const sumOf = (kinds: readonly KindCount[]): number =>
  kinds.reduce((sum, { count }) => sum + count, 0);

/** As in "312 datasets" and "1 ML model". */
export const kindText = ({ type, count }: KindCount): string =>
  counted(count, inSentence(typeName(type)), inSentence(typeNames(type)));

/** Without the capital of a sentence. */
export const inSentence = (name: string): string =>
  /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
