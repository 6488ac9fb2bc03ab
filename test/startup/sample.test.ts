import { readFileSync } from 'node:fs';
import t from 'tap';
import { toProposals } from '../../src/cli/ingest/proposal.js';
import { dayMs } from '../../src/core/clock.js';
import { type Privilege, privileges } from '../../src/datahub/privileges.js';
import { readSample } from '../../src/startup/sample.js';
import { seedSample } from '../../src/startup/seed.js';
import { batchUrl, proposal } from '../support/aspects.js';
import { testCatalog } from '../support/catalog.js';
import { testDatabase } from '../support/database.js';

const now = Date.now();
const admin = 'urn:li:corpuser:admin';
const { aspects, createEvents } = readSample({ time: now, actor: admin });
const entities = new Set(aspects.map(({ urn }) => urn));

t.test('every entity that the sample refers to is in it, with the column', (t) => {
  const columns = new Set(
    aspects.flatMap(({ urn, name, value }) =>
      name === 'schemaMetadata'
        ? (value.fields as { fieldPath: string }[]).map(({ fieldPath }) => `${urn},${fieldPath}`)
        : [],
    ),
  );
  const named = aspects.flatMap(({ value }) => JSON.stringify(value).match(/urn:li:[^"]+/g) ?? []);
  const missing = named.filter((urn) => {
    if (urn.startsWith('urn:li:dataPlatform:') || urn === admin) return false;
    const [, column] = /^urn:li:schemaField:\((.*)\)$/.exec(urn) ?? [];
    return column ? !columns.has(column) : !entities.has(urn);
  });
  t.ok(columns.size > 200 && named.length > columns.size);
  t.strictSame(missing, []);
  t.equal(new Set(aspects.map(({ urn, name }) => `${urn} ${name}`)).size, aspects.length, 'each aspect once');
  t.end();
});

t.test('the size of the sample, and what is missing in it', (t) => {
  const datasets = [...entities].filter((urn) => urn.startsWith('urn:li:dataset:'));
  const without = (name: string) =>
    datasets.filter((urn) => !aspects.some((one) => one.urn === urn && one.name === name)).length;
  t.equal(datasets.length, 41);
  t.equal(new Set(datasets.map((urn) => urn.split(/[:,]/)[6])).size, 5, 'platforms');
  t.ok(without('ownership') > 3 && without('upstreamLineage') > 3 && without('ownership') < 15);
  t.equal(datasets.length - without('deprecation'), 1);
  t.end();
});

t.test('events end at the time of the start, and no two of a dataset are in one day', (t) => {
  const times = new Map<string, number[]>();
  for (const { aspect, urn, timestampMillis } of createEvents()) {
    const key = `${aspect} ${urn}`;
    times.set(key, [...(times.get(key) ?? []), timestampMillis]);
  }
  t.ok(times.size > 60);
  for (const [key, some] of times) {
    t.equal(some.length, 90, key);
    t.ok(some.at(-1)! <= now && some.at(-1)! > now - dayMs / 2, key);
    t.ok(
      some.slice(1).every((time, index) => time - some[index]! === dayMs),
      key,
    );
  }
  t.end();
});

t.test('the store has what ingestion would have written, and DataHub’s clients can read it', async (t) => {
  const { db, user } = await testCatalog(t, { sample: true });
  const writer = await user('writer', Object.keys(privileges) as Privilege[]);
  const [stored] = await db.query<{ time: number }>(
    `SELECT updated_at::float8 AS time FROM aspects WHERE urn = 'urn:li:tag:certified'`,
  );
  const { aspects: same } = readSample({ time: stored!.time, actor: admin });
  const records = () => db.query(`SELECT urn, name, body::text FROM aspects ORDER BY urn, name`);
  const before = await records();
  const { status, headers, body } = await writer.post(batchUrl, {
    // Policies are returned with the fields that clients need.
    proposals: same
      .filter(({ entityType }) => entityType !== 'dataHubPolicy')
      .map(({ urn, name, value }) => proposal(urn, name, value)),
  });
  t.match({ status, body }, { status: 200, body: { value: 'success' } });
  t.equal(headers.warning, undefined);
  t.strictSame(await records(), before);
  t.match(await seedSample(db, admin, now), 'already contains metadata');
});

t.test('catalog ingest can send the file', async (t) => {
  const { user } = await testCatalog(t);
  const writer = await user('writer', Object.keys(privileges) as Privilege[]);
  const lines = readFileSync(new URL('../../src/startup/sample.jsonl', import.meta.url), 'utf8').trim();
  const proposals = lines
    .split('\n')
    .flatMap((text, index) => toProposals({ location: `line ${index + 1}`, text }))
    .map(({ text }) => JSON.parse(text));
  t.match(await writer.post(batchUrl, { proposals }), { status: 200, body: { value: 'success' } });
});

t.test('a store with a user of the sample keeps it as it is', async (t) => {
  const db = await testDatabase(t);
  const steward = 'urn:li:corpuser:steward';
  await db.query(`INSERT INTO users (urn, state, created_at) VALUES ($1, 'SUSPENDED', 1)`, [steward]);
  const onLoad = () => t.fail('nothing is loaded');
  t.match(await seedSample(db, admin, now, onLoad), `already contains ${steward}`);
  t.strictSame(await db.query('SELECT urn, state FROM users'), [{ urn: steward, state: 'SUSPENDED' }]);
  t.strictSame(await db.query('SELECT FROM entities'), []);
});
