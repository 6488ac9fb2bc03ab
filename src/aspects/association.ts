import type { Requester } from '../core/actor.js';
import type { AuditStamp } from '../core/clock.js';

/** One tag on an entity (`fieldPath` is empty) or on a column (`fieldPath` is the path in its schema). */
export interface Association {
  readonly resourceUrn: string;
  readonly fieldPath: string;
  readonly tagUrn: string;
}

/** Associations that one request adds or removes, all or none. */
export interface AssociationChange {
  readonly resourceUrns: readonly string[];
  readonly tagUrns: readonly string[];
  readonly associations: readonly Association[];
  readonly audit: AuditStamp;
  readonly requester: Requester;
}

/**
 * The existing entities and tags of a change. The change was applied only if all entities and tags that it needs exist.
 */
export interface Existing {
  readonly entities: readonly string[];
  readonly tags: readonly string[];
}
