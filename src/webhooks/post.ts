import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { openProxy } from '../outbound/proxy.js';
import { sign } from './secrets.js';

/** Of the body of an answer. The rest is not received. */
const maxAnswerBytes = 16_384;

export interface Message {
  readonly url: string;
  readonly id: string;
  /** Of each, the message has a signature. */
  readonly secrets: readonly string[];
  readonly body: string;
  /** ms since the epoch */
  readonly now: number;
}

/** What the result needs of an answer. */
export interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
}

// Without connections that stay open, every attempt connects to an address that it has checked. The proxies of the
// environment belong to the global agents only.
const agents = { plain: new PlainAgent(), secure: new SecureAgent() };

function toHeaders({ id, secrets, body, now }: Message) {
  const timestamp = Math.floor(now / 1_000);
  return {
    'content-type': 'application/json',
    'user-agent': 'metadata-catalog-webhooks',
    'webhook-id': id,
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': secrets.map((secret) => sign(secret, id, timestamp, body)).join(' '),
  };
}

/** Resolves with the answer when its body has ended, or exceeds its limit. */
export async function post(
  url: URL,
  message: Message,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<Answer> {
  const { statusCode, headers } = await exchange(url, message, addresses, signal);
  return { status: statusCode!, retryAfter: headers['retry-after'] ?? null };
}

function exchange(
  url: URL,
  message: Message,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const outgoing = (isSecure ? secureRequest : plainRequest)(
      url,
      {
        method: 'POST',
        agent: isSecure ? agents.secure : agents.plain,
        signal,
        lookup: answerWith(addresses),
        headers: { ...toHeaders(message), 'content-length': Buffer.byteLength(message.body) },
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
    outgoing.end(message.body);
  });
}

/** Does the same through a proxy. */
export async function postByProxy(
  proxy: string,
  url: URL,
  message: Message,
  signal: AbortSignal,
): Promise<Answer> {
  // Without connections that stay open, none are left of webhooks that are deleted.
  const opened = await openProxy(proxy);
  try {
    const [headers, { body }] = [toHeaders(message), message];
    const answer = await opened.fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await skipBody(answer).catch(() => undefined);
    return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
  } finally {
    await opened.close();
  }
}

async function skipBody({ body }: Response) {
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) break;
  }
}

/** Connects to the addresses that were checked, instead of asking again. */
const answerWith =
  (addresses: readonly string[]): LookupFunction =>
  (_, { all }, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    if (all) callback(null, found);
    else callback(null, found[0]!.address, found[0]!.family);
  };
