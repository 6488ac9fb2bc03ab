import type { PolicyActors } from '../policy.js';

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

export function* listHolders({ allUsers, users, allGroups, groups = [] }: PolicyActors): Generator<Holder> {
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
