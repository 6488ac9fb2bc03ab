import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** How long `/health/live` took to answer at most, in ms; from a thread of its own, which the test keeps from nothing. */
export interface Probe {
  /** @returns the longest wait since it began or was asked last */
  longest(): Promise<number>;
  stop(): Promise<unknown>;
}

export function probe(url: string): Probe {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: `${url}/health/live` });
  return {
    longest: () =>
      new Promise((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
        worker.postMessage('longest');
      }),
    stop: () => worker.terminate(),
  };
}

const live = (url: string) =>
  new Promise<void>((resolve, reject) => {
    const asked = request(url, { agent: false }, (response) => {
      response
        .resume()
        .once('end', () =>
          response.statusCode === 200 ? resolve() : reject(new Error(`/health/live: ${response.statusCode}`)),
        );
    });
    asked.once('error', reject).end();
  });

if (!isMainThread) {
  let longest = 0;
  let began = performance.now();
  const waited = () => {
    longest = Math.max(longest, performance.now() - began);
  };
  parentPort!.on('message', () => {
    // One that is not answered yet counts as well.
    waited();
    parentPort!.postMessage(longest);
    longest = 0;
  });
  for (;;) {
    began = performance.now();
    await live(workerData as string);
    waited();
    began = Number.POSITIVE_INFINITY;
    await sleep(20);
  }
}
