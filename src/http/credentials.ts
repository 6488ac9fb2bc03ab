import { unauthenticated } from '../domain/errors.js';

/** What a request says about its caller, none of it checked. */
export interface Credentials {
  /** What follows `Bearer`; null without an Authorization header. */
  readonly tokenText: string | null;
  /** The users that the actor headers name, each once; more than one when they disagree. */
  readonly actorUrns: readonly string[];
}

const actorHeaders = ['x-service-actor', 'x-datahub-actor'];
const bearer = /^bearer +(\S+)$/i;

/**
 * Reads the raw headers: of two Authorization headers Node would show the first alone, and a proxy in front may
 * have checked the other.
 *
 * @param rawHeaders names and values in turns
 * @throws UNAUTHENTICATED when what stands under Authorization is not exactly one bearer token
 */
export function readCredentials(rawHeaders: readonly string[]): Credentials {
  const [authorization, ...more] = valuesOf(rawHeaders, 'authorization');
  const actorUrns = [...new Set(actorHeaders.flatMap((name) => valuesOf(rawHeaders, name)))];
  if (authorization === undefined) return { tokenText: null, actorUrns };
  const tokenText = bearer.exec(authorization)?.[1];
  if (tokenText === undefined || more.length > 0) throw unauthenticated('malformed Authorization header');
  return { tokenText, actorUrns };
}

const valuesOf = (rawHeaders: readonly string[], name: string) =>
  rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]!.toLowerCase() === name);
