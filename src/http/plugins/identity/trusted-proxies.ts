import { BlockList, isIP } from 'node:net';

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/**
 * Returns a function that checks whether an address is in one of the ranges. An IPv4-mapped IPv6 address
 * (`::ffff:10.0.0.1`), as a dual-stack socket reports it, counts as the IPv4 address.
 *
 * @param ranges valid addresses and CIDR ranges
 */
export function trustedProxies(ranges: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    if (bits === undefined) list.addAddress(address, family(address));
    else list.addSubnet(address, Number(bits), family(address));
  }
  return (address) => address !== undefined && isIP(address) > 0 && list.check(address, family(address));
}
