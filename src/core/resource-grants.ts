import { NumberSet } from './number-set.js';
import type { Policy, Resource } from './policy.js';

/** Stands for all users where a user stands; no URN can equal it. */
export const everyone = Symbol('everyone');
export type Holder = string | typeof everyone;

export const holdersOf = ({ actors }: Policy): readonly Holder[] =>
  actors.allUsers ? [everyone] : actors.users;

/** Policies of one type of entity that list URNs, by number: a check asks for one that names user and URN. */
class Listed {
  readonly #ofHolder = new Map<Holder, NumberSet>();
  readonly #ofUrn = new Map<string, NumberSet>();
  #count = 0;

  add(policy: Policy): void {
    const number = this.#count++;
    for (const holder of holdersOf(policy)) numbersOf(this.#ofHolder, holder).add(number);
    for (const urn of policy.resources.urns) numbersOf(this.#ofUrn, urn).add(number);
  }

  covers(actorUrn: string, urn: string): boolean {
    const naming = this.#ofUrn.get(urn);
    if (!naming) return false;
    const meets = (holder: Holder) => this.#ofHolder.get(holder)?.meets(naming, this.#count) ?? false;
    return meets(actorUrn) || meets(everyone);
  }
}

function numbersOf<Key>(sets: Map<Key, NumberSet>, key: Key): NumberSet {
  const known = sets.get(key);
  if (known) return known;
  const made = new NumberSet();
  sets.set(key, made);
  return made;
}

/**
 * Who has one privilege over which entities. Takes memory as the policies' lists do, added up and never multiplied; a
 * check looks up the user and the URN, and does not go through the policies.
 */
export class ResourceGrants {
  /** The types whose entities are all covered; null: every type. */
  readonly #wholeTypes = new Map<Holder, Set<string | null>>();
  readonly #listed = new Map<string | null, Listed>();

  add(policy: Policy): void {
    const { type, urns } = policy.resources;
    if (urns.length > 0) {
      const listed = this.#listed.get(type) ?? new Listed();
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

  covers(actorUrn: string, { type, urn }: Resource): boolean {
    return (
      this.#coversAll(actorUrn, type) ||
      this.#coversAll(everyone, type) ||
      (this.#listed.get(null)?.covers(actorUrn, urn) ?? false) ||
      (this.#listed.get(type)?.covers(actorUrn, urn) ?? false)
    );
  }

  #coversAll(holder: Holder, type: string): boolean {
    const types = this.#wholeTypes.get(holder);
    return types !== undefined && (types.has(null) || types.has(type));
  }
}
