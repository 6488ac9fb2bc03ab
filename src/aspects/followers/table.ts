import type { ParsedUrn } from '../../core/urn.js';
import type { Json } from '../../json/lossless-json.js';
import type { Steps } from '../../scheduling/steps.js';
import { defaultBrowsePath } from './browse-path.js';
import { followDomains } from './domains.js';
import { followOwners } from './owner-types.js';

/** Members of an aspect that follow other members of it. */
export interface MemberFollower {
  /**
   * Returns the value with the members that follow; the value itself if they follow already, or if it does not fit the
   * model.
   *
   * @param before the value that is replaced; null if there is none, or if the rule does not need it
   * @throws INVALID_ASPECT when both were changed and contradict each other
   */
  readonly follow: (value: Readonly<Json>, before: Readonly<Json> | null) => Steps<Readonly<Json>>;
  /** Whether the result depends on the value that is replaced. */
  readonly needsBefore: boolean;
}

/** An aspect of a new entity that was written without it. */
export type DefaultAspect = (entity: ParsedUrn, delimiters: Delimiters) => Json;

/** What separates the levels in the names of a platform's datasets, by the URN of the platform. */
export type Delimiters = ReadonlyMap<string, string>;

/** What DataHub's server writes beside what clients send, by aspect. */
export const memberFollowers: ReadonlyMap<string, MemberFollower> = new Map([
  ['domains', { follow: followDomains, needsBefore: true }],
  ['ownership', { follow: followOwners, needsBefore: false }],
]);
export const defaultAspects: ReadonlyMap<string, DefaultAspect> = new Map([
  ['browsePathsV2', defaultBrowsePath],
]);
