import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/**
 * Measures the longest wait for `/health/live`, less that for an idle server at the same time, because a busy machine
 * delays both.
 */
export interface Probe {
  /** Returns the longest wait in ms since the start or the last call. */
  longest(): Promise<number>;
  stop(): Promise<unknown>;
}

type Role = { readonly asks: readonly string[] } | 'idle';
const thread = (role: Role) => new Worker(fileURLToPath(import.meta.url), { workerData: role });
const awaitAnswer = async <T>(worker: Worker) => (await once(worker, 'message'))[0] as T;

/** Starts the probe in threads of its own, which the test's work does not delay. */
export async function probe(url: string): Promise<Probe> {
  const idle = thread('idle');
  const worker = thread({ asks: [`${url}/health/live`, await awaitAnswer<string>(idle)] });
  return {
    async longest() {
      const answer = awaitAnswer<[live: number, idle: number]>(worker);
      worker.postMessage('longest');
      const [ofService, ofIdle] = await answer;
      return Math.max(0, ofService - ofIdle);
    },
    stop: () => Promise.all([worker.terminate(), idle.terminate()]),
  };
}

const ask = (url: string) =>
  new Promise<void>((resolve, reject) => {
    const asked = request(url, { agent: false }, (response) => {
      response
        .resume()
        .once('end', () =>
          response.statusCode === 200 ? resolve() : reject(new Error(`${url}: ${response.statusCode}`)),
        );
    });
    asked.once('error', reject).end();
  });

function serveNothing(): void {
  const server = createServer((_request, response) => response.end());
  server.listen(0, '127.0.0.1', () => {
    parentPort!.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  });
}

/** Requests each URL every 20 ms, and answers a message with the longest waits. */
function keepAsking(urls: readonly string[]): void {
  const longest = urls.map(() => 0);
  const startedAt = urls.map(() => Number.POSITIVE_INFINITY);
  const waited = (index: number) => {
    longest[index] = Math.max(longest[index]!, performance.now() - startedAt[index]!);
  };
  parentPort!.on('message', () => {
    // A pending request counts too.
    for (const index of urls.keys()) waited(index);
    parentPort!.postMessage([...longest]);
    longest.fill(0);
  });
  for (const [index, url] of urls.entries()) {
    void (async () => {
      for (;;) {
        startedAt[index] = performance.now();
        await ask(url);
        waited(index);
        startedAt[index] = Number.POSITIVE_INFINITY;
        await sleep(20);
      }
    })();
  }
}

if (!isMainThread) {
  const role = workerData as Role;
  if (role === 'idle') serveNothing();
  else keepAsking(role.asks);
}
