import { BlockList, isIP } from 'node:net';

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/**
 * Whether a connection comes from one of these addresses or CIDR ranges. An IPv4 address in IPv6's clothes
 * (`::ffff:10.0.0.1`), as a dual-stack socket shows it, is the IPv4 address.
 *
 * @param ranges as config.ts has checked them
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
