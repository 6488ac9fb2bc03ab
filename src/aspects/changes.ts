import type { Transaction } from '../db/query.js';
import type { Json } from '../json/lossless-json.js';
import type { AspectKey, AspectUpsert } from './aspect.js';
import type { EntityKey } from './lock-store.js';

/** A transaction that changes metadata: `changeMetadata` runs it. */
export interface MetadataTransaction extends Transaction {
  readonly changes: Changes;
}

/** The changes of a transaction to an existing entity. */
interface ChangedEntity {
  readonly type: string;
  /** Whether the entity has something: an aspect, an event, a row of another table. */
  isUsed: boolean;
  /** The last value of each aspect; null for one that was deleted. */
  readonly aspects: Map<string, Readonly<Json> | null>;
}

/** The changes of a transaction so far, from which `writeDerived` updates derived data. */
export class Changes {
  readonly #entities = new Map<string, ChangedEntity>();
  readonly #new = new Set<string>();
  readonly #deleted = new Set<string>();

  /** Those that exist. */
  get entities(): ReadonlyMap<string, ChangedEntity> {
    return this.#entities;
  }

  #entity(urn: string, type: string): ChangedEntity {
    const known = this.#entities.get(urn);
    if (known) return known;
    const entity = { type, isUsed: false, aspects: new Map() };
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
    for (const { urn, entityType, name, value } of aspects) {
      const entity = this.#entity(urn, entityType);
      entity.isUsed = true;
      entity.aspects.set(name, value);
    }
  }

  addDeletedAspects(aspects: readonly (AspectKey & { readonly entityType: string })[]): void {
    for (const { urn, entityType, name } of aspects) this.#entity(urn, entityType).aspects.set(name, null);
  }

  addDeleted(urns: readonly string[]): void {
    for (const urn of urns) {
      this.#entities.delete(urn);
      this.#new.add(urn);
      this.#deleted.add(urn);
    }
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
