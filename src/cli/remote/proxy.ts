import { BlockList, isIP } from 'node:net';
import { isProxyAddress, isThisMachine, proxyRule } from '../../core/proxy-address.js';
import { CommandFailed } from '../command-failed.js';
import type { Session } from './session.js';

/**
 * Finds the proxy for a service: the one of HTTPS_PROXY, for https only. A request over http would show the proxy its
 * token, and this machine is never reached through a proxy.
 *
 * @throws CommandFailed when the variable has no address of a proxy; the message does not show it, as it can have a password
 */
export function findProxy(url: string, { env }: Pick<Session, 'env'>): string | undefined {
  const [name, text] = env.https_proxy ? ['https_proxy', env.https_proxy] : ['HTTPS_PROXY', env.HTTPS_PROXY];
  const { protocol, hostname, port } = new URL(url);
  if (!text || protocol !== 'https:' || isThisMachine(hostname)) return undefined;
  if (isExcepted(withoutBrackets(hostname), port || '443', env.no_proxy || env.NO_PROXY || ''))
    return undefined;
  // Other programs read an address without a scheme as one with http.
  const address = text.includes('://') ? text : `http://${text}`;
  if (!isProxyAddress(address)) throw new CommandFailed(`${name} ${proxyRule}.`, 2);
  return address;
}

const withoutBrackets = (host: string) => host.replace(/^\[(.*)\]$/, '$1');

/** Whether NO_PROXY names a host: `*`, a name with all names below it, an address or a range; each perhaps with a port. */
const isExcepted = (host: string, port: string, list: string): boolean =>
  list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = '', onPort = port] = /^(?:\*?\.)?(.+?)(?::(\d+))?$/.exec(
        isIP(entry) === 6 ? `[${entry}]` : entry,
      )!;
      const plain = withoutBrackets(name);
      if (onPort !== port) return false;
      return isIP(host) === 0 ? host === plain || host.endsWith(`.${plain}`) : isInRange(host, plain);
    });

function isInRange(host: string, range: string): boolean {
  const [family, most] = isIP(host) === 6 ? (['ipv6', 128] as const) : (['ipv4', 32] as const);
  const [address = '', bits = `${most}`] = range.split('/');
  if (isIP(address) !== isIP(host) || !/^\d{1,3}$/.test(bits) || Number(bits) > most) return false;
  const list = new BlockList();
  list.addSubnet(address, Number(bits), family);
  return list.check(host, family);
}
