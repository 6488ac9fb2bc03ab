import { aspectLines, entityLines, recordLines } from './table.js';

/** The type of a value in DataHub's models. */
export type ValueType =
  | 'string'
  | 'boolean'
  | 'int'
  | 'long'
  | 'double'
  | { readonly array: ValueType }
  | { readonly map: ValueType }
  | { readonly anyOf: readonly ValueType[] }
  | EnumModel
  | RecordModel;

export interface EnumModel {
  /** The name with its namespace, which is that of the value's member in a union. */
  readonly fullName: string;
  readonly symbols: ReadonlySet<string>;
}

export interface RecordModel {
  readonly name: string;
  /** The name with its namespace, which is that of the record's member in a union. */
  readonly fullName: string;
  readonly fields: ReadonlyMap<string, ValueType>;
  readonly required: readonly string[];
  /** Whether a value has exactly one of the fields. */
  readonly isOneOf: boolean;
}

type Named = EnumModel | RecordModel;

const primitives = new Map<string, ValueType>([
  ['s', 'string'],
  ['b', 'boolean'],
  ['i', 'int'],
  ['l', 'long'],
  ['d', 'double'],
]);

/** The lines of the table by the name of their record or enum, and the full names. */
const definitions = new Map<string, { readonly fullName: string; readonly text: string }>();
for (const line of recordLines.trim().split('\n')) {
  const [namespace, ...texts] = line.split('; ');
  for (const text of texts) {
    const [name] = /^\w+/.exec(text)!;
    definitions.set(name, { fullName: `com.linkedin.${namespace}.${name}`, text });
  }
}

/** DataHub's aspects, also time series, with the name of their record. */
const recordsByAspect: ReadonlyMap<string, string> = new Map(
  aspectLines
    .trim()
    .split('; ')
    .map((line) => line.split(' ') as [aspect: string, record: string]),
);

/** DataHub's aspects by the type of entity. The first is the key. */
const aspectsByType: ReadonlyMap<string, readonly string[]> = new Map(
  entityLines
    .trim()
    .split('\n')
    .map((line) => line.split(': ') as [type: string, aspects: string])
    .map(([type, aspects]) => [type, aspects.split(' ')]),
);

export const entityTypes: readonly string[] = [...aspectsByType.keys()];
export const aspectNames: readonly string[] = [...recordsByAspect.keys()];

const aspectByLowerCase = new Map(aspectNames.map((name) => [name.toLowerCase(), name]));

/** Returns a name as DataHub spells it, in whatever case it is given; a name that DataHub does not have stays as it is. */
export const aspectNameSpelling = (given: string): string =>
  aspectByLowerCase.get(given.toLowerCase()) ?? given;

/** The aspects that entities of a type have; none for a type that DataHub does not have. */
export const listAspects = (entityType: string): readonly string[] => aspectsByType.get(entityType) ?? [];

/** Records and enums, which are read when they are first used. */
const models = new Map<string, Named>();

/** Returns the model of an aspect, or undefined if DataHub has no aspect of this name. */
export function findModel(aspectName: string): RecordModel | undefined {
  const name = recordsByAspect.get(aspectName);
  return name === undefined ? undefined : (getNamed(name) as RecordModel);
}

function getNamed(name: string): Named {
  const known = models.get(name);
  if (known) return known;
  const { fullName, text } = definitions.get(name)!;
  const isEnum = text.startsWith(`${name}=`);
  const model = isEnum
    ? { fullName, symbols: new Set(text.slice(name.length + 1).split('|')) }
    : readRecord(name, fullName, text.slice(name.length + 1));
  models.set(name, model);
  return model;
}

function readRecord(name: string, fullName: string, text: string): RecordModel {
  const isOneOf = text.startsWith('one(');
  const list = isOneOf ? text.slice('one('.length, -1) : text;
  const required: string[] = [];
  const fields = new Map<string, ValueType>();
  const record: RecordModel = { name, fullName, fields, required, isOneOf };
  // A field can be of the type that is being read.
  models.set(name, record);
  for (const part of list === '' ? [] : list.split(' ')) {
    const [, field, optional, type] = /^(\w+)(\??):(.*)$/.exec(part)!;
    if (!optional && !isOneOf) required.push(field!);
    fields.set(field!, readType(type!));
  }
  return record;
}

function readType(text: string): ValueType {
  const alternatives = splitAlternatives(text).map((one): ValueType => {
    if (one.startsWith('[')) return { array: readType(one.slice(1, -1)) };
    if (one.startsWith('{')) return { map: readType(one.slice(1, -1)) };
    return primitives.get(one) ?? getNamed(one);
  });
  return alternatives.length === 1 && !text.endsWith('|') ? alternatives[0]! : { anyOf: alternatives };
}

/** Splits at the `|` that are not within brackets. The last one shows that a single type is a union. */
function splitAlternatives(text: string): string[] {
  let depth = 0;
  let from = 0;
  const found: string[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if ('[{'.includes(text[at]!)) depth += 1;
    else if (']}'.includes(text[at]!)) depth -= 1;
    else if (text[at] === '|' && depth === 0) {
      found.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return from === text.length ? found : [...found, text.slice(from)];
}
