import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { newTokenText, parseTokenText } from '../../src/access-tokens/token-format.js';
import { readConfig } from '../../src/config.js';
import type { Database } from '../../src/db/database.js';
import { createServices } from '../../src/services.js';
import type { FirstToken } from '../../src/startup/describe-first-token.js';
import { bootstrap, provideLinkToken } from '../../src/startup/first-administrator.js';
import { seedSample } from '../../src/startup/seed.js';
import { testDatabase } from '../support/database.js';

const admin = 'urn:li:corpuser:admin';
const now = Date.now();

/** Returns a function that starts a catalog on a database and returns its log. */
async function starts(t: Test, env: Record<string, string> = {}) {
  const db = await testDatabase(t);
  const folder = t.testdir();
  const file = join(folder, 'data', 'bootstrap-token');
  const log: string[] = [];
  let token: FirstToken | undefined;
  const say = (_detail: object, line: string) => void log.push(line);
  async function start({ at = now, more = {} as Record<string, string> } = {}) {
    log.length = 0;
    const config = readConfig({ DATA_DIR: join(folder, 'data'), ...env, ...more });
    token = await bootstrap({ db, config, log: { debug() {}, info: say, warn: say, error: say }, now: at });
    return log.join('\n');
  }
  return { db, folder, file, start, firstToken: () => token };
}

/** The same, of a catalog that has started once. */
async function started(t: Test) {
  const all = await starts(t);
  await all.start();
  return all;
}

const textIn = (file: string) => readFileSync(file, 'utf8').trim();
const toId = (file: string) => parseTokenText(textIn(file))!.id;

async function works(db: Database, file: string) {
  const services = createServices({
    config: readConfig({}),
    db,
    clock: () => now,
    onBackgroundError: () => {},
    onNotice: () => {},
  });
  const actor = await services.authenticate.bearer(textIn(file)).catch(() => null);
  await services.flush();
  return actor?.urn === admin;
}

const count = async (db: Database, table: string) =>
  (await db.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`))[0]!.count;

t.test('11.6: the store stays empty while the token’s file can not be written', async (t) => {
  const { db, folder, file, start } = await starts(t);
  writeFileSync(join(folder, 'data'), 'no folder');
  for (const _ of [1, 2]) {
    await t.rejects(start(), { name: 'StartupError', message: /BOOTSTRAP_TOKEN_FILE .*DATA_DIR/ });
    t.same([await count(db, 'users'), await count(db, 'access_tokens')], [0, 0]);
  }
  rmSync(join(folder, 'data'));
  t.match(await start(), `an access token that is valid for one day, in ${file}`);
  t.ok(await works(db, file));
});

t.test('the first start leaves audit events of all that it grants', async (t) => {
  const { db } = await started(t);
  const events = () =>
    db.query<{ type: string; subject: string; grants: string }>(
      `SELECT type, subject, coalesce(detail->>'privileges', '') AS grants FROM audit_events
        WHERE actor_urn = 'urn:li:corpuser:__datahub_system' ORDER BY id`,
    );
  t.match(await events(), [
    {
      type: 'CreatePolicyEvent',
      subject: 'urn:li:dataHubPolicy:bootstrap-platform',
      grants: /MANAGE_POLICIES/,
    },
    { type: 'CreatePolicyEvent', subject: 'urn:li:dataHubPolicy:bootstrap-metadata', grants: /EDIT_ENTITY/ },
    { type: 'CreateUserEvent', subject: admin },
    { type: 'CreateAccessTokenEvent' },
  ]);
  await seedSample(db, admin, now);
  const seeded = (await events())
    .slice(4)
    .map(({ type, subject }) => `${type} ${subject.split(':').slice(2).join(':')}`);
  t.strictSame(seeded.filter((event) => /Policy|guest|steward|Group:/.test(event)).sort(), [
    ...['AddGroupMemberEvent corpGroup:data-platform', 'AddGroupMemberEvent corpGroup:data-platform'],
    ...['AddGroupMemberEvent corpGroup:growth'],
    ...['CreateGroupEvent corpGroup:data-platform', 'CreateGroupEvent corpGroup:growth'],
    ...['CreatePolicyEvent dataHubPolicy:sample-steward-metadata'],
    ...['CreatePolicyEvent dataHubPolicy:sample-steward-platform'],
    ...['CreateUserEvent corpuser:guest', 'CreateUserEvent corpuser:steward'],
  ]);
  t.equal(seeded.length, 9 + 5, 'and the other users of the sample');
});

t.test('11.6: an unused token without a file is replaced', async (t) => {
  const { db, file, start } = await started(t);
  const first = toId(file);
  t.match(await start(), `not been used yet. Its text is in ${file} on `, 'a token with its file stays');
  t.equal(toId(file), first);

  for (const lose of [() => rmSync(file), () => writeFileSync(file, 'something else')]) {
    lose();
    t.match(await start(), /never used and its file is missing: a new token is in .*bootstrap-token$/);
    t.ok(await works(db, file));
    await db.query('UPDATE access_tokens SET last_used_at = NULL');
  }
  const live = await db.query('SELECT id FROM access_tokens WHERE revoked_at IS NULL');
  t.same(live, [{ id: toId(file) }], 'the others are revoked');
});

t.test('11.6: an unused token of an older build is replaced too; used or expired ones are not', async (t) => {
  const { db, file, start } = await started(t);
  rmSync(file);
  await db.query('UPDATE access_tokens SET last_used_at = $1', [now]);
  t.equal(await start(), '');
  t.notOk(existsSync(file));
  await db.query('UPDATE access_tokens SET last_used_at = NULL, description = NULL');
  await start();
  t.ok(await works(db, file));
  rmSync(file);
  await start({ at: now + 25 * 3_600_000 });
  t.notOk(existsSync(file), 'after a day it is left alone');
});

t.test('11.6: a token is kept when its described file exists or is on another machine', async (t) => {
  const { db, folder, file, start } = await started(t);
  const elsewhere = { more: { BOOTSTRAP_TOKEN_FILE: join(folder, 'other', 'token') } };
  t.match(await start(elsewhere), `Its text is in ${file} on `);
  t.notOk(existsSync(join(folder, 'other')));

  const description = `Its text is in ${file} on another-host`;
  await db.query('UPDATE access_tokens SET description = $1', [description]);
  rmSync(file);
  t.match(
    await start(),
    `${description}. If the file is lost, create another token: catalog token create --local --actor ${admin}`,
  );
  t.notOk(existsSync(file));
});

t.test('11.6: a store with users is served without the file', async (t) => {
  const { db, folder, start } = await started(t);
  rmSync(join(folder, 'data'), { recursive: true });
  writeFileSync(join(folder, 'data'), 'no folder');
  t.match(await start(), /cannot be written to .* Or create a token with: catalog token create --local/);
  t.equal(await count(db, 'access_tokens WHERE revoked_at IS NULL'), 1, 'the token stays');
});

t.test('11.6: without any live token, the log says how to create one', async (t) => {
  const { db, start } = await started(t);
  const how = `no user has a live access token; create one with: catalog token create --local --actor ${admin}`;
  t.match(await start({ at: now + 25 * 3_600_000 }), how, 'expired');
  t.match(
    await start({ at: now + 25 * 3_600_000 }),
    /^the first access token expired at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ: no user/,
    'and when it expired',
  );
  await db.query('UPDATE access_tokens SET revoked_at = $1', [now]);
  t.match(await start(), how, 'revoked');
  await db.query('DELETE FROM access_tokens');
  t.match(await start(), how, 'gone');
});

t.test('11.6: of many processes that start at once, one writes the token', async (t) => {
  const { db, file, start } = await starts(t);
  await Promise.all(Array.from({ length: 6 }, () => start()));
  t.same([await count(db, 'users'), await count(db, 'access_tokens')], [1, 1]);
  t.ok(await works(db, file));
});

t.test('11.6: PostgreSQL and an embedded database with the same DATA_DIR have different files', async (t) => {
  const { db, folder, file, start } = await starts(t);
  mkdirSync(join(folder, 'data', 'postgres'), { recursive: true });
  writeFileSync(file, 'of the embedded one');
  await start({ more: { DATABASE_URL: 'postgresql://db/x' } });
  t.equal(readFileSync(file, 'utf8'), 'of the embedded one');
  t.ok(await works(db, `${file}-postgresql`));
});

t.test('a start says where a live first token is, and that a file holds an expired one', async (t) => {
  const { db, file, start, firstToken } = await started(t);
  t.match(firstToken(), { user: admin, file, expiredAt: null, hasLive: true });
  await db.query('UPDATE access_tokens SET last_used_at = $1', [now]);
  t.equal(await start(), '', 'nothing about a token that is used and lives');
  t.match(firstToken(), { file, expiredAt: null });
  await db.query(
    `INSERT INTO access_tokens (id, hash, type, name, actor_urn, owner_urn, created_at)
     SELECT 'other', hash, type, 'own', actor_urn, owner_urn, created_at FROM access_tokens`,
  );
  const at = now + 25 * 3_600_000;
  t.match(
    await start({ at }),
    new RegExp(`expired at .*Z: delete ${file}. Create another token with: catalog token`),
  );
  t.match(firstToken(), { file: null, expiredAt: Number, hasLive: true });
  rmSync(file);
  t.equal(await start({ at }), '', 'nothing once the file is gone');
});

t.test('a sign-in link uses the first token, and after its end one that nobody has', async (t) => {
  const { db, file, start, firstToken } = await started(t);
  t.equal(await provideLinkToken(db, admin, now), toId(file));
  const later = now + 25 * 3_600_000;
  const ids = await Promise.all([1, 2, 3].map(() => provideLinkToken(db, admin, later)));
  t.equal(new Set(ids).size, 1, 'of several processes, one makes it');
  t.not(ids[0], toId(file));
  t.match(await start({ at: later }), /no user has a live access token; create one with/);
  t.equal(firstToken()?.hasLive, false, 'a token that nobody has does not count');
  const events = await db.query(
    `SELECT subject FROM audit_events WHERE type = 'CreateAccessTokenEvent' ORDER BY id`,
  );
  t.match(events, [{}, { subject: `urn:li:serviceAccessToken:${ids[0]}` }]);

  await db.query('UPDATE access_tokens SET revoked_at = $1', [later]);
  t.not(await provideLinkToken(db, admin, later), ids[0], 'a start makes another one');
  for (const state of ['SUSPENDED', 'REMOVED']) {
    await db.query('UPDATE users SET state = $1', [state]);
    t.equal(await provideLinkToken(db, admin, later), null, state);
  }
});

t.test('BOOTSTRAP_TOKEN_INPUT_FILE: an empty store takes the token that the operator brings', async (t) => {
  const { db, folder, file, start, firstToken } = await starts(t);
  const input = join(folder, 'first.token');
  const more = { BOOTSTRAP_TOKEN_INPUT_FILE: input };
  const { id, text } = newTokenText(randomBytes(12), randomBytes(20));
  const damaged = `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`;
  for (const wrong of [null, '', 'hunter2', damaged, `${text}\n${text}`]) {
    if (wrong !== null) writeFileSync(input, wrong);
    await t.rejects(start({ more }), {
      name: 'StartupError',
      message: /^BOOTSTRAP_TOKEN_INPUT_FILE: .*first\.token /,
    });
    const message = await start({ more }).catch((error) => error.message);
    for (const secret of ['hunter2', text.slice(30, 45)]) t.notMatch(message, secret, 'nothing of the text');
    t.same([await count(db, 'users'), await count(db, 'access_tokens')], [0, 0]);
  }

  writeFileSync(input, `${text}\n`, { mode: 0o600 });
  chmodSync(input, 0o604);
  const logs = await Promise.all([1, 2, 3].map(() => start({ more })));
  t.match(logs.join('\n'), /every account of this machine can read the file/);
  t.match(
    logs.join('\n'),
    `created the user admin with all privileges and an access token that is valid for one day, in ${input}`,
  );
  t.notMatch(logs.join('\n'), text.slice(30, 45));
  t.ok(await works(db, input));
  t.notOk(existsSync(file), 'the text is written nowhere');
  t.match(firstToken(), { file: input, expiredAt: null });
  const rows = await db.query('SELECT id, expires_at - created_at AS lifetime FROM access_tokens');
  t.same(rows, [{ id, lifetime: 86_400_000 }]);

  rmSync(input);
  await db.query('UPDATE access_tokens SET last_used_at = NULL');
  t.match(
    await start({ more }),
    /INPUT_FILE is not read: the database is not empty\n.*Its text was read from BOOTSTRAP/,
  );
  t.notOk(existsSync(file), 'an unused token of the operator is not replaced');
  t.equal(firstToken()?.file, null);
});
