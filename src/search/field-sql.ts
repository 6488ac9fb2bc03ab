import { entityTypeNames, entityTypesByName } from '../datahub/entity-types.js';
import { simplePath } from '../urn/field-path.js';
import { toNormalForm } from '../urn/normal-form.js';
import { type Field, nameFields, type Source } from './fields.js';
import type { Params } from './params.js';
import { passes, toLike, type ValueTest } from './value-test.js';

/** The columns of the entity that a condition is about: of its document, or of a pair of a tag and it. */
export interface Subject {
  readonly urn: string;
  readonly type: string;
  readonly removed: string;
}

export const document: Subject = { urn: 'd.urn', type: 'd.type', removed: 'd.removed' };

const joinWithOr = (conditions: readonly string[]): string =>
  conditions.length === 0
    ? 'false'
    : conditions.length === 1
      ? conditions[0]!
      : `(${conditions.join(' OR ')})`;

/**
 * Maximum number of values for the index on `fields`. The planner may choose another index, and then each of these
 * values is compared with each document. For more values, a hash table is built instead.
 */
const indexedMax = 4;

/** Returns the condition that some value of a field passes. It is never null. */
export function fieldCondition(field: Field, test: ValueTest, params: Params, subject = document): string {
  const stored = field.sources.flatMap((source) => (source.kind === 'stored' ? [source.name] : []));
  const together =
    test.kind === 'equal' && stored.length > 0 && stored.length * test.values.length <= indexedMax;
  const others = field.sources.filter(({ kind }) => kind !== 'stored' || !together);
  return joinWithOr([
    ...(together ? [storedEqual(stored, test.values, params)] : []),
    ...others.map((source) => sourceCondition(source, test, params, subject)),
  ]);
}

/** Uses the index on `fields`. */
export function storedEqual(names: readonly string[], values: readonly string[], params: Params): string {
  const objects = names.flatMap((name) => values.map((value) => JSON.stringify({ [name]: [value] })));
  if (objects.length === 1) return `d.fields @> ${params.add(objects[0], 'jsonb')}`;
  return `d.fields @> ANY(${params.add(objects, 'text[]')}::jsonb[])`;
}

/** Returns the condition that `p`, a pair of a tag and an entity, is one of a tag. */
export const pairCondition = ({ sources: [source] }: Field, test: ValueTest, params: Params): string =>
  valueCondition('p.tag_urn', test, params) + (source?.kind === 'tags' ? pairKinds[source.on]('p') : '');

export const linked = ({ relationship, aspects }: Extract<Source, { kind: 'references' }>, params: Params) =>
  `r.relationship = '${relationship}' AND r.aspect = ANY(${params.add(aspects, 'text[]')})`;

const pairKinds = {
  any: () => '',
  entity: (pair: string) => ` AND ${pair}.on_entity`,
  columns: (pair: string) => ` AND ${pair}.columns > 0`,
  edited: (pair: string) => ` AND ${pair}.edited_columns > 0`,
} as const;

function sourceCondition(source: Source, test: ValueTest, params: Params, subject: Subject): string {
  switch (source.kind) {
    case 'stored':
      return storedCondition(source.name, test, params);
    case 'tags':
      return `EXISTS (SELECT FROM current_tagged_entities t WHERE t.entity_urn = ${subject.urn}
        AND ${valueCondition('t.tag_urn', test, params)}${pairKinds[source.on]('t')})`;
    case 'columns':
      return columnCondition(source.of, test, params, subject);
    case 'references':
      return `EXISTS (SELECT FROM entity_references r WHERE r.source = ${subject.urn} AND ${linked(source, params)}
        AND ${valueCondition('r.target', test, params)})`;
    case 'urn':
      return valueCondition(subject.urn, test, params);
    case 'type':
      return typeCondition(test, params, subject);
    case 'removed':
      return booleanCondition(subject.removed, test);
    case 'has':
      return booleanCondition(
        joinWithOr(source.of.map((each) => sourceCondition(each, { kind: 'exists' }, params, subject))),
        test,
      );
  }
}

function storedCondition(name: string, test: ValueTest, params: Params): string {
  if (test.kind === 'exists') return `d.fields -> '${name}' -> 0 IS NOT NULL`;
  const found = `EXISTS (SELECT FROM jsonb_array_elements_text(d.fields -> '${name}') AS x(value)
    WHERE ${valueCondition('x.value', test, params)})`;
  return test.kind === 'pattern' && nameFields.has(name)
    ? `(${namesContain(test.patterns, params)} AND ${found})`
    : found;
}

/** As `names` has texts (search/documents/document.ts). */
export const asName = (text: string): string => toNormalForm(text, 'NFKC').toLowerCase();

/** Uses the trigram index. True for all documents that have a name with a pattern, and perhaps for others. */
function namesContain(patterns: readonly (readonly string[])[], params: Params): string {
  const likes = patterns.map((pattern) => `%${toLike(pattern.map(asName))}%`.replaceAll('\n', ' '));
  return likes.length === 1
    ? `d.names LIKE ${params.add(likes[0], 'text')}`
    : `d.names LIKE ANY(${params.add(likes, 'text[]')})`;
}

/** Returns the condition that one of the names is like a pattern. */
export function namesCondition(pattern: readonly string[], params: Params): string {
  const contained = namesContain([pattern], params);
  if (pattern.length === 3 && pattern[0] === '' && pattern[2] === '') return contained;
  const like = params.add(toLike(pattern.map(asName)), 'text');
  return `(${contained} AND EXISTS (
    SELECT FROM unnest(string_to_array(d.names, E'\\n')) AS x(name) WHERE x.name LIKE ${like}))`;
}

function columnCondition(
  of: Extract<Source, { kind: 'columns' }>['of'],
  test: ValueTest,
  params: Params,
  { urn }: Subject,
): string {
  const value = (text: string) => valueCondition(text, test, params);
  if (of === 'edited')
    return `EXISTS (SELECT FROM editable_schema_fields s WHERE s.dataset_urn = ${urn} AND ${value('s.description')})`;
  const condition =
    of === 'paths'
      ? `(${valueCondition('s.field_path', withSimplePaths(test), params)} OR ${value('s.simple_path')})`
      : value(of === 'labels' ? `(s.body ->> 'label')` : 's.description');
  return `EXISTS (SELECT FROM schema_fields s WHERE s.dataset_urn = ${urn} AND ${condition})`;
}

/** A version 2 path also finds the column that has its simple path. */
const withSimplePaths = (test: ValueTest): ValueTest =>
  test.kind === 'equal'
    ? { ...test, values: [...new Set(test.values.flatMap((path) => [path, simplePath(path) || path]))] }
    : test;

const numeric = `'^-?[0-9]{1,100}([.][0-9]{1,100})?$'`;

/** @param value SQL of a text */
function valueCondition(value: string, test: ValueTest, params: Params): string {
  switch (test.kind) {
    case 'exists':
      return `${value} IS NOT NULL`;
    case 'equal':
      return test.values.length === 1
        ? `${value} = ${params.add(test.values[0], 'text')}`
        : `${value} = ANY(${params.add(test.values, 'text[]')})`;
    case 'pattern': {
      const likes = test.patterns.map(toLike);
      return likes.length === 1
        ? `folded(${value}) LIKE folded(${params.add(likes[0], 'text')})`
        : `folded(${value}) LIKE ANY(ARRAY(SELECT folded(pattern) FROM unnest(${params.add(likes, 'text[]')}) AS u(pattern)))`;
    }
    case 'range':
      return `CASE WHEN ${value} ~ ${numeric} THEN ${value}::numeric ${test.operator} ${params.add(test.value, 'numeric')}
        ELSE false END`;
  }
}

function booleanCondition(condition: string, test: ValueTest): string {
  const [whenTrue, whenFalse] = [passes(test, 'true'), passes(test, 'false')];
  if (whenTrue === whenFalse) return String(whenTrue);
  return whenTrue ? condition : `NOT ${condition}`;
}

function typeCondition(test: ValueTest, params: Params, subject: Subject): string {
  const names = entityTypeNames.filter((name) => passes(test, name));
  const types = names.flatMap((name) => entityTypesByName.get(name) ?? []);
  const named = typesCondition(types, params, subject);
  if (!names.includes('OTHER')) return named;
  return `(${named} OR ${subject.type} <> ALL(${params.add([...entityTypesByName.values()], 'text[]')}))`;
}

/** Returns the condition that the entity has one of these types. The URNs of one type are one range. */
export function typesCondition(types: readonly string[], params: Params, subject: Subject): string {
  const { type, urn } = subject;
  if (types.length === 0) return 'false';
  if (types.length > 1) return `${type} = ANY(${params.add(types, 'text[]')})`;
  const ofType = `${type} = ${params.add(types[0], 'text')}`;
  // The pairs of one tag are in the order of the URNs, regardless of their types.
  if (subject !== document) return ofType;
  const [from, to] = [':', ';'].map((end) => params.add(`urn:li:${types[0]}${end}`, 'text'));
  return `(${ofType} AND ${urn} >= ${from} AND ${urn} < ${to})`;
}
