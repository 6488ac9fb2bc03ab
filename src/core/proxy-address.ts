/** The form of the address of a proxy, as error messages state it. */
export const proxyRule =
  'must be the http:// or https:// address of a proxy, such as http://proxy.internal:3128; a user name and a password ' +
  'before the host are percent-encoded';

/** Whether a text is the address of a proxy for HTTP. */
export function isProxyAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, pathname, search, hash, username, password } = new URL(text);
  if (!/^https?:$/.test(protocol) || !hostname || port === '0' || pathname !== '/' || search || hash)
    return false;
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether a host is this machine: a proxy would take it for its own.
 *
 * @param host as `URL` writes it
 */
export const isThisMachine = (host: string): boolean =>
  /^(127\.[\d.]+|0\.0\.0\.0|\[::1?\]|\[::ffff:7f.*\]|(.*\.)?localhost\.?)$/.test(host);
