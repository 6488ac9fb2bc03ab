import type { Resource } from './resource.js';

/** A right that work rests on. */
export interface Judgement {
  /** Judges again, with what the caller may do now. */
  readonly holds: (resource: Resource | undefined) => boolean;
  /** The entity that the right is over; undefined: over the platform. */
  readonly resource: Resource | undefined;
}

/** Asks one question of the database, within the transaction that a judgement is for. */
export interface Asks {
  query<Row>(sql: string, params?: readonly unknown[]): Promise<Row[]>;
}

/**
 * What work itself changes of all that its caller's rights rest on: `access`, users, groups and policies, which nothing
 * else changes meanwhile; `places`, the containers of entities; `credentials`, tokens and sessions.
 */
export type OwnChange = 'access' | 'places' | 'credentials';

/** What a caller's rights rest on: its token or session, its user, its groups, the policies. */
export interface Standing {
  /** The rights that the request's work rests on so far. */
  readonly judgements: Judgement[];
  /** Judges the caller by what is committed now, before any right is judged. @throws UNAUTHENTICATED */
  renew(): Promise<void>;
  /** The parameters of `callerStands` (db/caller-stands.ts). @param changed what is left out: null */
  facts(changed?: OwnChange): readonly (string | number | null)[];
  /**
   * Judges the caller and its rights by what is committed now, where that differs from what they were judged by.
   *
   * @param changed what the transaction may have changed since it confirmed them before; that is not judged
   * @throws UNAUTHENTICATED, UNAUTHORIZED
   */
  confirm(tx: Asks, changed?: OwnChange): Promise<void>;
}

/** Whether a right was judged by the containers that the entity is in. */
export const isContained = ({ containers }: Resource): boolean =>
  typeof containers === 'object' && containers.length > 0;

interface HasStanding {
  readonly standing?: Standing | undefined;
}

/**
 * Runs work, then forgets the rights that it has judged: they are not judged again for later work of the same request.
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
