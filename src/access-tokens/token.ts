import type { Urn } from '../core/urn.js';
import type { Scopes } from './scopes.js';

const hour = 3_600_000;
const day = 24 * hour;

/** Lifetimes in milliseconds; null: never expires (docs/wire-contract.md, "Access tokens"). */
export const tokenDurations = {
  ONE_HOUR: hour,
  ONE_DAY: day,
  ONE_WEEK: 7 * day,
  ONE_MONTH: 30 * day,
  THREE_MONTHS: 90 * day,
  SIX_MONTHS: 180 * day,
  ONE_YEAR: 365 * day,
  NO_EXPIRY: null,
} as const;
export type TokenDuration = keyof typeof tokenDurations;

export const computeExpiry = (lifetime: number | null, now: number): number | null =>
  lifetime === null ? null : now + lifetime;

/** Returns the earlier of two times; null is never. */
export const earlier = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** A token of a person, or of a service account. */
export type TokenType = 'PERSONAL' | 'SERVICE_ACCOUNT';

/** The record of a token, without its text. Times are milliseconds since the epoch. */
export interface AccessToken {
  readonly id: string;
  readonly type: TokenType;
  readonly name: string;
  readonly description: string | null;
  /** The user that the token acts as. */
  readonly actorUrn: Urn;
  /** The user that created it. */
  readonly ownerUrn: Urn;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly scopes: Scopes;
  /** Since when it is refused because a user who owns it, or has rotated it, is suspended; null: it is not. */
  readonly withdrawnAt: number | null;
  /** Those users. */
  readonly withdrawnBecauseOf: readonly Urn[];
}

/** How long before the expiry of a long-lived token responses start to warn about it, in ms. */
const soonMaxMs = 7 * 86_400_000;

/** Returns when a token ends, if that is soon: in the last fifth of its life, and within 7 days. Null: not soon. */
export function endsSoon(
  { createdAt, expiresAt }: { readonly createdAt: number; readonly expiresAt: number | null },
  now: number,
): number | null {
  if (expiresAt === null) return null;
  return expiresAt - now <= Math.min((expiresAt - createdAt) / 5, soonMaxMs) ? expiresAt : null;
}
