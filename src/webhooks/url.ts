import { isIP } from 'node:net';
import { badRequest } from '../core/errors.js';
import { invalidTextReason } from '../core/text.js';
import type { AddressRules } from './addresses.js';

const maxLength = 2_048;

/** The name or the address of a URL. */
export const readHost = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Returns the URL of an endpoint in its normal form. Names are resolved at each attempt, and not here. A message never
 * has more than the host of the URL: its path can be a secret.
 *
 * @throws BAD_REQUEST
 */
export function parseEndpoint(text: string, rules: AddressRules): string {
  if (text.length > maxLength)
    throw badRequest(`url has ${text.length} characters; at most ${maxLength} are allowed`);
  if (!URL.canParse(text) || invalidTextReason(text) !== null)
    throw badRequest('url is not a URL; expected one such as https://hooks.example.org/catalog');
  const url = new URL(text);
  if (url.username || url.password)
    throw badRequest(
      'url contains a user name or a password; receivers verify the signature of each message instead',
    );
  const isSecure = url.protocol === 'https:';
  if (!isSecure && !(url.protocol === 'http:' && rules.hasNetworks))
    throw badRequest(
      `url begins with ${url.protocol}; expected https:, or http: to a network of WEBHOOK_ALLOWED_NETWORKS, ` +
        `which ${rules.hasNetworks ? 'has some' : 'is empty'}`,
    );
  // Node.js would connect to the default port.
  if (url.port === '0') throw badRequest('url has the port 0, to which nothing can connect');
  const host = readHost(url);
  if (isIP(host) !== 0 && !rules.mayConnect(host, isSecure))
    throw badRequest(`url has the address ${host}, ${refusal(isSecure)}`);
  url.hash = '';
  return url.href;
}

/** Why an address is refused, after its name. */
export const refusal = (isSecure: boolean): string =>
  `${isSecure ? 'which is not public and not' : 'which http: is not allowed to: it is not'} in WEBHOOK_ALLOWED_NETWORKS`;
