import { anyContainers, type Resource } from '../../core/resource.js';
import type { PolicyActors } from '../policy.js';
import { NumberSet } from './number-set.js';
import { type Coverage, prefixesIn } from './resource-filter.js';

/** Numbers of policies by a word of their lists. */
class Index<Key> {
  readonly #sets = new Map<Key, NumberSet>();

  add(key: Key, number: number): void {
    const numbers = this.#sets.get(key) ?? new NumberSet();
    this.#sets.set(key, numbers);
    numbers.add(number);
  }

  /** Returns the sets of those keys that policies have. */
  of(keys: Iterable<Key>): NumberSet[] {
    const found: NumberSet[] = [];
    for (const key of keys) this.addTo(found, key);
    return found;
  }

  /** Adds the set of a key to `found`, if policies have it. */
  addTo(found: NumberSet[], key: Key): void {
    const numbers = this.#sets.get(key);
    if (numbers) found.push(numbers);
  }
}

/** Policies as numbers. A check finds whether one policy has a holder and an entity, and perhaps a container. */
class Grants {
  readonly #holders = new Index<Holder>();
  readonly #urns = new Index<string>();
  readonly #prefixes = new Index<string>();
  readonly #prefixLengths = new Set<number>();
  readonly #containers = new Index<string>();
  /** The policies of callers with many groups, who are the same object for a whole request. */
  readonly #byCaller = new WeakMap<Caller, readonly NumberSet[]>();
  #count = 0;

  add(actors: PolicyActors, { entities, containers }: Coverage): void {
    const number = this.#count++;
    for (const holder of listHolders(actors)) this.#holders.add(holder, number);
    for (const urn of entities.urns) this.#urns.add(urn, number);
    for (const prefix of entities.prefixes) {
      this.#prefixes.add(prefix, number);
      this.#prefixLengths.add(prefix.length);
    }
    for (const container of containers ?? []) this.#containers.add(container, number);
  }

  #held(caller: Caller): readonly NumberSet[] {
    const known = this.#byCaller.get(caller);
    if (known) return known;
    const held = joined(this.#holders.of(listKeys(caller)));
    if (caller.groups.length > fewSets) this.#byCaller.set(caller, held);
    return held;
  }

  #covering(urn: string): readonly NumberSet[] {
    const found: NumberSet[] = [];
    this.#urns.addTo(found, urn);
    for (const prefix of prefixesIn(urn, this.#prefixLengths)) this.#prefixes.addTo(found, prefix);
    return joined(found);
  }

  matches(caller: Caller, urn: string, containers: readonly string[] | null): boolean {
    if (this.#count === 0) return false;
    const entities = this.#covering(urn);
    if (entities.length === 0) return false;
    const holders = this.#held(caller);
    const within = containers && this.#containers.of(containers);
    return holders.some((holder) =>
      entities.some((entity) =>
        within === null
          ? NumberSet.haveCommon([holder, entity], this.#count)
          : within.some((container) => NumberSet.haveCommon([holder, entity, container], this.#count)),
      ),
    );
  }
}

/** As many sets are compared one by one. More are joined, so that a check does not take their product. */
const fewSets = 8;

const joined = (sets: readonly NumberSet[]): readonly NumberSet[] =>
  sets.length > fewSets ? [NumberSet.union(sets)] : sets;

/**
 * The users who have one privilege, and the entities on which they have it. Memory grows with the sum of the policies'
 * lists, never with the product of users and URNs. A check looks up the caller and the URN; it does not iterate over
 * the policies.
 */
export class ResourceGrants {
  readonly #anywhere = new Grants();
  /** Policies that cover only what is in a container. */
  readonly #contained = new Grants();

  add(actors: PolicyActors, coverage: Coverage): void {
    (coverage.containers ? this.#contained : this.#anywhere).add(actors, coverage);
  }

  matches(caller: Caller, { urn, containers = [] }: Resource): boolean {
    if (this.#anywhere.matches(caller, urn, null)) return true;
    if (containers === anyContainers) return this.#contained.matches(caller, urn, null);
    return containers.length > 0 && this.#contained.matches(caller, urn, containers);
  }
}

/** Represents all users, or the members of any group, instead of a URN; no URN equals them. */
const everyone = Symbol('everyone');
const everyMember = Symbol('the members of any group');
export type Holder = string | typeof everyone | typeof everyMember;

/** The user whose right is checked. */
export interface Caller {
  readonly urn: string;
  /** The URNs of the user's groups. */
  readonly groups: readonly string[];
}

function* listHolders({ allUsers, users, allGroups, groups = [] }: PolicyActors): Generator<Holder> {
  if (allUsers) yield everyone;
  else {
    if (allGroups) yield everyMember;
    yield* users;
    yield* groups;
  }
}

/** Everything that a policy can name to mean the caller. */
export function* listKeys({ urn, groups }: Caller): Generator<Holder> {
  yield everyone;
  yield urn;
  if (groups.length > 0) yield everyMember;
  yield* groups;
}

/** The holders of one privilege over the platform. */
export class Holders {
  readonly #all = new Set<Holder>();

  add(actors: PolicyActors): void {
    for (const holder of listHolders(actors)) this.#all.add(holder);
  }

  include(caller: Caller): boolean {
    for (const key of listKeys(caller)) if (this.#all.has(key)) return true;
    return false;
  }
}
