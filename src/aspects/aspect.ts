import { z } from 'zod';
import type { AuditStamp } from '../core/clock.js';
import type { Transaction } from '../db/query.js';
import { isObject, type Json } from '../json/lossless-json.js';
import { parseInSteps } from '../json/lossless-json-parser.js';
import { stringifyInSteps } from '../json/lossless-json-steps.js';
import type { Steps } from '../scheduling/steps.js';
import type { Association } from './association.js';
import type { EntityKey } from './lock-store.js';
import type { Contribution } from './searched.js';

export const aspectNamePattern = /^[A-Za-z][A-Za-z0-9]{0,99}$/;
export const isAspectName = (name: string): boolean => aspectNamePattern.test(name);

/** Which aspect of which entity. */
export interface AspectKey {
  readonly urn: string;
  readonly name: string;
}

/** One aspect of one entity, checked against its model. */
export interface AspectUpsert {
  readonly urn: string;
  readonly entityType: string;
  readonly name: string;
  readonly value: Readonly<Json>;
  /** The JSON text that the client sent. It is stored unchanged if no table has columns for the aspect. */
  readonly text?: string | undefined;
  readonly systemMetadata?: string | null;
}

/**
 * All that the catalog knows of one aspect, beyond what it does with any aspect: keep its JSON in a record and return it.
 * `src/stored-aspects.ts` lists all of them.
 */
export interface Aspect {
  readonly name: string;
  /** Only entities of these types have it; null for any. */
  readonly entityTypes: readonly string[] | null;
  /**
   * Whether it is about access: its entities are rows of tables that SQL may write without an entity. On entities of
   * other types, an aspect of this name is ordinary metadata and not an error.
   */
  readonly isAccess?: boolean;
  /** Members that are not in the model are stored unchanged. */
  readonly model: z.ZodObject;
  /** Removes duplicates that the tables cannot store, before the value is processed. */
  readonly distinct?: (value: Readonly<Json>) => Readonly<Json>;
  /** Where other tables keep parts of the aspect. */
  readonly rows?: AspectRows;
  /** Further locks that a transaction must take before it writes a value of this aspect. */
  readonly locks?: AspectLocks;
  /**
   * The contribution of the aspect to the search document of its entity. search/documents/aspect-fields.ts has those of
   * aspects without a definition.
   */
  readonly searched?: (value: Readonly<Json>) => Pick<Contribution, 'source' | 'texts'>;
}

/** How an aspect is taken apart and put together again. */
export interface AspectRows {
  /** The tables, together with the other aspects that use them. */
  readonly tables: AspectTables;
  /**
   * Returns the part that only the record contains. Without this function, the record contains the whole aspect, and
   * the tables have newer values.
   */
  readonly rest?: (value: Readonly<Json>) => Json;
  /**
   * SQL: the rows of the aspect `a` as a JSON array. Inner JSON is text, so that JavaScript does not parse its numbers.
   * Without it, the rows are a copy that readers of the aspect do not need.
   */
  readonly select?: string;
  /** SQL: the approximate size of these rows as JSON, in bytes. */
  readonly bytes?: string;
  /**
   * Returns the aspect. @param rest the part in the record. Without `join`, the first row's members replace the
   * record's.
   */
  readonly join?: (rest: Json, rows: readonly unknown[], stamps: Stamps) => Steps<Json>;
}

/** Who wrote an aspect first and last. */
export interface Stamps {
  readonly created: AuditStamp;
  readonly updated: AuditStamp;
}

/** Tables that one or more aspects share. */
export interface AspectTables {
  /** Returns the rows of aspects that use these tables. @param upserts each (urn, name) once */
  split(upserts: readonly AspectUpsert[]): Steps<PreparedRows>;
  /** Deletes what aspects of locked entities keep here. @param keys not empty; all use these tables */
  clear(tx: Transaction, keys: readonly AspectKey[]): Promise<void>;
  /** Deletes data of deleted entities that is not deleted with them. @param urns of entities of any types */
  deleteEntities?(tx: Transaction, urns: readonly string[]): Promise<void>;
}

/** Rows to write, and what they need. */
export interface PreparedRows {
  readonly associations?: readonly AssociationWrite[];
  /** Groups that are created if they are missing. */
  readonly groups?: readonly string[];
  /** Writes the rows of locked entities. @param touch called with other entities that it creates or changes */
  write(tx: Transaction, audit: AuditStamp, touch: (entities: readonly EntityKey[]) => void): Promise<void>;
}

export interface AssociationWrite extends Association {
  /** JSON text of the association's members besides the tag; null for none. */
  readonly extraFields: string | null;
}

export interface AspectLocks {
  /** Returns the tags that a value names. */
  readonly tags?: (value: Readonly<Json>) => Iterable<string>;
  /** Returns the groups that a value names, each once. */
  readonly groups?: (value: Readonly<Json>) => readonly string[];
}

/** Turns what a parser of core/ throws into a zod issue. */
export const parsedBy = (check: (value: string) => unknown) =>
  z.string().superRefine((value, context) => {
    try {
      check(value);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
    }
  });

export const text = z.string().nullish();
/** An object with any members, which are not checked. */
export const members = z.custom<Json>(isObject, 'must be an object');

/** Returns a function that leaves members out of an object. */
export const without =
  (...names: readonly string[]) =>
  (value: Readonly<Json>): Json => {
    const others = { ...value };
    for (const name of names) delete others[name];
    return others;
  };

/** An absent member is left out on the wire, not null. */
export const withoutNulls = (row: Json): Json =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

/** SQL: the bytes of texts together. */
export const sumBytes = (...texts: string[]): string =>
  texts.map((text) => `coalesce(octet_length(${text}), 0)`).join(' + ');

/** Removes values with the same key: the last value remains, at the position of the first. */
export const distinct = <T>(values: readonly T[], key: (value: T) => string): T[] => [
  ...new Map(values.map((value) => [key(value), value])).values(),
];

/** Returns the JSON text of an object; null for an empty one. */
export function* jsonOrNull(value: Json): Steps<string | null> {
  for (const _ in value) return yield* stringifyInSteps(value);
  return null;
}

/** @param text null for `{}` */
export function* parseMembers(text: string | null): Steps<Json> {
  return (text === null ? {} : yield* parseInSteps(text)) as Json;
}
