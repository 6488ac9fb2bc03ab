import { type AssociationWrite, parseMembers } from '../aspects/aspect.js';
import type { Json } from '../json/lossless-json.js';
import type { Steps } from '../scheduling/steps.js';
import { attributionSource } from '../tags/attribution.js';

/** An aspect with tags, after its model: those of an entity, or those of its columns. */
export type TagValue = Readonly<Json> & {
  readonly tags?: readonly Json[];
  readonly editableSchemaFieldInfo?: readonly Column[];
};
type Column = Readonly<Json> & { readonly fieldPath: string; readonly globalTags?: TagValue | null };

/** Returns the paths under which an aspect can have tags of a column: its own first, then the other one. */
export type FindPaths = (fieldPath: string) => readonly string[];

/** Returns a text that a tag has at one path, from any attribution source. */
export const toPlace = (fieldPath: string, tagUrn: string): string => `${fieldPath}\0${tagUrn}`;

/** A tag from several attribution sources is several tags. */
const toKey = (fieldPath: string, tag: Json) => `${fieldPath}\0${tag.tag}\0${attributionSource(tag)}`;

const toTag = function* ({ tagUrn, extraFields }: AssociationWrite): Steps<Json> {
  return { tag: tagUrn, ...(yield* parseMembers(extraFields)) };
};

/** Returns the paths of an aspect's columns. */
export const pathsIn = ({ editableSchemaFieldInfo = [] }: TagValue): string[] =>
  editableSchemaFieldInfo.map(({ fieldPath }) => fieldPath);

/** Calls `visit` with the tags of an aspect. Of entries with one path, the last one counts. */
function* visitTags(
  { tags = [], editableSchemaFieldInfo = [] }: TagValue,
  visit: (fieldPath: string, tag: Json) => void,
): Steps<void> {
  const columns = new Map(
    editableSchemaFieldInfo.map(({ fieldPath, globalTags }) => [fieldPath, globalTags]),
  );
  for (const [fieldPath, list] of [['', { tags }] as const, ...columns]) {
    for (const tag of list?.tags ?? []) {
      visit(fieldPath, tag);
      yield;
    }
  }
}

/**
 * Divides tags into those that an aspect has and those that it lacks. Both get the paths by which the aspect names their
 * columns, if it does.
 */
export function* divide(
  value: TagValue,
  tags: readonly AssociationWrite[],
  findPaths: FindPaths = (fieldPath) => [fieldPath],
) {
  const paths = new Set(pathsIn(value));
  const keys = new Set<string>();
  yield* visitTags(value, (fieldPath, tag) => keys.add(toKey(fieldPath, tag)));
  const present: AssociationWrite[] = [];
  const missing = new Map<string, AssociationWrite>();
  for (const one of tags) {
    const tag = yield* toTag(one);
    const candidates = findPaths(one.fieldPath);
    const found = candidates.find((path) => keys.has(toKey(path, tag)));
    const moved = moveTo(one, found ?? candidates.find((path) => paths.has(path)) ?? one.fieldPath);
    if (found === undefined) missing.set(toKey(moved.fieldPath, tag), moved);
    else present.push(moved);
    yield;
  }
  return { present, missing: [...missing.values()] };
}

const moveTo = (one: AssociationWrite, fieldPath: string): AssociationWrite =>
  one.fieldPath === fieldPath ? one : { ...one, fieldPath };

/** Returns an aspect with more tags, each after those of its entity or path. */
export function* withTags(value: TagValue, tags: readonly AssociationWrite[]): Steps<TagValue> {
  const added = new Map<string, Json[]>();
  for (const one of tags) {
    const list = added.get(one.fieldPath) ?? [];
    list.push(yield* toTag(one));
    added.set(one.fieldPath, list);
    yield;
  }
  const onEntity = added.get('');
  if (onEntity) return append(value, onEntity);
  const columns = [...(value.editableSchemaFieldInfo ?? [])];
  const indexes = new Map(columns.map(({ fieldPath }, index) => [fieldPath, index]));
  for (const [fieldPath, list] of added) {
    const index = indexes.get(fieldPath) ?? columns.length;
    const column = columns[index] ?? { fieldPath };
    columns[index] = { ...column, globalTags: append(column.globalTags ?? {}, list) };
    yield;
  }
  return { ...value, editableSchemaFieldInfo: columns };
}

const append = (value: TagValue, tags: readonly Json[]): TagValue => ({
  ...value,
  tags: [...(value.tags ?? []), ...tags],
});

/** Returns where an aspect has tags, as `toPlace` does. */
export function* findPlaces(value: TagValue): Steps<Set<string>> {
  const places = new Set<string>();
  yield* visitTags(value, (fieldPath, { tag }) => places.add(toPlace(fieldPath, `${tag}`)));
  return places;
}

/** Returns an aspect without the tags at some places. */
export function* withoutPlaces(value: TagValue, places: ReadonlySet<string>): Steps<TagValue> {
  const filter = function* (fieldPath: string, list: TagValue): Steps<TagValue> {
    const tags: Json[] = [];
    for (const one of list.tags ?? []) {
      if (!places.has(toPlace(fieldPath, `${one.tag}`))) tags.push(one);
      yield;
    }
    return { ...list, tags };
  };
  if (value.tags) return yield* filter('', value);
  const columns: Column[] = [];
  for (const column of value.editableSchemaFieldInfo ?? []) {
    const { globalTags } = column;
    columns.push(
      globalTags ? { ...column, globalTags: yield* filter(column.fieldPath, globalTags) } : column,
    );
    yield;
  }
  return { ...value, editableSchemaFieldInfo: columns };
}
