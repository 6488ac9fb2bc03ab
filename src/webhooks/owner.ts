import type { ReadActor } from '../core/actor.js';
import { mayManageWebhooks } from '../core/authorization.js';

/** The facts on which the owner's right to send is based, of one moment. */
export interface Owned {
  /** Null: the owner was removed. A new user with the same URN is not the owner. */
  readonly ownerUrn: string | null;
  readonly ownerState: 'ACTIVE' | 'SUSPENDED' | 'REMOVED' | null;
  readonly ownerGroups: readonly string[];
  readonly policyVersion: number;
}

/** Returns why nothing is sent on behalf of a webhook's owner; null: it may be. */
export type ReadPause = (webhook: Owned) => Promise<string | null>;

/**
 * A webhook sends for its owner, so its owner needs what a caller needs: to be active, and to have Manage Webhooks under
 * the current policies. Nothing of this is stored, so every change of it counts at once, in every process.
 */
export const pauses =
  (readActor: ReadActor): ReadPause =>
  async ({ ownerUrn, ownerState, ownerGroups, policyVersion }) => {
    if (ownerUrn === null || ownerState === null || ownerState === 'REMOVED') return 'its owner was removed';
    if (ownerState === 'SUSPENDED') return `its owner ${ownerUrn} is suspended`;
    const owner = await readActor({ urn: ownerUrn, groups: ownerGroups, policyVersion });
    return mayManageWebhooks(owner) ? null : `its owner ${ownerUrn} lacks Manage Webhooks`;
  };
