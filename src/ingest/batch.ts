import type { AspectKey } from '../aspects/aspect.js';
import type { MetadataTransaction } from '../aspects/changes.js';
import type { Locked } from '../aspects/lock.js';
import type { AuditDetail } from '../audit/event.js';
import type { Actor } from '../core/actor.js';
import type { AuditStamp } from '../core/clock.js';
import type { EventRow } from '../timeseries/event-store.js';
import type { Months } from '../timeseries/month-store.js';
import type { BasisAspect } from './basis.js';
import type { TagCounts } from './kept-tags.js';
import type { Proposal } from './proposal.js';
import type { Refusals } from './refusals.js';

/** Checked proposals that are written together. */
export interface Batch {
  readonly proposals: readonly Proposal[];
  readonly events: ReadonlyMap<Proposal, EventRow>;
  /** The months of the events. */
  readonly months: Months;
  /** Whether whole aspects keep the tags that people have added, and leave out those that people have removed. */
  readonly keepsEditedTags: boolean;
  /** Stored aspects on which the proposals are based: if they have changed, nothing is written. */
  readonly basis: readonly BasisAspect[];
}

/** A batch in its transaction, which has all locks, with what the runs so far have done. */
export interface Writing {
  readonly tx: MetadataTransaction;
  readonly batch: Batch;
  readonly audit: AuditStamp;
  readonly actor: Actor;
  readonly locked: Locked;
  readonly refusals: Refusals;
  /** The tables of months that the transaction has locked. */
  readonly lockedTables: Set<string>;
  /** Users whose aspects were written by a caller who may create users. */
  readonly users: Set<string>;
  /** Aspects that were deleted, some perhaps several times. */
  readonly deletedAspects: AspectKey[];
  /** Deleted entities, with the audit detail of the first deletion, which deleted the state before the batch. */
  readonly deletions: Map<string, AuditDetail>;
  /** How many edited tags were kept and how many removed ones were left out, by aspect. */
  readonly tagCounts: Map<string, TagCounts>;
}
