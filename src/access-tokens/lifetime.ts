import { badRequest } from '../core/errors.js';
import { quoted } from '../core/urn.js';
import { type TokenDuration, tokenDurations } from './token.js';

/** Exactly one of the two. */
export interface LifetimeRequest {
  /** A key of `tokenDurations`. */
  readonly duration?: string | null | undefined;
  /** Such as P30D. */
  readonly durationIso?: string | null | undefined;
}

/** How long tokens may live, by the operator's settings. */
export interface LifetimeRules {
  /** ACCESS_TOKEN_DURATIONS */
  readonly durations: readonly TokenDuration[];
  /** ACCESS_TOKEN_MAX_DAYS */
  readonly maxDays: number;
  /** ACCESS_TOKEN_ALLOW_NO_EXPIRY */
  readonly allowNoExpiry: boolean;
}

/**
 * Returns the lifetime of a new token in ms; null: it never expires. @throws BAD_REQUEST when one length is not given,
 * or not allowed
 */
export function checkLifetime(
  { duration, durationIso }: LifetimeRequest,
  rules: LifetimeRules,
): number | null {
  if (typeof duration === 'string' && typeof durationIso === 'string')
    throw badRequest('duration and durationIso are both set; set only one of them');
  if (typeof durationIso === 'string')
    return checkLength(parseIsoDuration(durationIso, 'durationIso'), rules);
  if (typeof duration === 'string') return parseLength(duration, rules);
  throw badRequest('duration is missing; set it, or durationIso such as P30D');
}

/** Checks the lifetime of an existing token. @throws BAD_REQUEST when it is no longer allowed */
export function checkLength(lifetime: number | null, rules: LifetimeRules): number | null {
  if (lifetime === null) return parseLength('NO_EXPIRY', rules);
  const longest = Math.max(0, ...finiteDurations(rules).map((name) => tokenDurations[name]!));
  const limit = Math.min(longest, rules.maxDays * tokenDurations.ONE_DAY);
  if (lifetime <= limit) return lifetime;
  throw badRequest(
    `the lifetime of the token would be ${lifetime / 1_000} s; at most ${limit / 1_000} s are allowed (ACCESS_TOKEN_MAX_DAYS, ACCESS_TOKEN_DURATIONS)`,
  );
}

function parseLength(duration: string, rules: LifetimeRules): number | null {
  if (!Object.hasOwn(tokenDurations, duration))
    throw badRequest(
      `duration is ${quoted(duration)}; expected one of ${Object.keys(tokenDurations).join(', ')}`,
    );
  const allowed: readonly string[] = finiteDurations(rules).filter(
    (name) => tokenDurations[name]! <= rules.maxDays * tokenDurations.ONE_DAY,
  );
  if (duration === 'NO_EXPIRY' && !(rules.allowNoExpiry && rules.durations.includes('NO_EXPIRY')))
    throw badRequest(
      `duration NO_EXPIRY is not allowed (ACCESS_TOKEN_ALLOW_NO_EXPIRY); the longest is ${allowed.at(-1)}`,
    );
  if (duration !== 'NO_EXPIRY' && !allowed.includes(duration))
    throw badRequest(
      `duration ${duration} is not allowed (ACCESS_TOKEN_DURATIONS, ACCESS_TOKEN_MAX_DAYS); allowed are ${allowed.join(', ')}`,
    );
  return tokenDurations[duration as TokenDuration];
}

/** Returns the allowed durations that end, the shortest first. */
const finiteDurations = ({ durations }: LifetimeRules) =>
  (Object.keys(tokenDurations) as TokenDuration[]).filter(
    (name) => tokenDurations[name] !== null && durations.includes(name),
  );

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const weeks = /^P(\d{1,4})W$/;
const parts = /^P(?:(\d{1,5})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/;

/**
 * Returns the ms of an ISO 8601 duration in weeks, or in days, hours, minutes and seconds, in whole numbers. Months and
 * years have no fixed length.
 *
 * @throws BAD_REQUEST for any other text, and for zero
 */
export function parseIsoDuration(text: string, name: string): number {
  const [, inWeeks] = weeks.exec(text) ?? [];
  const [, ...numbers] = parts.exec(text) ?? [];
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = numbers.map((number) => Number(number ?? 0));
  const length =
    Number(inWeeks ?? 0) * 7 * day + days * day + hours * hour + minutes * minute + seconds * second;
  if (length > 0) return length;
  throw badRequest(
    `${name} is ${quoted(text)}; expected an ISO 8601 duration of weeks, or of days, hours, minutes and seconds, ` +
      'such as P30D or PT12H; months and years have no fixed length',
  );
}
