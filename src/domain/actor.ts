import type { Resource } from './policy.js';
import type { Privilege } from './privileges.js';

/** The authenticated caller of one request, with the rights that hold for this request alone. */
export interface Actor {
  readonly urn: string;
  can(privilege: Privilege, resource?: Resource): boolean;
}
