import { encodedPart } from '../aspects/key-aspect.js';
import { entityTypeName } from '../datahub/entity-types.js';
import { fieldCondition } from './field-sql.js';
import type { Field } from './fields.js';
import type { Params } from './params.js';
import type { Term } from './query-term.js';
import type { ValueTest } from './value-test.js';
import { toTokens } from './words.js';
import { type TagsOfWords, toKey, toPattern, wordsQuery } from './words-store.js';

/** Returns the condition of `field:value`. */
export function fieldTerm(term: Term, field: Field, tags: TagsOfWords, params: Params): string {
  const test = (each: ValueTest) => fieldCondition(field, each, params);
  const pattern = toPattern(term);
  if (pattern.length > 1 && pattern.every((text) => text === '')) return test({ kind: 'exists' });
  if (field.weight !== null && term.form !== 'pattern') {
    const found = wordsQuery(term, field.weight);
    const tokens = toTokens(term.text);
    if (found !== null) {
      // The weight represents several fields. A value can have other letters in another Unicode form than words have.
      const weighted = `d.words @@ ${params.add(found, 'text')}::tsquery`;
      if (!tokens.every((token) => /^[ -~]*$/.test(token))) return `(${weighted})`;
      return `(${weighted} AND ${test({ kind: 'pattern', patterns: [['', ...tokens, '']] })})`;
    }
    return test({ kind: 'pattern', patterns: [['', term.text, '']] });
  }
  const named = tags.get(toKey(term) ?? '') ?? [];
  if (pattern.length > 1) {
    const like = test({ kind: 'pattern', patterns: patternsIn(field, pattern) });
    return named.length === 0 ? like : `(${test({ kind: 'equal', values: named })} OR ${like})`;
  }
  const { text } = term;
  if (field.sources.some(({ kind }) => kind === 'type' || kind === 'removed' || kind === 'has')) {
    const name = entityTypeName(text);
    return test({ kind: 'pattern', patterns: name === 'OTHER' ? [[text]] : [[text], [name]] });
  }
  const values = term.form === 'urn' ? [text] : [...spellingsIn(field, text), ...named];
  return test({ kind: 'equal', values: [...new Set(values)] });
}

/** An id matches the URN in a field, as a whole or in part. */
const patternsIn = ({ urnTypes }: Field, pattern: readonly string[]): string[][] => {
  const [first = '', ...others] = pattern;
  if (urnTypes.length === 0 || first.startsWith('urn:')) return [[...pattern]];
  return urnTypes.map((type) => [`urn:li:${type}:${first}`, ...others]);
};

function spellingsIn({ urnTypes }: Field, text: string): string[] {
  const cases = [text, text.toLowerCase(), text.toUpperCase()];
  if (urnTypes.length === 0) return cases;
  // The text can also be a URN whose id is not encoded.
  const spellings = [...cases, ...cases.map(encodedPart)].flatMap(encodingsIn);
  return [...spellings, ...urnTypes.flatMap((type) => spellings.map((id) => `urn:li:${type}:${id}`))];
}

/** A text with percent-encodings as they are, and in upper and lower case: `%2c` is `%2C`. */
const encodingsIn = (text: string): string[] => [
  text,
  text.replace(percentEncoded, (code) => code.toUpperCase()),
  text.replace(percentEncoded, (code) => code.toLowerCase()),
];
const percentEncoded = /%[0-9a-f]{2}/gi;
