import t from 'tap';
import { readConfig } from '../../src/config.js';
import { accessFindings } from '../../src/operations/doctor/access.js';
import { clockFinding, migrationFindings, stateFindings } from '../../src/operations/doctor/database.js';
import { diskFinding } from '../../src/operations/doctor/disk.js';
import { namesFinding } from '../../src/operations/doctor/names.js';
import { bootstrap } from '../../src/startup/first-administrator.js';
import { testDatabase } from '../support/database.js';
import { heldTokens } from '../support/held-tokens.js';
import { updateUserStatus } from '../support/people.js';

const now = Date.now();
const day = 24 * 3_600_000;
const quiet = { info() {}, warn() {}, error() {} };

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

t.test(
  'doctor: tokens of others that suspended users hold, and users whose names are reserved',
  async (t) => {
    const { db, chief, managerWithTokens } = await heldTokens(t);
    const config = readConfig({ DATA_DIR: t.testdir() });
    const found = async () =>
      (await accessFindings(db, config, now)).flatMap(({ state, text }) =>
        state === 'warning' ? [text] : [],
      );
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
  },
);

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
