import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { tagUrn } from '../support/metadata.js';
import { waitFor } from '../support/wait-for.js';
import { guarantee } from './guarantee.js';
import { type Client, client, readData } from './support/client.js';
import { type Service, service } from './support/service.js';

/** Proposals of one batch. */
const size = 500;
/** ms between two requests of the crowd, which awaits no response. */
const crowdEveryMs = 25;
const waitMaxMs = 1_000;
/** Longer than the five seconds for which an average delay of timers is often taken. */
const stillMs = 5_200;
const env = {
  REQUEST_WAIT_MAX_MS: `${waitMaxMs}`,
  // How long a batch takes is not what is tested.
  REQUEST_TIMEOUT_MS: '120000',
  // The crowd is a user without a token.
  TRUSTED_ACTOR_PROXIES: '127.0.0.1',
};

/** Stops the process for some time, as a machine does that has too much other work. */
async function standStill({ pid }: Service, ms: number): Promise<void> {
  process.kill(pid(), 'SIGSTOP');
  await sleep(ms);
  process.kill(pid(), 'SIGCONT');
}

/** Sends batches one after the other until the end, and adds the status of each response to `statuses`. */
async function sendBatches({ post }: Client, name: string, statuses: number[], isOver: () => boolean) {
  for (let batch = 0; !isOver(); batch += 1) {
    const proposals = Array.from({ length: size }, (_, index) => ({
      entityUrn: tagUrn(`${name}-${index}`),
      aspectName: 'tagProperties',
      aspect: { contentType: 'application/json', value: JSON.stringify({ name: `${name} ${batch}` }) },
    }));
    statuses.push((await post('/aspects?action=ingestProposalBatch', { proposals })).status);
  }
}

/** Sends searches of one user, without awaiting a response before the next. @returns the numbers of responses */
async function crowd(url: string, urn: string, isOver: () => boolean) {
  const answers = { served: 0, refused: 0, 'without Retry-After': 0, others: 0 };
  const query = '{ searchAcrossEntities(input: { query: "crowd alone slow", count: 50 }) { total } }';
  const headers = { 'x-service-actor': urn, 'content-type': 'application/json' };
  async function search() {
    const body = JSON.stringify({ query });
    const response = await fetch(`${url}/api/graphql`, { method: 'POST', headers, body });
    await response.arrayBuffer();
    const retryAfter = Number(response.headers.get('retry-after'));
    if (response.status === 200) answers.served += 1;
    else if (response.status !== 503) answers.others += 1;
    else {
      answers.refused += 1;
      if (!(retryAfter >= 1 && retryAfter <= 60)) answers['without Retry-After'] += 1;
    }
  }
  const sent: Promise<void>[] = [];
  while (!isOver()) {
    sent.push(search());
    await sleep(crowdEveryMs);
  }
  await Promise.all(sent);
  return answers;
}

/** Requests the probes until the end. @returns the number of responses, by probe and status */
async function probe(url: string, isOver: () => boolean) {
  const answers: Record<string, number> = {};
  while (!isOver()) {
    for (const path of ['/health', '/health/live', '/config']) {
      const { status } = await fetch(url + path);
      answers[`${path} ${status}`] = (answers[`${path} ${status}`] ?? 0) + 1;
    }
    await sleep(100);
  }
  return answers;
}

t.test('a slow machine', async (t) => {
  const one = await service(t, env);
  await one.start();
  const admin = client(one.url, one.token()!);

  await t.test('serves a client that awaits each response, while it stands still for seconds', async (t) => {
    const statuses: number[] = [];
    let isOver = false;
    const sent = sendBatches(admin, 'alone', statuses, () => isOver);
    // Between the two stops, the process has no time for more than to find out that its timers are late.
    await standStill(one, stillMs);
    await sleep(15);
    await standStill(one, stillMs);
    const before = statuses.length;
    await waitFor(() => statuses.length >= before + 3);
    isOver = true;
    await sent;
    t.same([...new Set(statuses)], [200]);
    guarantee(t, 'a lone client of a process that stands still for 5 s, twice: no batch of 500 is refused', {
      batches: statuses.length,
    });
  });

  await t.test('refuses a crowd, and serves the others meanwhile', async (t) => {
    const input = { id: 'crowd' };
    const { createUser: urn } = readData(
      await admin.graphql('mutation ($input: CreateUserInput!) { createUser(input: $input) }', { input }),
    );
    const end = performance.now() + 10_000;
    const isOver = () => performance.now() > end;
    const [written, read]: [number[], number[]] = [[], []];
    async function readOften() {
      while (!isOver()) read.push((await admin.graphql('{ me { corpUser { urn } } }')).status);
    }
    async function slowDown() {
      for (; !isOver(); await sleep(100)) await standStill(one, 200);
    }
    const [crowded, probes] = await Promise.all([
      crowd(one.url, urn, isOver),
      probe(one.url, isOver),
      sendBatches(admin, 'beside', written, isOver),
      readOften(),
      slowDown(),
    ]);
    t.match(crowded, { 'without Retry-After': 0, others: 0 });
    t.ok(crowded.refused > 0, 'what would wait too long is refused');
    t.ok(crowded.served > 0, 'the others of the crowd are served');
    t.same([...new Set(written)], [200], 'writes beside the crowd');
    t.same([...new Set(read)], [200], 'reads of another caller');
    t.same(Object.keys(probes).sort(), ['/config 200', '/health 200', '/health/live 200']);

    const lines = one
      .log()
      .split('\n')
      .filter((line) => line.includes('"refused":'));
    t.equal(lines.length, 1, 'one line in the first minute');
    t.notMatch(one.log(), /"stack"|request failed/);
    t.match(await one.stop(), 0);
    guarantee(
      t,
      'a crowd on a slow machine: refused with Retry-After, one line of the log, others are served',
      {
        ...crowded,
        'batches beside it': written.length,
        'reads beside it': read.length,
      },
    );
  });
});
