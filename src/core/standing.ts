import type { Privilege } from '../datahub/privileges.js';
import type { Resource } from './resource.js';

/** A right that work rests on. */
export interface Judgement {
  /** Judges again, with what the caller may do now. */
  readonly holds: (resource: Resource | undefined) => boolean;
  /** The privileges of which the caller needs one. */
  readonly needs: readonly Privilege[];
  /** The entity that the right is over; undefined: over the platform. */
  readonly resource: Resource | undefined;
}

/** Asks one question of the database, within the transaction that a judgement is for. */
export interface Asks {
  query<Row>(sql: string, params?: readonly unknown[]): Promise<Row[]>;
}

/**
 * The facts that work itself changes and on which its caller's rights are based: `access`, users, groups and policies,
 * which are locked against other changes; `places`, the containers of entities; `credentials`, tokens and sessions.
 */
export type OwnChange = 'access' | 'places' | 'credentials';

/** The facts on which a caller's rights are based: its token or session, its user, its groups, the policies. */
export interface Standing {
  /** The rights that the request's work rests on so far. */
  readonly judgements: Judgement[];
  /** Checks the caller against the committed state, before any right is checked. @throws UNAUTHENTICATED */
  renew(): Promise<void>;
  /** The parameters of `callerStands` (db/caller-stands.ts). @param changed what is left out: null */
  facts(changed?: OwnChange): readonly (string | number | null)[];
  /**
   * Checks the caller and its rights against the committed state, if that differs from the state of the last check.
   *
   * @param changed the facts that the transaction may have changed since it last confirmed them; they are not checked
   * @throws UNAUTHENTICATED, UNAUTHORIZED
   */
  confirm(tx: Asks, changed?: OwnChange): Promise<void>;
}

/** Whether a right was based on the containers of the entity. */
export const isContained = ({ containers }: Resource): boolean =>
  typeof containers === 'object' && containers.length > 0;

interface HasStanding {
  readonly standing?: Standing | undefined;
}

/**
 * Runs work, then forgets the rights that it has checked: they are not checked again for later work of the same
 * request.
 */
export async function judgedWithin<T>(caller: HasStanding | undefined, work: () => Promise<T>): Promise<T> {
  const judgements = caller?.standing?.judgements;
  const before = judgements?.length;
  try {
    return await work();
  } finally {
    if (judgements) judgements.length = before!;
  }
}
