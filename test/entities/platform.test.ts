import t from 'tap';
import type { Database } from '../../src/db/database.js';
import { proposal } from '../support/aspects.js';
import { assetCatalog, chartUrn, platform } from '../support/assets.js';
import { containerUrn } from '../support/metadata.js';

const statements: string[] = [];
const watched = (db: Database): Database => ({
  ...db,
  read: (sql, ...rest) => {
    statements.push(sql);
    return db.read(sql, ...rest);
  },
});
const catalog = await assetCatalog(t, { wrap: watched });
const { put, one } = catalog;
const unknown = platform('unknown');

const readPlatform = async (urn: string, query = 'container') =>
  (await one(query, urn, 'platform { urn type name }')).platform.urn;
const inside = (urn: string, container: string) => proposal(urn, 'container', { container });
const on = (urn: string, value: object) => proposal(urn, 'dataPlatformInstance', value);

t.test('the platform of a container is its own, else that of the nearest container around it', async (t) => {
  const [table, schema, database] = ['table', 'schema', 'database'].map(containerUrn) as [
    string,
    string,
    string,
  ];
  await put(inside(table, schema), inside(schema, database), proposal(database, 'status', {}));
  t.equal(await readPlatform(table), unknown);
  await put(on(database, { platform: platform('hive') }));
  t.strictSame(
    await Promise.all([table, schema, database].map((urn) => readPlatform(urn))),
    Array(3).fill(platform('hive')),
  );
  await put(on(schema, { platform: platform('s3') }));
  t.equal(await readPlatform(table), platform('s3'));
  t.equal(await readPlatform(database), platform('hive'));
  await put(on(table, { platform: platform('dbt') }));
  t.equal(await readPlatform(table), platform('dbt'));
});

t.test('a stored platform that is no URN of a platform is passed over', async (t) => {
  const [inner, outer] = [containerUrn('inner'), containerUrn('outer')];
  await put(inside(inner, outer), on(outer, { platform: platform('kafka') }));
  const wrong = [
    'hive',
    '',
    'urn:li:tag:hive',
    'urn:li:dataPlatform:',
    `${platform('x')} `,
    platform('x'.repeat(600)),
  ];
  for (const value of wrong.flatMap((text) => [{ platform: text }, { platform: { name: text } }])) {
    const { status } = await catalog.ingest(on(inner, value));
    // What the model of the aspect refuses was not written.
    if (status !== 200) continue;
    t.equal(await readPlatform(inner), platform('kafka'), JSON.stringify(value).slice(0, 60));
  }
});

t.test('containers that contain each other, or are in a missing one, have no platform', async (t) => {
  const [egg, hen, self] = [containerUrn('egg'), containerUrn('hen'), containerUrn('self')];
  await put(
    inside(egg, hen),
    inside(hen, egg),
    inside(self, self),
    inside(containerUrn('lost'), containerUrn('absent')),
  );
  for (const urn of [egg, hen, self, containerUrn('lost')]) t.equal(await readPlatform(urn), unknown, urn);
  await put(on(hen, { platform: platform('hive') }));
  t.equal(await readPlatform(egg), platform('hive'));
});

t.test('a chart on an invalid platform has the tool of its URN', async (t) => {
  await put(on(chartUrn, { platform: platform('mode') }));
  t.equal(await readPlatform(chartUrn, 'chart'), platform('mode'));
  if ((await catalog.ingest(on(chartUrn, { platform: 'mode' }))).status === 200)
    t.equal(await readPlatform(chartUrn, 'chart'), platform('looker'));
});

t.test('the platforms of many containers, each within others, are one statement', async (t) => {
  const urns = Array.from({ length: 30 }, (_, index) => containerUrn(`level_${index}`));
  for (const [index, urn] of urns.entries()) await put(inside(urn, urns[index + 1] ?? containerUrn('top')));
  await put(on(containerUrn('top'), { platform: platform('hive') }));
  statements.length = 0;
  const { entities } = await catalog.read(
    'query ($urns: [String!]!) { entities(urns: $urns) { ... on Container { platform { urn } } } }',
    { urns },
  );
  t.equal(statements.length, 2, 'one for the entities, one for the platforms');
  // Twenty containers around one are asked.
  const expected = urns.map((_, index) => platform(index < 10 ? 'unknown' : 'hive'));
  t.strictSame(
    entities.map((one: { platform: { urn: string } }) => one.platform.urn),
    expected,
  );
});

t.test('a platform has the properties that were ingested', async (t) => {
  const urn = platform('warehouse');
  const box = containerUrn('in_warehouse');
  await put(on(box, { platform: urn }));
  const properties = async () =>
    (await one('container', box, 'platform { properties { type displayName datasetNameDelimiter logoUrl } }'))
      .platform.properties;
  t.equal(await properties(), null);
  const info = {
    name: 'warehouse',
    type: 'RELATIONAL_DB',
    displayName: 'W',
    datasetNameDelimiter: '.',
    logoUrl: 'http://l',
  };
  await put(proposal(urn, 'dataPlatformInfo', info));
  const { name: _, ...shown } = info;
  t.strictSame(await properties(), shown);
  await put(proposal(urn, 'dataPlatformInfo', { type: 'SPREADSHEET' }));
  t.strictSame(await properties(), {
    type: 'OTHERS',
    displayName: null,
    datasetNameDelimiter: '',
    logoUrl: null,
  });
});
