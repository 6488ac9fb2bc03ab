import { toMap } from '../../core/to-map.js';
import { readProxyRefusal } from '../../outbound/proxy.js';
import { CommandFailed } from '../command-failed.js';
import type { Target } from './target.js';

/** No catalog is at the address. */
export class NoCatalog extends CommandFailed {
  constructor(text: string, { urlFrom }: Target) {
    const advice = `The address is from ${urlFrom}. Check it, and that the service runs there; --url and CATALOG_URL set another address.`;
    super(`${text}\n${advice}`, 3);
  }
}

/** No server responds at the address, at least for now. */
export class Unreachable extends NoCatalog {
  /** Such as `connection refused`. */
  readonly reason: string;

  constructor(error: unknown, target: Target, isByProxy: boolean) {
    const reason = connectionProblem(error);
    const way = isByProxy ? ' through the proxy of HTTPS_PROXY' : '';
    super(`No catalog responds at ${target.url}${way}: ${reason}.`, target);
    this.reason = reason;
  }
}

const reasons: ReadonlyMap<string, string> = toMap({
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed',
  UND_ERR_SOCKET: 'connection closed',
  ENOTFOUND: 'no such host',
  TimeoutError: 'timed out',
});

/** Returns the reason for a missing response. `fetch` has the reason in the error's cause. */
function connectionProblem(error: unknown): string {
  const refused = readProxyRefusal(error);
  if (refused !== null) return refused;
  const { name, message, cause } = error as Error;
  const { code, message: inner } = Object(cause) as NodeJS.ErrnoException;
  return reasons.get(code ?? name) ?? (inner || code || message);
}
