import type { Deadline } from './deadline.js';
import type { MemoryShare } from './memory-budget.js';
import type { Resource } from './policy.js';
import type { Privilege } from './privileges.js';

/** Whose request some work is for, without rights: what the database layer needs of an actor. */
export interface Requester {
  readonly urn: string;
  /** When the response is due; undefined: no limit. */
  readonly deadline?: Deadline | undefined;
  /** For work whose memory the request's size does not show; undefined: no limit. */
  memory?: MemoryShare | undefined;
}

/** The authenticated user who makes a request. The rights are those of this request only. */
export interface Actor extends Requester {
  can(privilege: Privilege, resource?: Resource): boolean;
}
