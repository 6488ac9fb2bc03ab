import { serviceAccount } from '../urn/spelling.js';

/** Returns the page of the console for an entity of any type. The address of the page has the URN as `urn`. */
export function consolePage(urn: string): string {
  if (urn.startsWith('urn:li:tag:')) return 'tag';
  if (urn.startsWith('urn:li:corpGroup:')) return 'groups';
  if (!urn.startsWith('urn:li:corpuser:')) return 'entity';
  return serviceAccount.test(urn) ? 'service-accounts' : 'users';
}
