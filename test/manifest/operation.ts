import type { auditEventTypes } from '../../src/datahub/audit-event-types.js';
import type { Privilege } from '../../src/datahub/privileges.js';

/** The things that an operation is tried on. Those of a user are the user's own. */
export interface Subject {
  readonly urn: string;
  /** The text of one of the user's access tokens, and its id. */
  readonly token: string;
  readonly tokenId: string;
  readonly dataset: string;
  readonly container: string;
  readonly tag: string;
  readonly domain: string;
  readonly term: string;
  readonly policy: string;
  readonly secret: string;
  /** A user, a service account and a group that operations may change and remove. */
  readonly user: string;
  readonly service: string;
  readonly group: string;
  /** The id of a webhook whose endpoint refuses every attempt. */
  readonly webhook: string;
  /** A tag that was deleted and can be restored. */
  readonly deletedTag: string;
  /** The id of a change of the dataset's description that can be undone. */
  readonly change: string;
  /** The call that made it. */
  readonly changeSet: string;
}

/**
 * An operation of the API: a request that it serves, and the rules of its callers. Its name in a manifest is
 * `query search`, `mutation addTag` or `POST /aspects?action=ingestProposal`, perhaps with another case in parentheses.
 */
export interface Operation {
  /** The arguments of a GraphQL field. */
  readonly args?: (on: Subject) => Readonly<Record<string, unknown>>;
  /** The fields that the document selects; by default the names of types. */
  readonly select?: string;
  /** The URL of an HTTP request, without a prefix; by default the path of the name, of the dataset. */
  readonly url?: (on: Subject) => string;
  readonly body?: (on: Subject) => unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the path does not exist under `/gms` and `/api/gms`. */
  readonly isOnce?: true;
  /** Each of these is enough, in the order in which a refusal names them. Absent: every user may. Scopes follow them. */
  readonly privileges?: readonly Privilege[];
  /** Whether it takes several rights, all of which these privileges include. A refusal names those of the missing right. */
  readonly takesSeveral?: true;
  /** Whether it also names entities that belong to no caller, so that rights over the caller's own are not enough. */
  readonly isOfOthers?: true;
  /** The same as `privileges`, for what is the caller's own. */
  readonly ownPrivileges?: readonly Privilege[];
  /** Whether it needs no caller. */
  readonly isPublic?: true;
  /** The status or the code of the error for those who may; default: 200. */
  readonly answers?: number;
  /** The audit events that the operation can leave. */
  readonly events?: readonly (typeof auditEventTypes)[number][];
}

export type Operations = Readonly<Record<string, Operation>>;
