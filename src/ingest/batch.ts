import type { AspectKey } from '../aspects/aspect.js';
import type { Locked } from '../aspects/lock.js';
import type { Actor } from '../core/actor.js';
import type { AuditStamp } from '../core/clock.js';
import type { Transaction } from '../db/query.js';
import type { PolicyInfo } from '../policies/model.js';
import type { EventRow } from '../timeseries/event-store.js';
import type { Months } from '../timeseries/month-store.js';
import type { BatchEntities } from './batch-entities.js';
import type { Proposal } from './proposal.js';
import type { Refusals } from './refusals.js';

/** Checked proposals that are written together. */
export interface Batch {
  readonly proposals: readonly Proposal[];
  readonly events: ReadonlyMap<Proposal, EventRow>;
  /** The months of the events. */
  readonly months: Months;
  /** Tags and groups that an attempt needed and had not locked. The next attempt locks them. */
  readonly unlocked: { readonly tags: Set<string>; readonly groups: Set<string> };
}

/** A batch in its transaction, with what the runs so far have done. */
export interface Writing {
  readonly tx: Transaction;
  readonly batch: Batch;
  readonly audit: AuditStamp;
  readonly actor: Actor;
  readonly locked: Locked;
  /** The tables of months that the transaction has locked. */
  readonly lockedTables: Set<string>;
  readonly entities: BatchEntities;
  /** Aspects that were deleted, some perhaps several times. */
  readonly deletedAspects: AspectKey[];
  /** Users of whom an aspect was written, by somebody who may create users. */
  readonly users: Set<string>;
  /** Policies that were written. */
  readonly policies: Map<string, PolicyInfo>;
  readonly refusals: Refusals;
  hasWrittenTags: boolean;
}
