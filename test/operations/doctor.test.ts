import t from 'tap';
import type { AspectUpsert } from '../../src/aspects/aspect.js';
import { readDocuments } from '../../src/aspects/document-store.js';
import { readConfig } from '../../src/config.js';
import type { Database } from '../../src/db/database.js';
import type { Json } from '../../src/json/lossless-json.js';
import { accessFindings, webhookFindings } from '../../src/operations/doctor/access.js';
import {
  aspectFindings,
  columnsFinding,
  namesFinding,
  repairFindings,
} from '../../src/operations/doctor/aspects.js';
import {
  clockFinding,
  diskFinding,
  migrationFindings,
  schemaFinding,
  stateFindings,
} from '../../src/operations/doctor/database.js';
import { searchFindings } from '../../src/operations/doctor/search.js';
import { bootstrap } from '../../src/startup/first-administrator.js';
import { storedAspects } from '../../src/stored-aspects.js';
import { testCatalog } from '../support/catalog.js';
import { testDatabase } from '../support/database.js';
import { heldTokens } from '../support/held-tokens.js';
import { writeAspects } from '../support/metadata.js';
import { updateUserStatus } from '../support/people.js';
import { quiet } from '../support/quiet.js';

const now = Date.now();
const day = 24 * 3_600_000;
t.test('doctor: who can get in, now and in a week', async (t) => {
  const db = await testDatabase(t);
  const config = readConfig({ DATA_DIR: t.testdir() });
  const found = async (at = now) =>
    (await accessFindings(db, config, at)).map(({ state, text }) => `${state}: ${text}`).join('\n');
  t.match(await found(), /^ok: the first start of .* creates the first administrator$/);
  await bootstrap({ db, config, log: quiet, now });
  t.match(
    await found(),
    /^ok: .*MANAGE_POLICIES\nok: .*live access token\nwarning: token \w+ \("bootstrap"\) .* expires at \d{4}-\S+Z$/,
  );
  await db.query('UPDATE access_tokens SET expires_at = $1', [now + 8 * day]);
  t.notMatch(await found(), 'warning', 'a token that lives for more than a week');
  t.match(
    await found(now + 9 * day),
    /error: no active user has a live access token\nwarning: it expired at \d{4}-/,
  );
  await db.query('DELETE FROM policies');
  t.match(await found(), /^error: no active user has MANAGE_POLICIES/);
});

t.test('doctor: tokens of others that suspended users hold, and users with reserved names', async (t) => {
  const { db, chief, managerWithTokens } = await heldTokens(t);
  const config = readConfig({ DATA_DIR: t.testdir() });
  const found = async () =>
    (await accessFindings(db, config, now)).flatMap(({ state, text }) => (state === 'warning' ? [text] : []));
  const { sam, bot, ann } = await managerWithTokens();
  t.strictSame(await found(), []);
  const whose = `2 access tokens of ${ann.urn} (1), ${bot.urn} (1), which that user owns or has rotated,`;
  await db.query(`UPDATE users SET state = 'SUSPENDED' WHERE urn = $1::text`, [sam.urn]);
  t.strictSame(await found(), [
    `${sam.urn} was suspended or removed by an earlier build, and ${whose} still work`,
  ]);
  await updateUserStatus(chief, sam.urn, 'ACTIVE');
  await updateUserStatus(chief, sam.urn, 'SUSPENDED');
  t.strictSame(await found(), [`${sam.urn} is suspended, so ${whose} are refused`]);
  await db.query(`UPDATE users SET state = 'ACTIVE' WHERE urn = $1::text`, [sam.urn]);
  t.strictSame(await found(), [
    `${sam.urn} was activated by SQL or an earlier build, and ${whose} are still refused`,
  ]);
  await updateUserStatus(chief, sam.urn, 'ACTIVE');
  t.strictSame(await found(), []);
  await db.query(`INSERT INTO users (urn, created_at) VALUES ('urn:li:corpuser:__datahub_system', 0)`);
  t.match(await found(), [/^urn:li:corpuser:__datahub_system is a user, and also the name of the service/]);
});

t.test('doctor: webhooks whose owners may not send, also before the upgrade', async (t) => {
  const { db, user } = await testCatalog(t);
  const urns: string[] = [];
  for (const [id, mayManage] of Object.entries({ may: true, lacks: false, suspended: true, removed: true })) {
    const { urn } = await user(id, mayManage ? ['MANAGE_WEBHOOKS'] : []);
    urns.push(urn);
    await db.query(
      `INSERT INTO webhooks (id, name, url, filter, secret, created_at, created_by, read_to, owner_urn)
       VALUES ($1::text, $1::text, 'https://a.example', '{}', 's', $3::bigint, $2::text, 0, $2::text)`,
      [id, urn, Date.now()],
    );
  }
  const [, lacks, suspended, removed] = urns;
  await db.query(`UPDATE users SET state = 'SUSPENDED' WHERE urn = $1::text`, [suspended]);
  await db.query('DELETE FROM users WHERE urn = $1::text', [removed]);
  const texts = (state: string) => [
    `warning: the webhook "lacks" ${state}, because its owner ${lacks} lacks Manage Webhooks`,
    `warning: the webhook "suspended" ${state}, because its owner ${suspended} is suspended`,
    `warning: the webhook "removed" ${state}, because its owner was removed`,
  ];
  const found = async (isMigrated: boolean) =>
    (await webhookFindings(db, isMigrated)).map(({ state, text }) => `${state}: ${text}`);
  t.strictSame((await found(true)).sort(), texts('is paused').sort());
  t.strictSame((await found(false)).sort(), texts('will be paused by the upgrade').sort());
  await db.query('ALTER TABLE webhooks DROP COLUMN owner_urn, DROP COLUMN paused_at');
  t.strictSame((await found(false)).sort(), texts('will be paused by the upgrade').sort());
  await db.query('DROP TABLE webhooks CASCADE');
  t.strictSame(await found(false), [], 'a database of an earlier version');
});

t.test('doctor: migrations, tables and clocks', async (t) => {
  const db = await testDatabase(t);
  const states = async () =>
    (await migrationFindings(db)).findings.map(({ state, text }) => `${state}: ${text}`);
  t.match(await states(), [/^ok: all \d+ are applied$/]);
  t.match(await stateFindings(db), [{ state: 'ok' }]);
  t.match(await clockFinding(db, Date.now), { state: 'ok' });
  if (db.kind === 'postgresql')
    t.match(await clockFinding(db, () => Date.now() - 60_000), { state: 'warning', text: /is \d+ ms ahead/ });

  const last = `(SELECT max(migration_name) FROM _prisma_migrations)`;
  await db.query(`UPDATE _prisma_migrations SET checksum = 'x' WHERE migration_name = ${last}`);
  t.match(await states(), [/^warning: edited after they were applied: 2/]);
  await db.query(`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = ${last}`);
  t.match(await states(), [/^error: another tool left 2\S+ unfinished$/, /^warning: edited/]);
  await db.query(
    `UPDATE _prisma_migrations SET finished_at = now(), migration_name = '9_new' WHERE migration_name = ${last}`,
  );
  t.match(await states(), [/^error: a newer build has applied 9_new$/, /^warning: not applied yet: 2/]);
  await db.query('DROP TABLE refused_authentications');
  t.match(await stateFindings(db), [{ state: 'error', text: /refused_authentications\.minute/ }]);
});

t.test('doctor: the disk of a folder that does not exist yet is that of the nearest one above', async (t) => {
  const folder = t.testdir();
  const found = diskFinding(readConfig({ DATA_DIR: `${folder}/a/b` }));
  t.match(found, {
    check: 'disk',
    text: new RegExp(`^\\d+ MB are free on the disk of DATA_DIR ${folder}/a/b$`),
  });
});

t.test('doctor: names that DataHub does not have', async (t) => {
  const db = await testDatabase(t);
  const found = (env: Record<string, string> = {}) => namesFinding(db.query, readConfig(env));
  const insert = (urn: string, name: string) =>
    db.query(
      `WITH entity AS (INSERT INTO entities (urn, type, created_at, created_by)
         VALUES ($1, split_part($1, ':', 3), 1, 'x') ON CONFLICT DO NOTHING)
       INSERT INTO aspects (urn, name, created_at, created_by, updated_at, updated_by) VALUES ($1, $2, 1, 'x', 1, 'x')`,
      [urn, name],
    );
  await insert('urn:li:tag:a', 'tagProperties');
  t.match(await found(), { check: 'names', state: 'ok' });
  for (const urn of ['urn:li:tag:a', 'urn:li:ourOwn:a']) await insert(urn, 'ourAspect');
  const text = /aspect ourAspect \(2\), entity type ourOwn \(1\)/;
  t.match(await found(), { state: 'warning', text, fix: /ASPECTS_UNKNOWN=store/ });
  t.match(await found({ ASPECTS_UNKNOWN: 'store' }), { state: 'ok', text });
});

const column = (more: object) => ({
  fieldPath: 'c',
  globalTags: { tags: [{ tag: 'urn:li:tag:pii' }] },
  ...more,
});
const term = { urn: 'urn:li:glossaryTerm:a' };
const auditStamp = { time: 0, actor: 'urn:li:corpuser:unknown' };
const dataset = (name: string) => `urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`;
const chart = 'urn:li:chart:(looker,a)';

/** Stores whole aspects, as earlier versions and existing clients do. */
const store = (db: Database, ...aspects: [urn: string, name: string, value: Json][]) =>
  writeAspects(
    db,
    aspects.map(
      ([urn, name, value]): AspectUpsert => ({
        ...{ urn, name, value, entityType: urn.split(':')[2]! },
        systemMetadata: '{"runId": "r"}',
      }),
    ),
    { time: 1, actor: 'urn:li:corpuser:x' },
  );

/** Returns each stored aspect with all that a write changes. */
const stored = (db: Database) =>
  db.query<Json>(
    'SELECT urn, name, body::text, system_metadata::text AS system, updated_at, updated_by FROM aspects',
  );

t.test('doctor: aspects that clients cannot read are listed, and repaired where defaults do', async (t) => {
  const db = await testDatabase(t);
  const progress: number[][] = [];
  const onProgress = (...counts: number[]) => void progress.push(counts);
  const texts = async (found: ReturnType<typeof aspectFindings>) =>
    (await found).map(({ state, text, fix }) => `${state}: ${text}${fix ? ` (${fix})` : ''}`);
  const found = () => texts(aspectFindings(db.query, onProgress));
  const repair = () => texts(repairFindings(db, () => 5, onProgress));
  t.same(await found(), ["ok: DataHub's clients can read 0 aspects"]);
  await bootstrap({ db, config: readConfig({ DATA_DIR: t.testdir() }), log: quiet, now });
  t.match(await found(), [/^ok: DataHub's clients can read [1-9]\d* aspects$/], 'also the first policies');

  await store(
    db,
    [chart, 'chartInfo', { title: 'kept', ours: [1] }],
    [chart, 'status', { removed: false }],
    [chart, 'ourOwn', {}],
    [
      dataset('a'),
      'editableSchemaMetadata',
      { editableSchemaFieldInfo: [column({ glossaryTerms: { terms: [term] } })] },
    ],
    [dataset('a'), 'glossaryTerms', { terms: [term], auditStamp: { time: 1 } }],
    [dataset('b'), 'ownership', { owners: [{ owner: 'urn:li:corpuser:a', type: 'KING' }] }],
    ['urn:li:corpuser:a', 'glossaryTerms', { terms: [term] }],
    ['urn:li:corpGroup:g', 'corpGroupInfo', { displayName: 'g' }],
    [
      'urn:li:structuredProperty:p',
      'propertyDefinition',
      { qualifiedName: 'p', valueType: 'x', entityTypes: [] },
    ],
  );
  await db.query(`DELETE FROM users WHERE urn = 'urn:li:corpuser:a'`);
  const before = await stored(db);
  t.match(await found(), [
    /^warning: DataHub's clients may fail to read 7 of \d+ aspects: glossaryTerms \(2\), .*chartInfo \(1\).* \(`catalog doctor --repair-aspects` adds the missing fields of 3 of them; write the other/,
    ...Array.from({ length: 7 }, () => /^warning: \w+ of urn:li:\S+: \S+/),
  ]);
  t.match((await found()).join('\n'), `glossaryTerms of ${dataset('a')}: auditStamp.actor is required`);
  t.match(
    (await found()).join('\n'),
    /propertyDefinition of \S+: valueType is "x", which is not a type of values/,
  );
  t.same(await stored(db), before, 'nothing is changed');

  const unrepaired = ['corpGroupInfo', 'glossaryTerms', 'ownership', 'propertyDefinition'];
  const [done = '', summary, ...left] = await repair();
  t.match(done, /^ok: 3 of \d+ aspects are repaired$/);
  t.match(summary, /^warning: DataHub's clients may still fail to read 4 aspects/);
  t.same(left.map((line) => line.split(' ')[1]).sort(), unrepaired);
  const aspects = new Map(
    (
      await readDocuments(
        { query: db.query, aspects: storedAspects },
        { urns: [chart, dataset('a'), 'urn:li:corpuser:a'], names: null },
      )
    ).map((one) => [`${one.name} ${one.urn}`, { ...one, value: JSON.parse(one.text) }]),
  );
  t.match(aspects.get(`chartInfo ${chart}`), {
    value: { title: 'kept', ours: [1], description: '', lastModified: { created: auditStamp } },
    systemMetadata: '{"runId": "r"}',
    written: { time: 5, actor: 'urn:li:corpuser:__datahub_system' },
  });
  const columns = [column({ glossaryTerms: { terms: [term], auditStamp } })];
  t.match(aspects.get(`editableSchemaMetadata ${dataset('a')}`)?.value.editableSchemaFieldInfo, columns);
  t.same(aspects.get('glossaryTerms urn:li:corpuser:a')?.value, { terms: [term], auditStamp });
  const changed = (await stored(db)).filter(({ updated_at: time }) => time === 5).map(({ name }) => name);
  t.same(
    changed.sort(),
    ['chartInfo', 'editableSchemaMetadata', 'glossaryTerms'],
    'the others are not written',
  );
  t.same(await db.query(`SELECT FROM users WHERE urn = 'urn:li:corpuser:a'`), [], 'no user is created');
  for (const { state, text } of await searchFindings(db)) t.not(state, 'error', text);

  const after = await stored(db);
  t.match((await repair())[0], /^ok: 0 of \d+ aspects are repaired$/);
  t.same(await stored(db), after, 'the second run changes nothing');
  t.match(progress.at(-1), [after.length - 1, after.length - 1]);
});

t.test('doctor: a repair in many parts that ends in the middle goes on in the next run', async (t) => {
  const db = await testDatabase(t);
  const count = 1_100;
  const broken = Array.from({ length: count }, (_, at): [string, string, Json] => [
    dataset(String(at).padStart(4, '0')),
    'glossaryTerms',
    { terms: [] },
  ]);
  await store(db, ...broken);
  let parts = 0;
  const clock = () => {
    parts += 1;
    if (parts === 2) throw new Error('the process is stopped');
    return 5;
  };
  t.match(await repairFindings(db, clock, () => {}), [
    {
      state: 'error',
      text: /^500 aspects are repaired, .*: the process is stopped$/,
      fix: /run the command again/,
    },
  ]);
  const [first, ...listed] = await aspectFindings(db.query, () => {});
  t.match(first, { text: /may fail to read 600 of 1100 aspects: glossaryTerms \(600\)$/ });
  t.equal(listed.length, 21);
  t.match(listed.at(-1), { text: 'and 580 more aspects' });
  t.match(await repairFindings(db, clock, () => {}), [
    { state: 'ok', text: '600 of 1100 aspects are repaired' },
  ]);
});

t.test('doctor: an account that may not create tables', async (t) => {
  const db = await testDatabase(t);
  t.match(await schemaFinding(db.query), { state: 'ok' });
  const undo = new Error('undo');
  const work = db.inTransaction(async ({ query }) => {
    const [place] = await query<{ schema: string }>('SELECT quote_ident(current_schema()) AS schema');
    const { schema } = place!;
    await query('CREATE ROLE "Mary Ann"');
    await query(`REVOKE CREATE ON SCHEMA ${schema} FROM PUBLIC`);
    await query(`GRANT USAGE ON SCHEMA ${schema} TO "Mary Ann"`);
    await query('SET LOCAL ROLE "Mary Ann"');
    t.match(await schemaFinding(query), {
      state: 'error',
      text: `"Mary Ann" may not create tables in the schema ${schema}: `,
      fix: `GRANT CREATE ON SCHEMA ${schema} TO "Mary Ann";`,
    });
    throw undo;
  });
  await t.rejects(work, undo);
});

t.test('doctor: an unreadable secret is listed without its value', async (t) => {
  const db = await testDatabase(t);
  await store(db, ['urn:li:dataHubSecret:s', 'dataHubSecretValue', { name: 's', value: 12_345 }]);
  const texts = (await aspectFindings(db.query, () => {})).map(({ text }) => text).join('\n');
  t.match(texts, 'dataHubSecretValue of urn:li:dataHubSecret:s: it does not fit its model');
  t.notMatch(texts, '12345');
});

t.test('doctor: edits of columns that the schemas do not have', async (t) => {
  const db = await testDatabase(t);
  const urn = 'urn:li:dataset:(urn:li:dataPlatform:hive,orphans,PROD)';
  const put = (name: string, value: object) => {
    const upsert: AspectUpsert = { urn, entityType: 'dataset', name, value: value as Json };
    return writeAspects(db, [upsert], { time: 1, actor: 'urn:li:corpuser:x' });
  };
  const found = async () => (({ state, text }) => `${state}: ${text}`)(await columnsFinding(db.query));
  t.equal(await found(), 'ok: the schemas have all edited columns');
  const type = { type: { 'com.linkedin.schema.StringType': {} } };
  await put('schemaMetadata', {
    fields: ['id', 'a'].map((fieldPath) => ({ fieldPath, type, nativeDataType: 'int' })),
  });
  const edited = (...paths: string[]) => ({
    editableSchemaFieldInfo: paths.map((fieldPath) => ({ fieldPath, description: 'x' })),
  });
  await put('editableSchemaMetadata', edited('a', 'gone'));
  t.equal(
    await found(),
    'ok: 1 edited columns are not in the schemas of their datasets; none of them differs in case only',
  );
  await put('editableSchemaMetadata', edited('a', 'gone', 'ID'));
  t.equal(
    await found(),
    'warning: 2 edited columns are not in the schemas of their datasets; the paths of 1 of them differ in case only',
  );
});
