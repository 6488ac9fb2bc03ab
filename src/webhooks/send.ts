import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { AddressRules } from './addresses.js';
import type { ResolveHost } from './resolve.js';
import { sign } from './secrets.js';
import { readHost, refusal } from './url.js';

/** The limit of one attempt, from the resolution of the name to the end of the answer. */
export const timeoutMs = 15_000;
/** Of the body of an answer. The rest is not received. */
const maxAnswerBytes = 16_384;

export interface Message {
  readonly url: string;
  readonly id: string;
  readonly secret: string;
  readonly body: string;
  /** ms since the epoch */
  readonly now: number;
}

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
}

/** A reason that the result may show. */
class Refused extends Error {}

// Without connections that stay open, every attempt connects to an address that it has checked. The proxies of the
// environment belong to the global agents only.
const agents = { plain: new PlainAgent(), secure: new SecureAgent() };

/**
 * Sends a message to its endpoint once. Connects only to addresses that the rules allow, whatever the name resolves to at
 * another time, and follows no redirects.
 *
 * @param signal ends the attempt
 * @throws the reason of the signal
 */
export async function send(message: Message, deps: SendDeps, signal: AbortSignal): Promise<Attempt> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const either = AbortSignal.any([signal, timeout]);
  try {
    const url = new URL(message.url);
    const addresses = await findAddresses(url, deps, either);
    const { statusCode, headers } = await post(url, message, addresses, either);
    const retryAfter = headers['retry-after'] ?? null;
    return { status: statusCode!, error: describeStatus(statusCode!), retryAfter };
  } catch (error) {
    signal.throwIfAborted();
    const text = timeout.aborted ? `no answer within ${timeoutMs / 1_000} s` : describeFailure(error);
    return { status: null, error: text, retryAfter: null };
  }
}

async function findAddresses(url: URL, { rules, resolve }: SendDeps, signal: AbortSignal): Promise<string[]> {
  const isSecure = url.protocol === 'https:';
  const found = await resolve(readHost(url), signal);
  const allowed = found.filter((address) => rules.mayConnect(address, isSecure));
  if (allowed.length === 0) throw new Refused(`the host has an address ${refusal(isSecure)}`);
  return allowed;
}

/** Resolves with the answer when its body has ended, or exceeds its limit. */
function post(
  url: URL,
  { id, secret, body, now }: Message,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const timestamp = Math.floor(now / 1_000);
  const isSecure = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const outgoing = (isSecure ? secureRequest : plainRequest)(
      url,
      {
        method: 'POST',
        agent: isSecure ? agents.secure : agents.plain,
        signal,
        lookup: answerWith(addresses),
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'metadata-catalog-webhooks',
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': sign(secret, id, timestamp, body),
        },
      },
      (answer) => {
        let bytes = 0;
        const done = () => resolve(answer);
        // The status has arrived: what becomes of the body changes nothing.
        answer.on('end', done).on('error', done).on('close', done);
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > maxAnswerBytes) outgoing.destroy();
        });
      },
    );
    // Without a listener, Node.js ends such a connection and reports neither an answer nor an error.
    outgoing.on('upgrade', (answer, socket) => {
      socket.destroy();
      resolve(answer);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Connects to the addresses that were checked, instead of asking again. */
const answerWith =
  (addresses: readonly string[]): LookupFunction =>
  (_, { all }, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    if (all) callback(null, found);
    else callback(null, found[0]!.address, found[0]!.family);
  };

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

function describeFailure(error: unknown): string {
  if (error instanceof Refused) return error.message;
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  return failures.get(code) ?? `the connection failed (${code})`;
}
