import type { Actor, CallingToken } from '../core/actor.js';
import { lacking } from '../core/authorization.js';
import type { Clock } from '../core/clock.js';
import { unauthenticated } from '../core/errors.js';
import { anyContainers, type Resource } from '../core/resource.js';
import { type Asks, isContained, type Judgement, type OwnChange, type Standing } from '../core/standing.js';
import { callerStands } from '../db/caller-stands.js';
import { runInTurns, type Steps } from '../scheduling/steps.js';
import { includesPrivilege } from './scopes.js';

/** The rights of a caller, and the facts on which they are based. */
export interface Known {
  /** The URNs of its groups, in the order of the database. */
  readonly groups: readonly string[];
  readonly policyVersion: number;
  /** Within the scopes of its token. */
  readonly can: Actor['can'];
  /** Whatever the scopes. */
  readonly userCan: Actor['can'];
}

/** The caller and its credentials. */
export interface Credentials {
  readonly urn: string;
  readonly token: Omit<CallingToken, 'userCan' | 'includes'> | null;
  /** The key of a session of the console. */
  readonly session: string | null;
  /** When a JSON Web Token ends, in ms since the epoch. */
  readonly endsAt: number | null;
  /** The latest expiry of tokens that the caller creates, as in `Actor.cappedAt`. */
  readonly cappedAt: number | null;
}

interface Deps {
  readonly clock: Clock;
  readonly readContainers: ReadContainers;
}

/** Returns the containers that entities are in, directly or not. */
export type ReadContainers = (
  tx: Asks,
  urns: readonly string[],
) => Promise<ReadonlyMap<string, readonly string[]>>;

/** An authenticated caller with the rights of its last check. */
export class AuthenticatedCaller implements Standing {
  readonly judgements: Judgement[] = [];
  readonly urn: string;
  readonly token: CallingToken | undefined;
  readonly session: string | undefined;
  readonly cappedAt: number | null;
  readonly #endsAt: number | null;
  readonly #read: (tx?: Asks) => Promise<Known>;
  readonly #deps: Deps;
  #known: Known;

  /** @param read returns what holds now, in the transaction if one is given, or throws UNAUTHENTICATED */
  constructor(
    { urn, token, session, endsAt, cappedAt }: Credentials,
    known: Known,
    read: (tx?: Asks) => Promise<Known>,
    deps: Deps,
  ) {
    this.urn = urn;
    this.cappedAt = cappedAt;
    this.session = session ?? undefined;
    this.#endsAt = endsAt;
    this.#known = known;
    this.#read = read;
    this.#deps = deps;
    const userCan: Actor['can'] = (privilege, resource) => this.#known.userCan(privilege, resource);
    // Not a spread, whose result V8 keeps as a slow dictionary.
    this.token = token
      ? {
          ...{ id: token.id, scopes: token.scopes, endsSoon: token.endsSoon, userCan },
          includes: (privilege) => includesPrivilege(token.scopes, privilege),
        }
      : undefined;
  }

  readonly can: Actor['can'] = (privilege, resource) => this.#known.can(privilege, resource);

  async renew(): Promise<void> {
    this.#rejectEnded();
    this.#known = await this.#read();
  }

  facts(changed?: OwnChange) {
    const { groups, policyVersion } = this.#known;
    const now = this.#deps.clock();
    const { urn, token, session = null } = this;
    const access = changed === 'access' ? [null, null] : [groups.join('\n'), policyVersion];
    return [urn, ...access, token?.id ?? null, session, this.#endsAt, now];
  }

  async confirm(tx: Asks, changed?: OwnChange): Promise<void> {
    if (changed === 'credentials') return;
    const isSame = await callerStands(tx, this.facts(changed));
    if (!isSame) {
      this.#rejectEnded();
      this.#known = await this.#read(tx);
    }
    if (changed === 'access') return;
    const hasMoved = changed !== 'places' && (await this.#locate(tx));
    if (!isSame || hasMoved) await runInTurns(this.#judgeAgain());
  }

  #rejectEnded(): void {
    if (this.#endsAt !== null && this.#endsAt <= this.#deps.clock())
      throw unauthenticated('expired', 'external token: expired');
  }

  /** Notes where the entities are now whose rights rest on it. @returns whether there are any */
  async #locate(tx: Asks): Promise<boolean> {
    const contained = this.judgements.flatMap(({ resource, holds }) =>
      resource && restsOnContainers(resource, holds) ? resource.urn : [],
    );
    if (contained.length === 0) return false;
    const containers = await this.#deps.readContainers(tx, contained);
    for (const [index, { resource, ...right }] of this.judgements.entries()) {
      const above = resource && containers.get(resource.urn);
      if (above) this.judgements[index] = { ...right, resource: { ...resource, containers: above } };
    }
    return true;
  }

  *#judgeAgain(): Steps<void> {
    for (const { holds, needs, resource } of this.judgements) {
      yield;
      if (holds(resource)) continue;
      const what = resource ? ` over ${resource.urn}` : '';
      throw lacking(this, `do this${what} any more, after a change of its rights during the request`, needs);
    }
  }
}

/** Whether a right over an entity follows from where the entity is, or could, now that it does not follow otherwise. */
const restsOnContainers = (resource: Resource, holds: Judgement['holds']): boolean =>
  isContained(resource) || (!holds(resource) && holds({ ...resource, containers: anyContainers }));
