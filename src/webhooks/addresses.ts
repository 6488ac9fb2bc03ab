import { BlockList, isIP } from 'node:net';

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
  /** @param isSecure whether the connection is https */
  mayConnect(address: string, isSecure: boolean): boolean;
}

/**
 * Public addresses over https, and the listed networks over https and http.
 *
 * @param networks addresses and CIDR ranges
 */
export function addressRules(networks: readonly string[]): AddressRules {
  const listed = toBlockList(networks);
  return {
    hasNetworks: networks.length > 0,
    mayConnect(given, isSecure) {
      // Without the zone of a link-local address.
      const [address = ''] = given.split('%');
      if (isIP(address) === 0) return false;
      return listed.check(address, family(address)) || (isSecure && isPublic(address));
    },
  };
}
