import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import type { Database } from '../../src/db/database.js';
import { datasetUrn, tagUrn } from '../support/metadata.js';
import { guarantee } from './guarantee.js';
import type { Reply } from './support/client.js';
import { replicas } from './support/replicas.js';
import { prepareTags, tagsOn } from './support/tag-ledger.js';
import { withoutServer } from './support/targets.js';

const urn = datasetUrn('stopping');

/** Uses one connection, which stays open. */
const keptAlive = new Agent({ keepAlive: true, maxSockets: 1 });
const live = (url: string, agent: Agent | false) =>
  new Promise<string>((resolve, reject) => {
    const sent = request(`${url}/health/live`, { agent }, (response) => {
      response.resume();
      resolve(`${response.statusCode} ${response.headers.connection}`);
    });
    sent.on('error', reject).end();
  });

t.test('SIGTERM while a request waits in the database', { skip: withoutServer }, async (t) => {
  const { services, db, admin } = await replicas(t);
  t.teardown(() => keptAlive.destroy());
  await prepareTags(admin[0]!, [urn], ['stopping']);
  const [one] = services as [(typeof services)[0]];
  t.equal(await live(one.url, keptAlive), '200 keep-alive');

  let stopped: Promise<number | null> | undefined;
  let signalled = 0;
  let answer: Promise<Reply> | undefined;
  await db.prisma.$transaction(async (tx) => {
    await tx.$queryRawUnsafe('SELECT urn FROM entities WHERE urn = $1 FOR UPDATE', urn);
    answer = admin[0]!.graphql('mutation ($input: TagAssociationInput!) { addTag(input: $input) }', {
      input: { tagUrn: tagUrn('stopping'), resourceUrn: urn },
    });
    await waiting(db);
    stopped = one.stop();
    signalled = performance.now();
    await sleep(300);
    t.equal(await live(one.url, keptAlive), '503 close', 'on an open connection');
    t.equal(await live(one.url, false), '503 close', 'on a new connection');
  });
  const { status, body, headers } = await answer!;
  t.same([status, body.data, headers.get('connection')], [200, { addTag: true }, 'close'], 'is answered');
  t.equal(await stopped, 0);
  const ms = performance.now() - signalled;
  t.ok(ms < 10_000, 'the process ends when the request is done');
  t.same((await tagsOn(admin[1]!, urn)).dataset, [tagUrn('stopping')]);
  guarantee(t, 'SIGTERM: what is in flight is answered, what is new gets 503, exit code 0', {
    'exit after ms': Math.round(ms),
    'of them waiting for the request': 300,
  });
});

/** Waits until the service's statement waits for the row. */
async function waiting(db: Database) {
  for (;;) {
    const [row] = await db.query<{ count: number }>(
      `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (row!.count > 0) return;
    await sleep(10);
  }
}
