import type { Json } from '../../json/lossless-json.js';
import { atOnce, type Steps } from '../../scheduling/steps.js';
import { memberFollowers } from './table.js';

export const needsBefore = (aspectName: string): boolean =>
  memberFollowers.get(aspectName)?.needsBefore ?? false;

/** Returns an aspect as it is stored, see `MemberFollower`. */
export const withFollowers = (
  aspectName: string,
  value: Readonly<Json>,
  before: Readonly<Json> | null,
): Steps<Readonly<Json>> => memberFollowers.get(aspectName)?.follow(value, before) ?? atOnce(value);
