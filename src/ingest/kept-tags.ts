import type { AspectKey, AspectUpsert, AssociationWrite } from '../aspects/aspect.js';
import type { Association } from '../aspects/association.js';
import type { Steps } from '../scheduling/steps.js';
import type { TagsOfAspect } from '../tags/edited-tags-store.js';
import type { Proposal } from './proposal.js';
import {
  divide,
  findPlaces,
  pathsIn,
  type TagValue,
  toPlace,
  withoutPlaces,
  withTags,
} from './tag-values.js';
import type { BeforeProposal, TaggedColumns } from './tagged-columns.js';

/** What is known before proposals are applied. */
export interface KnownTags {
  /** Whether whole aspects keep the tags that people have added, and leave out those that people have removed. */
  readonly keeps: boolean;
  readonly edited: readonly TagsOfAspect<AssociationWrite>[];
  /** Those that the proposals name. */
  readonly removed: readonly TagsOfAspect<Association>[];
  readonly inPatches: ReadonlyMap<Proposal, readonly Association[]>;
  readonly columns: TaggedColumns;
}

/** What a whole aspect has done. */
interface Applied {
  /** The edited tags in its value, under the paths that they have there. */
  readonly edited: readonly AssociationWrite[];
  /** Those among them that it lacked. */
  readonly kept: readonly AssociationWrite[];
  /** Removals of tags that it had. */
  readonly leftOut: readonly Association[];
}

/** How many edited tags an aspect has that the proposals lacked, and how many removed ones it lacks that they had. */
export interface TagCounts {
  readonly kept: number;
  readonly leftOut: number;
}

/**
 * The tags that people have added and that whole aspects do not remove, and those that people have removed and that
 * whole aspects do not add (docs/wire-contract.md, "Edited tags"). Only what names a tag does either: a patch, a person.
 */
export class KeptTags {
  readonly #known: KnownTags;
  readonly #edited: ReadonlyMap<string, readonly AssociationWrite[]>;
  readonly #removed = new Map<string, readonly Association[]>();
  /** By aspect, of the last whole one. */
  readonly #applied = new Map<string, Applied>();
  /** Removals that patches have ended. */
  readonly #forgotten: Association[] = [];

  constructor(known: KnownTags) {
    this.#known = known;
    this.#edited = new Map(known.edited.map((one) => [toKey(one), one.tags]));
    for (const one of known.removed) {
      const key = toKey(one);
      this.#removed.set(key, [...(this.#removed.get(key) ?? []), ...one.tags]);
    }
  }

  /** Forgets that people have removed what a patch names. */
  *applyPatch(patch: Proposal, readSchema: () => Steps<BeforeProposal>): Steps<void> {
    const { urn, aspectName: name } = patch;
    const key = toKey({ urn, name });
    const [removed, named] = [this.#removed.get(key), this.#known.inPatches.get(patch)];
    if (!removed || !named) return;
    const paths = named.map(({ fieldPath }) => fieldPath);
    const schema = name === 'globalTags' ? undefined : yield* readSchema();
    const findPaths = yield* this.#known.columns.compare(urn, schema, paths);
    const places = new Set(named.map(({ fieldPath, tagUrn }) => toPlace(fieldPath, tagUrn)));
    const stillRemoved: Association[] = [];
    for (const one of removed) {
      const isNamed = findPaths(one.fieldPath).some((path) => places.has(toPlace(path, one.tagUrn)));
      (isNamed ? this.#forgotten : stillRemoved).push(one);
      yield;
    }
    this.#removed.set(key, stillRemoved);
  }

  /**
   * Returns a whole aspect without the tags that people have removed, and with the edited ones that it lacks, after its
   * own.
   *
   * @param readSchema returns the schema of the entity
   */
  *applyWhole(
    aspect: AspectKey,
    value: TagValue,
    before: BeforeProposal,
    readSchema: () => Steps<BeforeProposal>,
  ): Steps<TagValue> {
    const key = toKey(aspect);
    const [stored, removed] = [this.#edited.get(key) ?? [], this.#removed.get(key) ?? []];
    if (!this.#known.keeps || stored.length + removed.length === 0) return value;
    const edited = yield* this.#editedIn(key, before);
    const { columns } = this.#known;
    const schema = aspect.name === 'globalTags' ? undefined : yield* readSchema();
    const findPaths = yield* columns.compare(aspect.urn, schema, pathsIn(value));
    const isGone = yield* columns.compareSchemas(aspect.urn, schema);
    const places = yield* findPlaces(value);
    for (const { fieldPath, tagUrn } of edited)
      for (const path of findPaths(fieldPath)) places.delete(toPlace(path, tagUrn));
    const [leftOut, leaving]: [Association[], Set<string>] = [[], new Set()];
    for (const one of removed) {
      if (isGone(one.fieldPath)) continue;
      const found = findPaths(one.fieldPath)
        .map((path) => toPlace(path, one.tagUrn))
        .filter((place) => places.delete(place));
      for (const place of found) leaving.add(place);
      // Under both paths of a column, it is one tag.
      if (found.length > 0) leftOut.push(one);
      yield;
    }
    const given = leaving.size > 0 ? yield* withoutPlaces(value, leaving) : value;
    const { present, missing: kept } = yield* divide(given, edited, findPaths);
    this.#applied.set(key, { edited: [...present, ...kept], kept, leftOut });
    return kept.length > 0 ? yield* withTags(given, kept) : given;
  }

  *#editedIn(key: string, before: BeforeProposal): Steps<readonly AssociationWrite[]> {
    if (before === null) return [];
    const stored = this.#edited.get(key) ?? [];
    if (before === undefined) return stored;
    return (yield* divide(before, this.#applied.get(key)?.edited ?? stored)).present;
  }

  /**
   * Returns what follows from all proposals: how many tags were kept and left out and what of this no later patch has
   * changed, by aspect; the tags that are edited now, and those that no longer are; and the removals that were ended.
   */
  *finish(upserts: readonly AspectUpsert[]) {
    const counts = new Map<string, TagCounts>();
    const [edited, ingested]: [AssociationWrite[], AssociationWrite[]] = [[], []];
    const forgotten = new Set(this.#forgotten);
    for (const { urn, name, value } of upserts) {
      const key = toKey({ urn, name });
      const applied = this.#applied.get(key);
      if (!applied) continue;
      const stored = new Set(this.#edited.get(key));
      const now = new Set(applied.edited);
      const lost = [...stored].filter((one) => !now.has(one));
      for (const one of (yield* divide(value, lost)).present) ingested.push(one);
      for (const one of now) if (!stored.has(one)) edited.push(one);
      counts.set(key, {
        kept: (yield* divide(value, applied.kept)).present.length,
        leftOut: applied.leftOut.filter((one) => !forgotten.has(one)).length,
      });
    }
    return { counts, edited, ingested, forgotten: this.#forgotten };
  }
}

const toKey = ({ urn, name }: AspectKey) => `${urn} ${name}`;
