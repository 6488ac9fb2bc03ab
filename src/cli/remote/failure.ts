import { type Privilege, privileges } from '../../datahub/privileges.js';
import { CommandFailed } from '../command-failed.js';
import { plain } from './output.js';
import type { Target } from './target.js';

/** The service has refused one operation. */
export class Refused extends CommandFailed {
  override readonly name = 'Refused';

  /** @param type one of docs/wire-contract.md, "Errors", or an HTTP status */
  constructor(
    message: string,
    readonly type: string,
  ) {
    super(message);
  }
}

const maxMessageLength = 4_000;

/** What the service tells of a refusal beside its message. */
export interface Lack {
  /** Of these privileges, the caller needs one. */
  readonly missingPrivileges?: readonly Privilege[] | undefined;
  /** `TOKEN_SCOPES`: the scopes of the token include none of them. */
  readonly reason?: string | undefined;
  /** Of the entities that the request names, the first that is refused. */
  readonly refusedEntity?: string | undefined;
}

/**
 * Returns the failure for an error of the service.
 *
 * @param type one of docs/wire-contract.md, "Errors", or an HTTP status
 */
export function refusal(target: Target, type: string, message: string, lack: Lack = {}): Refused {
  if (type === 'UNAUTHENTICATED' || type === '401') return new Refused(notAuthenticated(target), '401');
  const text = plain(String(message)).slice(0, maxMessageLength);
  if (type !== 'UNAUTHORIZED' && type !== '403') return new Refused(text, type);
  return new Refused(notAllowed(text, lack), 'UNAUTHORIZED');
}

/** Why a service wants a token, or another one, and how to get it. */
export function notAuthenticated({ url, token, tokenFrom }: Target): string {
  const next =
    '`catalog login` takes a token. An administrator creates one with `catalog token create --for <user>`, or, on the machine ' +
    'of the database, with `catalog token create --local --actor <urn>`.';
  if (token === null) {
    const why = tokenFrom ? ` (${tokenFrom})` : '';
    return `The catalog at ${url} requires an access token${why}. ${next}`;
  }
  return (
    `The catalog at ${url} does not accept the access token of ${tokenFrom}: it is unknown, expired or revoked, or its user is ` +
    `suspended or removed. ${next}`
  );
}

function notAllowed(message: string, { missingPrivileges = [], reason, refusedEntity }: Lack): string {
  const known = missingPrivileges.filter((name) => Object.hasOwn(privileges, name));
  const [first] = known;
  if (first === undefined) return message;
  const names = known.map((name) => `${name} (${privileges[name]})`).join(' or ');
  const what = refusedEntity === undefined ? 'do this' : `do this to ${plain(refusedEntity)}`;
  if (reason === 'TOKEN_SCOPES')
    return (
      `You may not ${what}: the scopes of the token do not include the privilege ${names}.\n` +
      'Use a token with other scopes, or without any: catalog token create --scope …'
    );
  return (
    `You may not ${what}: the user and the scopes of the token need the privilege ${names}.\n` +
    `An administrator grants it with: catalog policy grant <user> ${first}`
  );
}
