import { isIP } from 'node:net';

/**
 * Whether a `Host` header names this machine: by an address, as localhost, or by a name of its own. A web page can have
 * a browser ask any address, but under the page's own name.
 */
export function isOwnHost(header: string | undefined, ownName: string): boolean {
  if (header === undefined || !URL.canParse(`http://${header}`)) return false;
  const name = new URL(`http://${header}`).hostname;
  return (
    name === 'localhost' || name === ownName.toLowerCase() || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
  );
}
