import t from 'tap';
import { readConfig } from '../../src/config.js';
import type { Database } from '../../src/db/database.js';
import { unknownNames } from '../../src/startup/unknown-names.js';
import { testDatabase } from '../support/database.js';

async function start(db: Database, env: Record<string, string> = {}) {
  const lines: string[] = [];
  const add = (_: object, text: string) => void lines.push(text);
  const log = { info: add, warn: add, error: add, debug: add };
  return { mode: await unknownNames(db, readConfig(env), log), lines };
}

const insert = (db: Database, urn: string, name: string) =>
  db.query(
    `WITH entity AS (INSERT INTO entities (urn, type, created_at, created_by)
       VALUES ($1, split_part($1, ':', 3), 1, 'x') ON CONFLICT DO NOTHING)
     INSERT INTO aspects (urn, name, created_at, created_by, updated_at, updated_by) VALUES ($1, $2, 1, 'x', 1, 'x')`,
    [urn, name],
  );

t.test('a database with DataHub’s names refuses others, and reads its names once', async (t) => {
  const db = await testDatabase(t);
  await insert(db, 'urn:li:tag:a', 'tagProperties');
  t.same(await start(db), { mode: 'refuse', lines: [] });
  await insert(db, 'urn:li:tag:a', 'ourOwn');
  t.same(await start(db), { mode: 'refuse', lines: [] }, 'the names are not read again');
});

for (const [what, urn, name] of [
  ['an aspect', 'urn:li:tag:a', 'ourOwn'],
  ['an entity type', 'urn:li:ourOwn:a', 'status'],
] as const)
  t.test(`a database with ${what} of a custom model stores more, and the log says so`, async (t) => {
    const db = await testDatabase(t);
    await insert(db, urn, name);
    for (let starts = 0; starts < 2; starts += 1)
      t.match(await start(db), { mode: 'store', lines: [/such as "ourOwn".*ASPECTS_UNKNOWN=store/] });
    t.same(await start(db, { ASPECTS_UNKNOWN: 'refuse' }), { mode: 'refuse', lines: [] });
    await db.query('DELETE FROM entities');
    t.same(await start(db), { mode: 'refuse', lines: [] }, 'until they are deleted');
  });

t.test('what was stored by the setting is found when the setting is removed', async (t) => {
  const db = await testDatabase(t);
  t.equal((await start(db)).mode, 'refuse');
  t.same(await start(db, { ASPECTS_UNKNOWN: 'store' }), { mode: 'store', lines: [] });
  await insert(db, 'urn:li:tag:a', 'ourOwn');
  t.equal((await start(db)).mode, 'store');
});
