import { toMap } from '../core/to-map.js';
import { quoted } from '../core/urn.js';
import { LosslessNumber } from '../json/lossless-json.js';

/** One violation of an input schema, as zod reports it. Each code has some of the optional members. */
export interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly code?: string | undefined;
  readonly expected?: string | undefined;
  readonly values?: readonly unknown[] | undefined;
  readonly options?: readonly unknown[] | undefined;
  readonly keys?: readonly string[] | undefined;
  readonly origin?: string | undefined;
  readonly minimum?: number | bigint | undefined;
  readonly maximum?: number | bigint | undefined;
  readonly errors?: readonly (readonly Issue[])[] | undefined;
}

/** How zod's own messages begin. Any other message is the rule of a schema of the catalog. */
const isOfZod = /^(Invalid|Too |Unrecognized )/;

const kinds: ReadonlyMap<string, string> = toMap({
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
});

/** Returns what a value violates: `is required`, `must be a number; it is a text`, or the rule of the schema. */
export function issueText(issue: Issue, value: unknown, describe = describeKind): string {
  const { code, message, errors = [] } = issue;
  if (!isOfZod.test(message)) return message;
  if (code === 'unrecognized_keys')
    return `has unknown members: ${list((issue.keys ?? []).slice(0, listedMax).map(quoted))}`;
  if (value === undefined) return 'is required';
  const choices = issue.values ?? issue.options;
  if (choices)
    return `is ${typeof value === 'string' ? quoted(value) : describeKind(value)}; expected ${listChoices(choices)}`;
  if (code === 'invalid_type') return `must be ${expectedKind(issue)}; it is ${describe(value)}`;
  if (code === 'invalid_union' && errors.length > 0)
    return `must be ${errors.map(([first]) => expectedKind(first!)).join(' or ')}; it is ${describe(value)}`;
  if (code === 'too_small') return sizeText(issue, `at least ${issue.minimum}`, value, describe);
  if (code === 'too_big') return sizeText(issue, `at most ${issue.maximum}`, value, describe);
  return 'has the wrong form';
}

const expectedKind = ({ expected, message }: Issue) =>
  expected === undefined ? message.replace(/^must be /, '') : (kinds.get(expected) ?? expected);

const listedMax = 20;

const list = (texts: readonly string[]) => texts.slice(0, listedMax).join(', ');

const listChoices = (choices: readonly unknown[]) =>
  `${choices.length > 1 ? 'one of ' : ''}${list(choices.map(String))}`;

function sizeText({ origin }: Issue, bound: string, value: unknown, describe: typeof describeKind): string {
  if (origin !== 'array' && origin !== 'string') return `must be ${bound}; it is ${describe(value)}`;
  const unit = origin === 'array' ? 'elements' : 'characters';
  return `must have ${bound} ${unit}; it has ${(value as string | unknown[]).length}`;
}

/** A text is not shown, because it can be a secret that is in the wrong place. */
export function describeKind(value: unknown): string {
  if (typeof value === 'string') return 'a text';
  if (value instanceof LosslessNumber) return value.literal.slice(0, 100);
  if (Array.isArray(value)) return 'a list';
  return value !== null && typeof value === 'object' ? 'an object' : String(value);
}

/** The same, with texts as they are: those of a query are in the address already. */
export const describeValue = (value: unknown): string =>
  typeof value === 'string' ? quoted(value) : describeKind(value);
