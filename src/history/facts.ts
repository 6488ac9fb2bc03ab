import { toMap } from '../core/to-map.js';
import { findModel } from '../datahub/aspects/models.js';
import { isObject, type Json } from '../json/lossless-json.js';
import { stringifyInSteps } from '../json/lossless-json-steps.js';
import type { Steps } from '../scheduling/steps.js';
import { isSecret } from '../visibility/secrets.js';
import type { Category } from './change.js';
import { type Listed, listedAspects, nameDeprecation, nameElement } from './elements.js';

/** What an aspect says, as far as the history follows it. */
export interface Fact {
  readonly category: Category;
  /** The column; empty: the entity itself. */
  readonly fieldPath: string;
  readonly modifier: string | null;
  /** Empty: a description that is there, but says nothing. */
  readonly text: string | null;
  /** What says it: an element of an array, of several with the same text the first, or the whole aspect. */
  readonly element?: Readonly<Json> | string;
}

type Read = (value: Readonly<Json>) => Steps<Fact[]>;

const array = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const objects = (value: unknown): readonly Json[] => array(value).filter(isObject);
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Facts of the elements that an aspect, or a member of it, lists. */
function* each(listed: Listed, value: unknown, fieldPath = ''): Steps<Fact[]> {
  const facts: Fact[] = [];
  for (const element of array(isObject(value) ? value[listed.list] : undefined)) {
    const named = nameElement(listed, element);
    if (named) facts.push({ category: listed.category, fieldPath, ...named });
    yield;
  }
  return facts;
}

const listedTags: Listed = { category: 'TAG', list: 'tags', member: 'tag', shown: [] };

const tags = (value: unknown, fieldPath = '') => each(listedTags, value, fieldPath);
const terms = (value: unknown, fieldPath = '') => each(listedAspects.glossaryTerms, value, fieldPath);

function documented(value: unknown, fieldPath = ''): Fact[] {
  return typeof value === 'string'
    ? [{ category: 'DOCUMENTATION', fieldPath, modifier: null, text: value }]
    : [];
}

/** Facts about the columns in an array, whatever `own` finds in each of them. */
const columns = (member: string, own: (column: Json, fieldPath: string) => Fact[]): Read =>
  function* (value) {
    const facts: Fact[] = [];
    for (const column of objects(value[member])) {
      const fieldPath = text(column.fieldPath);
      if (!fieldPath) continue;
      facts.push(...own(column, fieldPath), ...documented(column.description, fieldPath));
      facts.push(
        ...(yield* tags(column.globalTags, fieldPath)),
        ...(yield* terms(column.glossaryTerms, fieldPath)),
      );
      yield;
    }
    return facts;
  };

const atOnce = (read: (value: Readonly<Json>) => Fact[]): Read =>
  function* (value) {
    yield;
    return read(value);
  };

/** The members with the columns of a dataset. */
const columnLists = { editableSchemaMetadata: 'editableSchemaFieldInfo', schemaMetadata: 'fields' } as const;
const listsByAspect: ReadonlyMap<string, string> = toMap(columnLists);

const readers: ReadonlyMap<string, Read> = toMap({
  *businessAttributeInfo({ description, globalTags, glossaryTerms }) {
    return [...documented(description), ...(yield* tags(globalTags)), ...(yield* terms(glossaryTerms))];
  },
  globalTags: (value) => tags(value),
  ...Object.fromEntries(
    Object.entries(listedAspects).map(([aspect, listed]) => [aspect, (value: Json) => each(listed, value)]),
  ),
  deprecation: atOnce((element) => {
    const named = nameDeprecation(element);
    return named ? [{ category: 'DEPRECATION', fieldPath: '', ...named, element }] : [];
  }),
  status: atOnce(({ removed }) =>
    removed === true ? [{ category: 'LIFECYCLE', fieldPath: '', modifier: null, text: null }] : [],
  ),
  *structuredProperties({ properties }) {
    const facts: Fact[] = [];
    for (const property of objects(properties)) {
      const modifier = text(property.propertyUrn);
      const values = yield* stringifyInSteps(property.values ?? []);
      if (modifier) facts.push({ category: 'STRUCTURED_PROPERTY', fieldPath: '', modifier, text: values });
    }
    return facts;
  },
  editableSchemaMetadata: columns(columnLists.editableSchemaMetadata, () => []),
  schemaMetadata: columns(columnLists.schemaMetadata, ({ nativeDataType, nullable }, fieldPath) => [
    {
      category: 'TECHNICAL_SCHEMA',
      fieldPath,
      modifier: null,
      text: `${text(nativeDataType) ?? ''}${nullable === true ? ' NULL' : ''}`,
    },
  ]),
  tagProperties: atOnce(({ name, description, colorHex }) => [
    ...documented(description),
    ...Object.entries({ name, colorHex })
      .filter(([, value]) => text(value))
      .map(
        ([modifier, value]): Fact => ({ category: 'PROPERTIES', fieldPath: '', modifier, text: text(value) }),
      ),
  ]),
});

/** Returns the paths of the columns that an aspect lists. */
export function* readColumnPaths(aspect: string, value: Readonly<Json> | null): Steps<ReadonlySet<string>> {
  const paths = new Set<string>();
  for (const column of objects(value?.[listsByAspect.get(aspect) ?? ''])) {
    const path = text(column.fieldPath);
    if (path) paths.add(path);
    yield;
  }
  return paths;
}

/** The members with the description of an entity, as ingested or as people wrote it. */
const descriptions = ['description', 'definition'];

/**
 * Returns what reads an aspect: a reader of its own, or one of its description; undefined if there is nothing to read, and
 * for secrets, which any entity can have.
 */
function findReader(aspect: string): Read | undefined {
  if (isSecret(aspect)) return undefined;
  const fields = findModel(aspect)?.fields;
  const member = descriptions.find((name) => fields?.get(name) === 'string');
  return readers.get(aspect) ?? (member ? atOnce((value) => documented(value[member])) : undefined);
}

/** Whether the history follows an aspect. */
export const isFollowed = (aspect: string): boolean => findReader(aspect) !== undefined;

/** Facts of the same category, column and modifier by their texts: an owner can have several types. */
export type SimilarFacts = ReadonlyMap<string | null, Fact>;
export type FactsByKey = ReadonlyMap<string, SimilarFacts>;

export const toKey = ({ category, modifier, fieldPath }: Omit<Fact, 'text' | 'element'>) =>
  [category, modifier, fieldPath].join('\0');

/** Returns what an aspect says. @param value null: the aspect does not exist */
export function* readFacts(aspect: string, value: Readonly<Json> | null): Steps<FactsByKey> {
  const found = new Map<string, Map<string | null, Fact>>();
  for (const fact of value ? yield* findReader(aspect)!(value) : []) {
    const key = toKey(fact);
    const similar = found.get(key);
    if (!similar) found.set(key, new Map([[fact.text, fact]]));
    else if (!similar.has(fact.text)) similar.set(fact.text, fact);
  }
  return found;
}
