import { environments, grammar, quoted, readUrn, spellingViolation, splitParts } from './grammar.js';
import { reserved } from './spelling.js';

const anyShape = 'urn:li:<type>:<id> or urn:li:<type>:(<part>,<part>…)';
const shapes: ReadonlyMap<string, string> = new Map([
  ['corpuser', 'urn:li:corpuser:<user id>'],
  ['corpGroup', 'urn:li:corpGroup:<group id>'],
  ['tag', 'urn:li:tag:<tag id>'],
  ['container', 'urn:li:container:<id>'],
  ['dataPlatform', 'urn:li:dataPlatform:<platform>'],
  ['serviceAccessToken', 'urn:li:serviceAccessToken:<id>'],
  [
    'dataset',
    `urn:li:dataset:(urn:li:dataPlatform:<platform>,<dataset name>,<environment>), with an environment of ${environments.join(', ')}`,
  ],
]);

const wrong = 'has the wrong form';
const encoding = 'inside a part "," "(" and ")" are percent-encoded';
const blankEnd = /(?:^|[:,(])[\p{Zs}\u2800]|[\p{Zs}\u2800](?:[,)]|$)/u;

/**
 * Returns the error in a text that is not a URN of a type, and the expected form.
 *
 * @param type null for any type
 */
export function urnViolation(type: string | null, value: string): string {
  const expected = shapes.get(type ?? grammar.exec(value)?.[1] ?? '') ?? anyShape;
  return `${spellingViolation(value) ?? shapeViolation(type, value)}; expected ${expected}`;
}

function shapeViolation(type: string | null, value: string): string {
  if (inQuotes.test(value)) return `${wrong}: leave out the quotes around it`;
  const [, given = '', key = ''] = grammar.exec(value) ?? [];
  if (given !== '' && type !== null && given !== type) return otherType(given, type);
  if (!key.trimStart().startsWith('(') && reserved.test(key)) return `${wrong}: ${encoding}`;
  if (blankEnd.test(value)) return `${wrong}: no part begins or ends with white space`;
  const parts = splitParts(key);
  if (given === 'dataset' && parts?.length === 3) {
    const [platform = '', , environment = ''] = parts;
    if (readUrn(platform)?.type !== 'dataPlatform')
      return `${wrong}: the platform is ${quoted(platform)}, not ${platformUrn(platform)}`;
    if (!environments.includes(environment)) return `${wrong}: the environment is ${quoted(environment)}`;
  }
  return reserved.test(key) ? `${wrong}: ${encoding}` : wrong;
}

/** A URN as it is pasted from a program or a document. */
export const inQuotes = /^["'“”„‘’`«»]+urn:/;

const platformUrn = (name: string) => `urn:li:dataPlatform:${name.includes(':') ? '<platform>' : name}`;

export const otherType = (given: string, expected: string): string =>
  `is ${withArticle(given)}, not ${withArticle(expected)}`;

export const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
