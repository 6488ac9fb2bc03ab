import type { Deadline } from './deadline.js';
import type { Resource } from './policy.js';
import type { Privilege } from './privileges.js';

/** The caller whose request some work is for. */
export interface Requester {
  readonly urn: string;
  /** When the answer is due; without one, work takes as long as it takes. */
  readonly deadline?: Deadline | undefined;
}

/** The authenticated caller of one request, with the rights that hold for this request alone. */
export interface Actor extends Requester {
  can(privilege: Privilege, resource?: Resource): boolean;
}
