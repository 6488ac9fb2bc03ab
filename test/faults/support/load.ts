import { Agent, request } from 'node:http';

/** The argument of this process, as JSON. */
export interface Load {
  readonly url: string;
  readonly ms: number;
  readonly connections: number;
  /** Each request uses the next one. */
  readonly bearers: readonly string[];
  /** The source address. */
  readonly localAddress: string;
  /** Maximum requests per second; null: no limit. */
  readonly perSecond: number | null;
  /** Whether every request has forged forwarding headers. */
  readonly forged: boolean;
}

/** The output: the number of responses by status, and the 429 responses without Retry-After. */
export interface Answers {
  readonly statuses: Readonly<Record<number, number>>;
  readonly withoutRetryAfter: number;
}

const load = JSON.parse(process.argv[2]!) as Load;
const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
const body = JSON.stringify({
  query: '{ dataset(urn: "urn:li:dataset:(urn:li:dataPlatform:hive,x,PROD)") { urn } }',
});
const statuses: Record<number, number> = {};
let withoutRetryAfter = 0;
let sent = 0;

const anyAddress = () => Array.from({ length: 4 }, () => Math.floor(Math.random() * 256)).join('.');
const forged = () => ({
  'x-forwarded-for': anyAddress(),
  'x-real-ip': anyAddress(),
  forwarded: `for=${anyAddress()}`,
  'x-client-ip': anyAddress(),
});

const once = () =>
  new Promise<void>((resolve) => {
    const headers = {
      authorization: `Bearer ${load.bearers[sent++ % load.bearers.length]}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...(load.forged && forged()),
    };
    const { localAddress } = load;
    const options = { method: 'POST', agent, headers, localAddress };
    const outgoing = request(`${load.url}/api/graphql`, options, (response) => {
      const { statusCode = 0, headers: answered } = response;
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
      if (statusCode === 429 && !(Number(answered['retry-after']) > 0)) withoutRetryAfter += 1;
      response.resume().on('end', resolve);
    });
    outgoing.on('error', () => {
      statuses[0] = (statuses[0] ?? 0) + 1;
      resolve();
    });
    outgoing.end(body);
  });

const start = performance.now();
const elapsed = () => performance.now() - start;
async function client() {
  while (elapsed() < load.ms) {
    const due = load.perSecond === null ? 0 : (sent / load.perSecond) * 1_000 - elapsed();
    if (due > 0) await new Promise((resolve) => setTimeout(resolve, due));
    await once();
  }
}
await Promise.all(Array.from({ length: load.connections }, client));
agent.destroy();
process.stdout.write(JSON.stringify({ statuses, withoutRetryAfter } satisfies Answers));
