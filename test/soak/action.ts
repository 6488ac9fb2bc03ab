import type { Json } from '../../src/json/lossless-json.js';
import { createDocument, type Request } from '../manifest/operations.js';
import type { Choose } from '../support/random.js';
import type { Facts } from './facts.js';

/**
 * What a change makes of the facts of an entity; undefined: it cannot have been done.
 *
 * @param last the facts before the entity was last deleted
 */
export type Effect = (before: Facts, last: Facts) => Facts | undefined;

/** Rights that access steps give and take: over assets, over tags, and to delete a tag, which either gives. */
export type Right = 'assets' | 'tags' | 'either';

/** What earlier steps of a run have made. */
export interface Made {
  /** Returns the id of the call of a step; undefined: it was not done. */
  callOf(step: number): string | undefined;
  /** The id of the webhook of the run. */
  readonly webhook: string;
  /** Returns the newest token of a caller whose text an answer had. */
  tokenOf(caller: string): Token | undefined;
}

export interface Token {
  readonly id: string;
  readonly text: string;
}

// biome-ignore lint/suspicious/noExplicitAny: arguments are JSON of the action's own
export type Args = any;

/** A kind of step: an operation of the manifests with arguments that a seed chooses, and what it must do. */
export interface Action {
  /** Its name in the manifests. */
  readonly operation: string;
  /** How often it is chosen, beside the others. */
  readonly weight: number;
  /** Which right it takes; absent: every user may. */
  readonly right?: Right;
  /**
   * @param step the number of the step, which may refer to earlier ones
   * @param caller whom it is about, if an administrator does it
   */
  plan(choose: Choose, step: number, caller: string): Args;
  /** Returns undefined if an earlier step that it needs was not done. */
  request(args: Args, made: Made): Request | undefined;
  /** What it makes of each entity. Absent: it changes no metadata. */
  effects?(args: Args, made: Made): ReadonlyMap<string, Effect>;
  /** The event of a time series that it writes. */
  event?(args: Args): { readonly urn: string; readonly aspect: string; readonly time: number };
  /** Up to which time it deletes events of an aspect, which is done later. */
  truncatesTo?(args: Args, aspect: string): number;
  /** Whether it is done in several transactions, of which a later one can be refused. */
  readonly isInSteps?: true;
  /** The step that it takes back. */
  takesBack?(args: Args): number;
  /** Returns what an answer says, for the rules of reads (`audit/reads.ts`). */
  readonly reads?: Reading;
}

export interface Reading {
  /** The facts that an answer shows, by entity. */
  facts?(args: Args, data: Json): ReadonlyMap<string, Facts>;
  /** How many datasets an answer counts, once or for several values. */
  totals?(args: Args, data: Json): readonly Total[];
}

export interface Total {
  readonly counted: number;
  /** Whether the facts of a dataset make it count. */
  readonly counts: (facts: Facts) => boolean;
}

/** Returns the request of a GraphQL operation. @param name as in the manifests */
export const graphql = (name: string, variables: Readonly<Record<string, unknown>>): Request => ({
  ...{ method: 'POST', url: '/api/graphql' },
  payload: { query: createDocument(name, Object.keys(variables)), variables },
});
