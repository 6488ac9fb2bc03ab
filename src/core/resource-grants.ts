import { NumberSet } from './number-set.js';
import type { Policy, Resource } from './policy.js';

/** Represents all users in place of a user's URN; no URN equals it. */
export const everyone = Symbol('everyone');
export type Holder = string | typeof everyone;

export const holdersOf = ({ actors }: Policy): readonly Holder[] =>
  actors.allUsers ? [everyone] : actors.users;

/** Policies of one entity type that list URNs. Finds whether one policy has both a user and a URN. */
class ListedUrns {
  readonly #byHolder = new Map<Holder, NumberSet>();
  readonly #byUrn = new Map<string, NumberSet>();
  #count = 0;

  add(policy: Policy): void {
    const number = this.#count++;
    for (const holder of holdersOf(policy)) numbersOf(this.#byHolder, holder).add(number);
    for (const urn of policy.resources.urns) numbersOf(this.#byUrn, urn).add(number);
  }

  matches(actorUrn: string, urn: string): boolean {
    const policies = this.#byUrn.get(urn);
    if (!policies) return false;
    const intersects = (holder: Holder) =>
      this.#byHolder.get(holder)?.intersects(policies, this.#count) ?? false;
    return intersects(actorUrn) || intersects(everyone);
  }
}

function numbersOf<Key>(sets: Map<Key, NumberSet>, key: Key): NumberSet {
  const known = sets.get(key);
  if (known) return known;
  const created = new NumberSet();
  sets.set(key, created);
  return created;
}

/**
 * Which users have one privilege over which entities. Memory grows with the sum of the policies' lists, never with the
 * product of users and URNs. A check looks up the user and the URN; it does not iterate over the policies.
 */
export class ResourceGrants {
  /** Types of which all entities match; null: every type. */
  readonly #wholeTypes = new Map<Holder, Set<string | null>>();
  readonly #listed = new Map<string | null, ListedUrns>();

  add(policy: Policy): void {
    const { type, urns } = policy.resources;
    if (urns.length > 0) {
      const listed = this.#listed.get(type) ?? new ListedUrns();
      this.#listed.set(type, listed);
      listed.add(policy);
      return;
    }
    for (const holder of holdersOf(policy)) {
      const types = this.#wholeTypes.get(holder);
      if (types) types.add(type);
      else this.#wholeTypes.set(holder, new Set([type]));
    }
  }

  matches(actorUrn: string, { type, urn }: Resource): boolean {
    return (
      this.#matchesType(actorUrn, type) ||
      this.#matchesType(everyone, type) ||
      (this.#listed.get(null)?.matches(actorUrn, urn) ?? false) ||
      (this.#listed.get(type)?.matches(actorUrn, urn) ?? false)
    );
  }

  #matchesType(holder: Holder, type: string): boolean {
    const types = this.#wholeTypes.get(holder);
    return types !== undefined && (types.has(null) || types.has(type));
  }
}
