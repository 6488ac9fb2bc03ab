import type { Deadline } from '../core/deadline.js';
import type { Database } from '../db/database.js';
import type { Transaction } from '../db/query.js';
import type { Aspect, AspectTables } from './aspect.js';
import { type DocumentSql, toDocumentSql } from './document-sql.js';
import type { EntityKey } from './lock-store.js';

/** What is known of all aspects. `src/stored-aspects.ts` creates it once, and modules pass it on with the database. */
export interface Aspects {
  /** The definitions, in the order in which a transaction writes their tables. */
  readonly definitions: readonly Aspect[];
  /** The tables of all aspects, each once. */
  readonly tables: readonly AspectTables[];
  readonly sql: DocumentSql;
  readonly writeSearched: WriteSearched;
  /** Returns the definition of an aspect of an entity of this type; null for ordinary metadata. */
  find(entityType: string, name: string): Aspect | null;
  /**
   * Whether entities of a type are users, groups or policies. These are rows of separate tables, which SQL may write
   * without an entity. Their deletion first creates the entity, so that all changes of one row wait for the same lock.
   */
  isAccess(entityType: string): boolean;
}

/** An aspect as it is to be found. */
export interface SearchedAspect {
  readonly urn: string;
  readonly entityType: string;
  readonly name: string;
  /** `{}` for a deleted one. */
  readonly value: Readonly<Record<string, unknown>>;
}

/** Writes what searches find of entities that a transaction has changed. @param aspects of these entities */
export type WriteSearched = (
  tx: AspectTransaction,
  entities: readonly EntityKey[],
  aspects: readonly SearchedAspect[],
  deadline?: Deadline,
) => Promise<void>;

/** Runs statements about aspects: a transaction, or the database. */
export interface AspectTransaction extends Transaction {
  readonly aspects: Aspects;
}

/** A database, and what is known of the aspects in it. */
export interface AspectStorage {
  readonly db: Database;
  readonly aspects: Aspects;
}

export function createAspects(definitions: readonly Aspect[], writeSearched: WriteSearched): Aspects {
  const byName = new Map(definitions.map((aspect) => [aspect.name, aspect]));
  const accessTypes = new Set(
    definitions.flatMap(({ isAccess, entityTypes }) => (isAccess ? (entityTypes ?? []) : [])),
  );
  return {
    definitions,
    tables: [...new Set(definitions.flatMap(({ rows }) => rows?.tables ?? []))],
    sql: toDocumentSql(definitions),
    writeSearched,
    find(entityType, name) {
      const aspect = byName.get(name);
      if (!aspect?.isAccess) return aspect ?? null;
      return aspect.entityTypes?.includes(entityType) ? aspect : null;
    },
    isAccess: (entityType) => accessTypes.has(entityType),
  };
}
