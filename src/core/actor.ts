import type { Privilege } from '../datahub/privileges.js';
import type { Deadline } from './deadline.js';
import type { MemoryShare } from './memory-budget.js';
import { systemUser } from './reserved-users.js';
import type { Resource } from './resource.js';
import type { Standing } from './standing.js';

/** Where a request came from, for the audit. */
export interface Origin {
  /** Also the name of all changes that the request makes, their change set. Null where there is no request. */
  readonly requestId: string | null;
  readonly address: string | null;
  /** Short, and without tokens. */
  readonly userAgent: string | null;
  readonly transport: 'GRAPHQL' | 'OPENAPI' | 'RESTLI' | 'BROWSER' | 'CONSOLE';
}

/** Whose request some work is for, without rights: what the database layer needs of an actor. */
export interface Requester {
  readonly urn: string;
  /** When the response is due; undefined: no limit. */
  readonly deadline?: Deadline | undefined;
  /** Undefined: not known. */
  readonly origin?: Origin | undefined;
  /** For work whose memory the request's size does not show; undefined: no limit. */
  memory?: MemoryShare | undefined;
  /** The warnings of the response; undefined: none. */
  warnings?: Set<string> | undefined;
  /** The access token of the request; undefined: it has none. */
  readonly token?: CallingToken | undefined;
  /** Judged again in every transaction that writes; undefined: nothing is, for the service's own work. */
  readonly standing?: Standing | undefined;
}

/** Returns where changes come from as JSON, for `originValues` (history/insert-sql.ts); null: it is not known. */
export const writeOrigin = ({ origin }: Pick<Requester, 'origin'>): string | null =>
  origin ? JSON.stringify(origin) : null;

/** The actor of commands run on the server itself and of startup, where there is no login. */
export const operator: Requester = {
  urn: systemUser,
  origin: { requestId: null, address: null, userAgent: null, transport: 'CONSOLE' },
};

/** The authenticated user who makes a request. The rights are those of this request only, as of the last check. */
export interface Actor extends Requester {
  /** With an access token, within its scopes. */
  can(privilege: Privilege, resource?: Resource): boolean;
  /**
   * Expiry of its JSON Web Token, or of the one with which its access token was created, in ms since the epoch; null:
   * there is none.
   */
  readonly cappedAt?: number | null | undefined;
  /** The key of the console session that represents the token; undefined: the request has the token itself, or none. */
  readonly session?: string | undefined;
  /** The header `X-Keep-Edited-Tags`; undefined: the request has none. */
  keepsEditedTags?: boolean | undefined;
}

/** A user, and the facts on which its rights are based. */
export interface KnownUser {
  readonly urn: string;
  readonly groups: readonly string[];
  readonly policyVersion: number;
}

/** Returns a user with its rights under the policies, for work that no request makes. */
export type ReadActor = (user: KnownUser) => Promise<Actor>;

export interface CallingToken {
  readonly id: string;
  /** null: all that the user may do */
  readonly scopes: readonly string[] | null;
  /** Whether one of the scopes includes a privilege. */
  readonly includes: (privilege: Privilege) => boolean;
  /** The rights of the user, regardless of the scopes. Only for the revocation of this token. */
  readonly userCan: Actor['can'];
  /** When it ends, in ms since the epoch, if that is soon; null: not soon. */
  readonly endsSoon: number | null;
}
