/** What a request says about its caller, none of it checked. */
export interface Credentials {
  /** What follows `Bearer`; null without an Authorization header; empty when that is not one bearer token alone. */
  readonly tokenText: string | null;
  /** The users that the actor headers name, each once; more than one when they disagree. */
  readonly actorUrns: readonly string[];
}

const actorHeaders: ReadonlySet<string> = new Set(['x-service-actor', 'x-datahub-actor']);
const bearer = /^bearer +(\S+)$/i;

/**
 * Reads the raw headers: of two Authorization headers Node would show the first alone, and a proxy in front may
 * have checked the other.
 *
 * @param rawHeaders names and values in turns
 */
export function readCredentials(rawHeaders: readonly string[]): Credentials {
  const authorizations: string[] = [];
  const actorUrns = new Set<string>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase();
    if (name === 'authorization') authorizations.push(rawHeaders[i + 1]!);
    if (actorHeaders.has(name)) actorUrns.add(rawHeaders[i + 1]!);
  }
  return { tokenText: bearerToken(authorizations), actorUrns: [...actorUrns] };
}

function bearerToken([authorization, ...more]: readonly string[]): string | null {
  if (authorization === undefined) return null;
  return (more.length === 0 && bearer.exec(authorization)?.[1]) || '';
}
