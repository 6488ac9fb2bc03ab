import type { Requester } from '../core/actor.js';
import type { Change } from '../history/change.js';
import type { Tagged } from '../history/tagged-store.js';
import type { Json } from '../json/lossless-json.js';
import type { AspectKey, AspectUpsert } from './aspect.js';
import type { AspectTransaction } from './kernel.js';
import type { EntityKey } from './lock-store.js';

/** A transaction that changes metadata: `changeMetadata` runs it. */
export interface MetadataTransaction extends AspectTransaction {
  readonly changes: Changes;
  /** Undefined: the service itself. */
  readonly requester: Requester | undefined;
  /** Whether changes are recorded for the history. */
  readonly isRecorded: boolean;
}

/** The changes of a transaction to an existing entity. */
interface ChangedEntity {
  readonly type: string;
  /** Whether the entity has something: an aspect, an event, a row of another table. */
  isUsed: boolean;
  /** The last value of each aspect; null for one that was deleted. */
  readonly aspects: Map<string, Readonly<Json> | null>;
  /** The values before the transaction of aspects that the history follows; null for one that did not exist. */
  readonly before: Map<string, Readonly<Json> | null>;
  /** The associations before the transaction, of aspects in `before`, by their column and tag. */
  readonly tagged: Map<string, Tagged>;
  /** JSON text of the system metadata that came with an aspect. */
  readonly systemMetadata: Map<string, string>;
}

export const toTaggedKey = (fieldPath: string, tagUrn: string): string => `${fieldPath}\0${tagUrn}`;

/** The changes of a transaction so far, from which `writeDerived` updates derived data. */
export class Changes {
  readonly #entities = new Map<string, ChangedEntity>();
  readonly #new = new Set<string>();
  readonly #deleted = new Set<string>();
  readonly #gone = new Set<string>();
  /** Changes that a comparison of the aspects does not find. */
  readonly edits: Change[] = [];

  /** Those that exist. */
  get entities(): ReadonlyMap<string, ChangedEntity> {
    return this.#entities;
  }

  #entity(urn: string, type: string): ChangedEntity {
    const known = this.#entities.get(urn);
    if (known) return known;
    const entity = {
      ...{ type, isUsed: false },
      ...{ aspects: new Map(), before: new Map(), tagged: new Map(), systemMetadata: new Map() },
    };
    this.#entities.set(urn, entity);
    return entity;
  }

  addCreated(entities: readonly EntityKey[]): void {
    for (const { urn, type } of entities) {
      this.#entity(urn, type);
      this.#new.add(urn);
      this.#deleted.delete(urn);
    }
  }

  /** @param entities that have something new which is not an aspect */
  addUsed(entities: readonly EntityKey[]): void {
    for (const { urn, type } of entities) this.#entity(urn, type).isUsed = true;
  }

  addWritten(aspects: readonly AspectUpsert[]): void {
    for (const { urn, entityType, name, value, systemMetadata } of aspects) {
      const entity = this.#entity(urn, entityType);
      entity.isUsed = true;
      entity.aspects.set(name, value);
      if (systemMetadata) entity.systemMetadata.set(name, systemMetadata);
    }
  }

  /** Whether the value of an aspect before the transaction is known. An entity that is new had none. */
  knowsBefore(urn: string, name: string): boolean {
    return this.isNew(urn) || this.#entities.get(urn)?.before.has(name) === true;
  }

  addBefore(urn: string, type: string, name: string, value: Readonly<Json> | null): void {
    this.#entity(urn, type).before.set(name, value);
  }

  addTaggedBefore(tagged: readonly Tagged[], type: (urn: string) => string): void {
    for (const one of tagged)
      this.#entity(one.urn, type(one.urn)).tagged.set(toTaggedKey(one.fieldPath, one.tagUrn), one);
  }

  addDeletedAspects(aspects: readonly (AspectKey & { readonly entityType: string })[]): void {
    for (const { urn, entityType, name } of aspects) this.#entity(urn, entityType).aspects.set(name, null);
  }

  addDeleted(urns: readonly string[]): void {
    for (const urn of urns) {
      this.#entities.delete(urn);
      if (!this.#new.has(urn)) this.#gone.add(urn);
      this.#new.add(urn);
      this.#deleted.add(urn);
    }
  }

  /** Entities that existed before the transaction and that it has deleted, even if it has created them again. */
  get gone(): ReadonlySet<string> {
    return this.#gone;
  }

  /** Whether an entity did not exist before the transaction, or was deleted by it. */
  readonly isNew = (urn: string): boolean => this.#new.has(urn);

  /** Whether the transaction has deleted an entity and not created it again. No other transaction can create it. */
  readonly isDeleted = (urn: string): boolean => this.#deleted.has(urn);

  /** Entities that the transaction has created and that have nothing yet. */
  unused(): string[] {
    return [...this.#entities].filter(([urn, { isUsed }]) => !isUsed && this.isNew(urn)).map(([urn]) => urn);
  }
}
