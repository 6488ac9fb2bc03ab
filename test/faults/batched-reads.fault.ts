import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import t, { type Test } from 'tap';
import { batchUrl, proposal } from '../support/aspects.js';
import { scratchDatabaseUrl } from '../support/database.js';
import { datasetUrn, tagUrn } from '../support/metadata.js';
import { guarantee } from './guarantee.js';
import { type Client, client, isUnavailable, type Reply, readData } from './support/client.js';
import { pgbouncer, withoutPgBouncer } from './support/pgbouncer.js';
import { service } from './support/service.js';
import { server, withoutServer } from './support/targets.js';

const datasets = Array.from({ length: 20 }, (_, n) => datasetUrn(`batched.${n}`));
const toTag = (n: number) => tagUrn(`batched${n % 4}`);

/** Starts a service whose datasets have one of four tags each. `session` accesses its database directly. */
async function tagged(t: Test, env: Record<string, string> = {}, pooled = false) {
  const url = await scratchDatabaseUrl(t, server!, null);
  const one = await service(t, {
    DATABASE_URL: pooled ? await pgbouncer(t, url, 'session') : url,
    ...env,
  });
  await one.start();
  const session = new pg.Client({ connectionString: url });
  await session.connect();
  t.teardown(() => session.end());
  const admin = client(one.url, one.token()!);
  readData(
    await admin.post(batchUrl, {
      proposals: [
        ...[0, 1, 2, 3].map((n) => proposal(toTag(n), 'tagProperties', { name: `${n}` })),
        ...datasets.map((urn, n) => proposal(urn, 'globalTags', { tags: [{ tag: toTag(n) }] })),
      ],
    }),
  );
  return { one, admin, session };
}

const view = 'query ($urn: String!) { dataset(urn: $urn) { tags { tags { tag { urn } } } } }';
const page = `query ($tag: String!) { searchAcrossEntities(input: { types: [DATASET], query: "*", start: 0, count: 10,
  orFilters: [{ and: [{ field: "tags", values: [$tag] }] }] }) { searchResults { entity { urn } } } }`;

/** Sends tag views and pages by a tag at once, so that each kind shares statements. */
const readAll = (from: Client): Promise<Reply>[] =>
  datasets.flatMap((urn, n) => [from.graphql(view, { urn }), from.graphql(page, { tag: toTag(n) })]);

/** Checks that each answer is a 503 or that of its own request. @returns how many are a 503 */
async function unavailable(t: Test, replies: Promise<Reply>[]): Promise<number> {
  let failed = 0;
  for (const [index, reply] of (await Promise.all(replies)).entries()) {
    const n = index >> 1;
    if (isUnavailable(reply)) {
      failed += 1;
      continue;
    }
    const { dataset, searchAcrossEntities } = readData(reply);
    if (dataset) t.same(dataset.tags.tags, [{ tag: { urn: toTag(n) } }]);
    else
      t.same(
        searchAcrossEntities.searchResults.map((one: { entity: { urn: string } }) => one.entity.urn),
        datasets.filter((_, other) => toTag(other) === toTag(n)).sort(),
      );
  }
  return failed;
}

const waiting = `FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'catalog'
  AND wait_event_type = 'Lock'`;

async function untilWaiting(session: pg.Client, isEnough: (count: number) => boolean) {
  for (let times = 0; times < 200; times += 1) {
    if (isEnough((await session.query(`SELECT ${waiting}`)).rowCount!)) return;
    await sleep(50);
  }
  throw new Error('the number of statements that wait did not change within ten seconds');
}
const hold = 'BEGIN; LOCK TABLE global_tags, tagged_entities IN ACCESS EXCLUSIVE MODE';

t.test('a connection that breaks in the middle of a batch', { skip: withoutServer }, async (t) => {
  const { one, admin, session } = await tagged(t);
  t.equal(await unavailable(t, readAll(admin)), 0);
  await session.query(hold);
  const replies = readAll(admin);
  await untilWaiting(session, (count) => count >= 2);
  const { rowCount } = await session.query(`SELECT pg_terminate_backend(pid) ${waiting}`);
  await session.query('ROLLBACK');
  const failed = await unavailable(t, replies);
  t.ok(failed > 0, 'the requests of the broken statements fail');
  t.equal(await unavailable(t, readAll(admin)), 0);
  t.equal(await one.stop(), 0);
  guarantee(t, 'a connection that breaks fails the requests of its batch and no later one', {
    'connections broken': rowCount!,
    'requests failed': failed,
  });
});

t.test('a batch that reaches the time limit', { skip: withoutServer }, async (t) => {
  const { one, admin, session } = await tagged(t, { REQUEST_TIMEOUT_MS: '1500' });
  await session.query(hold);
  const replies = readAll(admin);
  t.equal(await unavailable(t, replies), replies.length, 'every request has an answer');
  await untilWaiting(session, (count) => count === 0);
  await session.query('ROLLBACK');
  t.equal(await unavailable(t, readAll(admin)), 0);
  t.equal(await one.stop(), 0);
  guarantee(t, 'a batch that reaches the time limit answers each of its requests, and its statement ends', {
    requests: replies.length,
  });
});

t.test('batches through PgBouncer', { skip: withoutServer || withoutPgBouncer }, async (t) => {
  const { one, admin } = await tagged(t, {}, true);
  for (let round = 0; round < 10; round += 1) t.equal(await unavailable(t, readAll(admin)), 0);
  t.equal(await one.stop(), 0);
  guarantee(t, 'batched reads through PgBouncer in session mode', { requests: 20 * datasets.length });
});
