import { lookup, Resolver } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { badRequest } from '../core/errors.js';
import { invalidTextReason } from '../core/text.js';

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Networks of IPv4 that are not public: private, shared, loopback, link-local, reserved, multicast, and Azure's host. */
const notPublic = toBlockList(
  `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
  192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4
  240.0.0.0/4`.split(/\s+/),
);
/** All public addresses of IPv6 are in here. Mapped and translated addresses of IPv4 are not. */
const global = toBlockList(['2000::/3']);
/** Reserved in it: Teredo and others, documentation, and 6to4, which contains an address of IPv4. */
const notGlobal = toBlockList(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

function toBlockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    if (bits === undefined) list.addAddress(address, family(address));
    else list.addSubnet(address, Number(bits), family(address));
  }
  return list;
}

function isPublic(address: string): boolean {
  if (family(address) === 'ipv4') return !notPublic.check(address);
  return global.check(address, 'ipv6') && !notGlobal.check(address, 'ipv6');
}

/** The addresses that webhooks may be sent to. */
export interface AddressRules {
  /** Whether any network is listed. */
  readonly hasNetworks: boolean;
  isListed(address: string): boolean;
  /** @param isSecure whether the connection is https */
  mayConnect(address: string, isSecure: boolean): boolean;
}

/**
 * Public addresses over https, and the listed networks over https and http.
 *
 * @param networks addresses and CIDR ranges
 */
export function addressRules(networks: readonly string[]): AddressRules {
  const list = toBlockList(networks);
  const isListed = (address: string) => list.check(address, family(address));
  return {
    hasNetworks: networks.length > 0,
    isListed,
    mayConnect(given, isSecure) {
      // Without the zone of a link-local address.
      const [address = ''] = given.split('%');
      if (isIP(address) === 0) return false;
      return isListed(address) || (isSecure && isPublic(address));
    },
  };
}

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

/** Returns the addresses of a host. @throws Error when it has none, or the signal is aborted */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

/**
 * Asks the name servers first: such a question can be cancelled, and takes none of the threads of the process. Names that
 * they do not know, and names without a dot, can be in the system's file of hosts.
 */
export const resolveHost: ResolveHost = async (host, signal) => {
  signal.throwIfAborted();
  if (isIP(host) !== 0) return [host];
  const found = host.includes('.') ? await askNameServers(host, signal) : [];
  return found.length > 0 ? found : askSystem(host, signal);
};

async function askNameServers(host: string, signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel);
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const failure = answers
      .flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
      .find(({ code }) => code !== 'ENOTFOUND' && code !== 'ENODATA');
    if (found.length === 0 && failure) throw failure;
    return found;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

async function askSystem(host: string, signal: AbortSignal): Promise<string[]> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  aborted.catch(() => undefined);
  const found = await Promise.race([lookup(host, { all: true }), aborted]);
  return found.map(({ address }) => address);
}
