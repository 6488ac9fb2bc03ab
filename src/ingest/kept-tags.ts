import { type AspectKey, type AspectUpsert, type AssociationWrite, parseMembers } from '../aspects/aspect.js';
import type { Requester } from '../core/actor.js';
import type { Transaction } from '../db/query.js';
import type { Json } from '../json/lossless-json.js';
import type { Steps } from '../scheduling/steps.js';
import { attributionSource } from '../tags/attribution.js';
import { type EditedTags, readEditedTags } from '../tags/edited-tags-store.js';
import { isWriting, type Proposal } from './proposal.js';

type Tags = readonly AssociationWrite[];

/** An aspect with tags, after its model: those of an entity, or those of its columns. */
type Value = Readonly<Json> & {
  readonly tags?: readonly Json[];
  readonly editableSchemaFieldInfo?: readonly Column[];
};
type Column = Readonly<Json> & { readonly fieldPath: string; readonly globalTags?: Value | null };

const tagged: readonly string[] = ['globalTags', 'editableSchemaMetadata'];

/** Reads the tags that people have added to what proposals write whole. */
export async function readKeptTags(
  tx: Transaction,
  proposals: readonly Proposal[],
  requester: Requester,
): Promise<KeptTags> {
  const replacing = proposals.filter(
    (one) => tagged.includes(one.aspectName) && isWriting(one) && one.changeType !== 'PATCH',
  );
  const urns = [...new Set(replacing.map(({ urn }) => urn))];
  return new KeptTags(urns.length === 0 ? [] : await readEditedTags(tx, urns, requester));
}

/**
 * The tags that people have added and that whole aspects do not remove (docs/wire-contract.md, "Edited tags"). Only what
 * names a tag removes it: a patch, a deletion, a person.
 */
export class KeptTags {
  readonly #edited: ReadonlyMap<string, Tags>;
  /** Those that the last whole aspect did not have, by aspect. */
  readonly #kept = new Map<string, Tags>();

  constructor(edited: readonly EditedTags[]) {
    this.#edited = new Map(edited.map((one) => [toKey(one), one.tags]));
  }

  /**
   * Returns a whole aspect with the edited tags that it lacks, after its own.
   *
   * @param before the aspect so far; undefined: as it is stored, null: there is none
   */
  *keep(
    key: AspectKey,
    value: Readonly<Json>,
    before: Readonly<Json> | null | undefined,
  ): Steps<Readonly<Json>> {
    const stored = this.#edited.get(toKey(key));
    if (!stored || before === null) return value;
    const edited = before ? (yield* divide(before, stored)).present : stored;
    const { missing } = yield* divide(value, edited);
    this.#kept.set(toKey(key), missing);
    return missing.length > 0 ? yield* withTags(key.name, value, missing) : value;
  }

  /** Counts the tags that were kept and that no later patch has removed, by aspect. */
  *count(upserts: readonly AspectUpsert[]): Steps<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>();
    for (const upsert of upserts) {
      const kept = this.#kept.get(toKey(upsert)) ?? [];
      if (kept.length > 0) counts.set(toKey(upsert), (yield* divide(upsert.value, kept)).present.length);
    }
    return counts;
  }
}

const toKey = ({ urn, name }: AspectKey) => `${urn} ${name}`;

/** Divides tags into those that an aspect has and those that it lacks. */
function* divide(value: Value, tags: Tags): Steps<{ readonly present: Tags; readonly missing: Tags }> {
  const keys = yield* tagKeys(value);
  const [present, missing]: [AssociationWrite[], AssociationWrite[]] = [[], []];
  for (const one of tags) {
    const tag = { tag: one.tagUrn, ...(yield* parseMembers(one.extraFields)) };
    (keys.has(tagKey(one.fieldPath, tag)) ? present : missing).push(one);
    yield;
  }
  return { present, missing };
}

/** Of columns that are named twice, the last one counts. */
function* tagKeys({ tags = [], editableSchemaFieldInfo = [] }: Value): Steps<ReadonlySet<string>> {
  const columns = new Map(editableSchemaFieldInfo.map((column) => [column.fieldPath, column.globalTags]));
  const keys = new Set<string>();
  for (const [fieldPath, list] of [['', { tags }] as const, ...columns]) {
    for (const tag of list?.tags ?? []) {
      keys.add(tagKey(fieldPath, tag));
      yield;
    }
  }
  return keys;
}

/** A tag from several attribution sources is several tags. */
const tagKey = (fieldPath: string, tag: Json) => `${fieldPath}\0${tag.tag}\0${attributionSource(tag)}`;

function* withTags(name: string, value: Value, tags: Tags): Steps<Value> {
  const added = new Map<string, Json[]>();
  for (const { fieldPath, tagUrn, extraFields } of tags) {
    const list = added.get(fieldPath) ?? [];
    list.push({ tag: tagUrn, ...(yield* parseMembers(extraFields)) });
    added.set(fieldPath, list);
    yield;
  }
  if (name === 'globalTags') return append(value, added.get('')!);
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

const append = (value: Value, tags: readonly Json[]): Value => ({
  ...value,
  tags: [...(value.tags ?? []), ...tags],
});
