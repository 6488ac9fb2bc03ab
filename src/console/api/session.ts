import { graphql } from '../../client/documents.js';
import { entityName, namedEntity } from '../../client/named-entity.js';
import { grantedPrivileges } from '../../client/policy.js';
import { consolePath } from '../base.js';
import { caller, sessionEnded } from './caller.js';
import { reloadAll } from './reload.js';
import { post, request, send } from './request.js';

const me = graphql('query Me { me { corpUser { ...NamedEntity } } }', [namedEntity]);

/**
 * Says in every tab that there may be a session, whose cookie scripts cannot see. Without it the service is not asked, so
 * that the first visit makes no request that is refused.
 */
const sessionKey = 'catalog-session';

/** Asks the service who the caller is. @throws RequestError when the service does not answer */
export async function loadCaller(): Promise<void> {
  if (localStorage.getItem(sessionKey) === null) {
    caller.value = null;
    return;
  }
  const answer = await request(me, {}).catch((error) => {
    if (caller.value !== null) throw error;
    localStorage.removeItem(sessionKey);
    sessionEnded.value = true;
    return null;
  });
  const user = answer?.me?.corpUser;
  if (user === undefined) return;
  const { urn } = user;
  const { getGrantedPrivileges } = await request(grantedPrivileges, { input: { actorUrn: urn } });
  sessionEnded.value = false;
  reloadAll();
  caller.value = { urn, name: entityName(user), privileges: new Set(getGrantedPrivileges?.privileges) };
}

/** @throws RequestError when the service refuses the token */
export async function signIn(token: string): Promise<void> {
  await post(`${consolePath}/session`, { token });
  localStorage.setItem(sessionKey, 'yes');
  await loadCaller();
}

/** Signs in with the secret of a sign-in link, which ends. The page is loaded anew afterwards. @throws RequestError */
export async function signInByLink(link: string): Promise<void> {
  await post(`${consolePath}/session`, { link });
  localStorage.setItem(sessionKey, 'yes');
}

export async function signOut(): Promise<void> {
  await send('DELETE', `${consolePath}/session`);
  signedOut();
}

/** Ends the caller's sessions in all browsers, this one included. */
export async function endAllSessions(): Promise<void> {
  await send('DELETE', `${consolePath}/sessions`);
  signedOut();
}

/** Leaves the page to whoever signs in next. */
export function signedOut(): void {
  localStorage.removeItem(sessionKey);
  sessionEnded.value = false;
  caller.value = null;
}
