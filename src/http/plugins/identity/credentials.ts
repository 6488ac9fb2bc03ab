/** The credentials of a request. Nothing of them is checked yet. */
export interface Credentials {
  /** The text after `Bearer`; null without an Authorization header; empty if there is not exactly one bearer token. */
  readonly tokenText: string | null;
  /** The distinct users that the actor headers name. More than one when the headers disagree. */
  readonly actorUrns: readonly string[];
}

const actorHeaders: ReadonlySet<string> = new Set(['x-service-actor', 'x-datahub-actor']);
const bearer = /^bearer +(\S+)$/i;

/**
 * Reads the raw headers. Of two Authorization headers Node shows only the first, and a proxy in front may have checked
 * the other.
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
