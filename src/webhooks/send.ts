import { isIP } from 'node:net';
import { isThisMachine } from '../core/proxy-address.js';
import { findCause, readProxyRefusal } from '../outbound/proxy.js';
import { type AddressRules, type ResolveHost, readHost, refusal } from './addresses.js';
import { type Message, post, postByProxy } from './post.js';

/** The limit of one attempt, from the resolution of the name to the end of the answer. */
export const timeoutMs = 15_000;

/** The result of an attempt. */
export interface Attempt {
  /** The HTTP status; null: there was no answer. */
  readonly status: number | null;
  /** Why it failed; null: it succeeded. */
  readonly error: string | null;
  /** The header of the answer. */
  readonly retryAfter: string | null;
}

/** What one attempt depends on. */
export interface SendDeps {
  readonly rules: AddressRules;
  readonly resolve: ResolveHost;
  /** The address of a proxy for https; undefined: endpoints are reached directly. */
  readonly proxy?: string | undefined;
}

/** A reason that the result may show. */
class Refused extends Error {}

/**
 * Sends a message to its endpoint once. Connects only to addresses that the rules allow, whatever the name resolves to at
 * another time, and follows no redirects. A proxy resolves names itself: what it connects to is for its own rules.
 *
 * @param signal ends the attempt
 * @throws the reason of the signal
 */
export async function send(message: Message, deps: SendDeps, signal: AbortSignal): Promise<Attempt> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const either = AbortSignal.any([signal, timeout]);
  const url = new URL(message.url);
  const proxy = findProxy(url, deps);
  try {
    const { status, retryAfter } =
      proxy === undefined
        ? await post(url, message, await findAddresses(url, deps, either), either)
        : await postByProxy(proxy, url, message, either);
    return { status, error: describeStatus(status), retryAfter };
  } catch (error) {
    signal.throwIfAborted();
    const reason = proxy === undefined ? describeFailure(error) : describeProxyFailure(error);
    const text = timeout.aborted ? `no answer within ${timeoutMs / 1_000} s` : reason;
    return { status: null, error: text, retryAfter: null };
  }
}

/**
 * Returns the proxy for an endpoint; undefined: it is reached directly. Listed networks are those of this machine, and
 * addresses that are not allowed are refused here.
 */
function findProxy(url: URL, { rules, proxy }: SendDeps): string | undefined {
  const host = readHost(url);
  const isName = isIP(host) === 0 && !isThisMachine(url.hostname);
  const isFar = isName || (rules.mayConnect(host, true) && !rules.isListed(host));
  return url.protocol === 'https:' && isFar ? proxy : undefined;
}

async function findAddresses(url: URL, { rules, resolve }: SendDeps, signal: AbortSignal): Promise<string[]> {
  const isSecure = url.protocol === 'https:';
  const found = await resolve(readHost(url), signal);
  const allowed = found.filter((address) => rules.mayConnect(address, isSecure));
  if (allowed.length === 0) throw new Refused(`the host has an address ${refusal(isSecure)}`);
  return allowed;
}

function describeStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `answered with status ${status}; redirects are not followed`;
  return `answered with status ${status}`;
}

/** Codes of Node.js, in words. Other messages can have addresses of the network. */
const failures = new Map([
  ['ECONNREFUSED', 'the connection was refused'],
  ['ECONNRESET', 'the connection was closed'],
  ['ENOTFOUND', 'the name of the host is not known'],
  ['ENODATA', 'the name of the host is not known'],
]);

const describeProxyFailure = (error: unknown): string =>
  readProxyRefusal(error) ?? `through the proxy: ${describeFailure(findCause(error))}`;

function describeFailure(error: unknown): string {
  if (error instanceof Refused) return error.message;
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  return failures.get(code) ?? `the connection failed (${code})`;
}
