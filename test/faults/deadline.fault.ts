import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import t, { type Test } from 'tap';
import { encoded, ingestUrl, proposal, valuesUrl } from '../support/aspects.js';
import { scratchDatabaseUrl } from '../support/database.js';
import { datasetUrn, tagUrn } from '../support/metadata.js';
import { guarantee } from './guarantee.js';
import { client, readData } from './support/client.js';
import { service } from './support/service.js';
import { server, withoutServer } from './support/targets.js';

const [urn, other, tag] = [datasetUrn('locked'), datasetUrn('free'), tagUrn('late')];
const properties = (name: string) => ({ proposal: proposal(urn, 'datasetProperties', { name }) });
const addTag = 'mutation ($input: TagAssociationInput!) { addTag(input: $input) }';

/** Starts a service with a request timeout. `session` accesses its database directly. */
async function limited(t: Test, ms: number) {
  const url = await scratchDatabaseUrl(t, server!, null);
  const one = await service(t, { DATABASE_URL: url, REQUEST_TIMEOUT_MS: `${ms}` });
  await one.start();
  const session = new pg.Client({ connectionString: url });
  await session.connect();
  t.teardown(() => session.end());
  const token = one.token()!;
  const admin = client(one.url, token);
  const get = async (path: string) => {
    const response = await fetch(one.url + path, { headers: { authorization: `Bearer ${token}` } });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  readData(await admin.graphql('mutation { createTag(input: {id: "late", name: "late"}) }'));
  for (const one of [urn, other]) {
    readData(await admin.post(ingestUrl, { proposal: proposal(one, 'status', { removed: false }) }));
  }
  const waiting = async () =>
    (
      await session.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'catalog'
                                        AND wait_event_type = 'Lock'`,
      )
    ).rowCount!;
  readData(
    await admin.post(ingestUrl, { proposal: proposal(urn, 'operation', { timestampMillis: Date.now() }) }),
  );
  return { admin, get, session, waiting };
}

async function timed<T>(work: Promise<T>, isRead = false) {
  const startedAt = performance.now();
  const result = await work;
  return { result, ms: performance.now() - startedAt, isRead };
}
const reads = <T>(work: Promise<T>) => timed(work, true);

t.test(
  'every method is answered at the time limit, and its statement ends',
  { skip: withoutServer },
  async (t) => {
    const limit = 1_500;
    const { admin, get, session, waiting } = await limited(t, limit);
    await session.query('BEGIN; LOCK TABLE entities, aspects, timeseries_events IN ACCESS EXCLUSIVE MODE');
    const values = { urn, entity: 'dataset', aspect: 'operation' };
    const answers = await Promise.all([
      reads(get(`/aspects/${encoded(urn)}?aspect=status`)),
      reads(get(`/entitiesV2/${encoded(urn)}`)),
      timed(admin.post(ingestUrl, properties('late'))),
      timed(admin.post('/entities?action=delete', { urn })),
      timed(admin.post(valuesUrl, values)),
      reads(admin.graphql(`{ dataset(urn: "${urn}") { urn } }`)),
      timed(admin.graphql(addTag, { input: { tagUrn: tag, resourceUrn: urn } })),
      timed(admin.graphql('mutation { createTag(input: {id: "later", name: "x"}) }')),
    ]);
    for (const { result, ms, isRead } of answers) {
      const code = result.status === 200 ? result.body.errors[0].extensions.code : result.status;
      t.equal(code, 503, JSON.stringify(result.body));
      // The work of a change may have committed a part, so that no client may repeat it by itself. Reads have none.
      const isRepeatable = isRead || !JSON.stringify(result.body).includes('There was no response');
      if (result.status === 503) t.equal(result.headers.has('retry-after'), isRepeatable);
      t.ok(ms > limit - 100 && ms < limit + 1_400, `after ${Math.round(ms)} ms`);
    }
    for (let times = 0; times < 60 && (await waiting()) > 0; times += 1) await sleep(50);
    t.equal(await waiting(), 0, 'no statement still waits');
    await session.query('ROLLBACK');
    await sleep(200);
    t.equal(
      (await get(`/aspects/${encoded(urn)}?aspect=datasetProperties`)).status,
      404,
      'nothing was written',
    );
    t.equal((await get(`/aspects/${encoded(urn)}?aspect=status`)).status, 200, 'nothing was deleted');
    t.same(readData(await admin.graphql(`{ tag(urn: "urn:li:tag:later") { urn } }`)).tag, null);
    guarantee(t, 'an answer at the time limit for every method, and its statement ends', {
      requests: answers.length,
      'limit ms': limit,
      'slowest ms': Math.round(Math.max(...answers.map(({ ms }) => ms))),
    });
  },
);

t.test('requests that wait for a lock do not delay other callers', { skip: withoutServer }, async (t) => {
  const { admin, session, waiting } = await limited(t, 10_000);
  readData(await admin.graphql('mutation { createTag(input: {id: "x", name: "x"}) }'));
  const second = `urn:li:corpuser:second`;
  await session.query(`INSERT INTO users (urn, created_at) VALUES ('${second}', 0)`);
  await session.query(
    `INSERT INTO policies (id, name, type, privileges, users) VALUES ('s', 's', 'METADATA', '{EDIT_ENTITY}', '{${second}}')`,
  );
  const issued = readData(
    await admin.graphql(
      `mutation { createAccessToken(input: {type: PERSONAL, actorUrn: "${second}", duration: ONE_HOUR, name: "s"}) { accessToken } }`,
    ),
  );
  const holder = client(admin.url, issued.createAccessToken.accessToken);
  await session.query('BEGIN');
  await session.query('SELECT FROM entities WHERE urn = $1 FOR UPDATE', [urn]);
  const stuck = Array.from({ length: 60 }, (_, index) =>
    index % 2
      ? holder.post(ingestUrl, properties(`${index}`))
      : holder.graphql(addTag, { input: { tagUrn: tag, resourceUrn: urn } }),
  );
  while ((await waiting()) === 0) await sleep(10);
  await sleep(300);
  const slowest = { read: 0, change: 0, ingest: 0 };
  for (let round = 0; round < 10; round += 1) {
    const read = await timed(admin.graphql(`{ dataset(urn: "${urn}") { urn } }`));
    const change = await timed(admin.graphql(addTag, { input: { tagUrn: tag, resourceUrn: other } }));
    const ingest = await timed(
      admin.post(ingestUrl, { proposal: proposal(other, 'status', { removed: false }) }),
    );
    for (const { result } of [read, change, ingest]) readData(result);
    slowest.read = Math.max(slowest.read, read.ms);
    slowest.change = Math.max(slowest.change, change.ms);
    slowest.ingest = Math.max(slowest.ingest, ingest.ms);
  }
  for (const [what, ms] of Object.entries(slowest)) t.ok(ms < 1_000, `${what}: ${Math.round(ms)} ms`);
  await session.query('COMMIT');
  for (const one of await Promise.all(stuck)) readData(one);
  guarantee(t, "one caller's requests that wait for a lock do not delay other callers", {
    waiting: stuck.length,
    ...Object.fromEntries(
      Object.entries(slowest).map(([what, ms]) => [`${what} ms at most`, Math.round(ms)]),
    ),
  });
});

t.test(
  'the outcome of a sent COMMIT is awaited, or reported as unknown',
  { skip: withoutServer },
  async (t) => {
    const { admin, get, session } = await limited(t, 1_000);
    await session.query(`
    CREATE FUNCTION slow_commit() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.8); RETURN NULL; END';
    CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT OR UPDATE ON aspects DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION slow_commit()`);
    await session.query('BEGIN');
    await session.query('SELECT FROM entities WHERE urn = $1 FOR UPDATE', [urn]);
    const late = timed(admin.post(ingestUrl, properties('committed')));
    await sleep(600);
    await session.query('COMMIT');
    const { result, ms } = await late;
    t.equal(result.status, 200, JSON.stringify(result.body));
    t.ok(ms > 1_100, `${Math.round(ms)} ms`);
    t.equal((await get(`/aspects/${encoded(urn)}?aspect=datasetProperties`)).status, 200, 'it was written');

    const cutOff = admin.post(ingestUrl, {
      proposal: proposal(other, 'datasetProperties', { name: 'cut off' }),
    });
    await sleep(400);
    await session.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'COMMIT' AND state = 'active'`,
    );
    const lost = await cutOff;
    t.equal(lost.status, 503);
    t.match(lost.body.message, /it is unknown whether the change was made/);
    guarantee(t, 'the outcome of a sent COMMIT is awaited past the limit, or reported as unknown', {});
  },
);
