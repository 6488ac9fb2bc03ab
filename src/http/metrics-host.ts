import { isIP } from 'node:net';

/**
 * Whether a `Host` header names this machine: by an address or as localhost. A web page can have
 * a browser ask any address, but under the page's own name.
 */
export function isOwnHost(header: string | undefined): boolean {
  if (header === undefined || !URL.canParse(`http://${header}`)) return false;
  const name = new URL(`http://${header}`).hostname;
  return name === 'localhost' || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
}
