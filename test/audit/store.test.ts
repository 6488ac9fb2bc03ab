import t from 'tap';
import { recordAudit } from '../../src/audit/store.js';
import { operator } from '../../src/core/actor.js';
import { transaction } from '../../src/db/transaction.js';
import { testDatabase } from '../support/database.js';

const event = { type: 'DeleteEntityEvent', subject: 'urn:li:tag:x' } as const;

t.test('an event is kept if its transaction commits, and only then', async (t) => {
  const db = await testDatabase(t);
  const rows = () => db.query<{ subject: string }>('SELECT subject FROM audit_events');
  const failing = transaction(db, async (tx) => {
    await recordAudit(tx, operator, event);
    throw new Error('after the event');
  });
  await t.rejects(failing, /after the event/);
  t.strictSame(await rows(), []);
  await transaction(db, (tx) => recordAudit(tx, operator, event));
  t.strictSame(await rows(), [{ subject: 'urn:li:tag:x' }]);
});

t.test('nothing changes or deletes an event, in the table or in its months', async (t) => {
  const db = await testDatabase(t);
  await transaction(db, (tx) => recordAudit(tx, operator, event));
  const [month] = await db.query<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'audit_events'::regclass`,
  );
  for (const table of ['audit_events', month!.name]) {
    for (const change of [`UPDATE ${table} SET type = 'x'`, `DELETE FROM ${table}`, `TRUNCATE ${table}`]) {
      await t.rejects(db.query(change), /audit events are only ever added/, change);
    }
  }
  t.equal((await db.query('SELECT FROM audit_events')).length, 1);
});

t.test('concurrent first events of a month create it once', async (t) => {
  const db = await testDatabase(t);
  const record = () => transaction(db, (tx) => recordAudit(tx, operator, [event, event]));
  await Promise.all([record(), record(), record(), record()]);
  t.equal((await db.query('SELECT FROM audit_events')).length, 8);
});

t.test('no token, no hash and no long text gets into an event', async (t) => {
  const db = await testDatabase(t);
  const token = `mcs_${'a'.repeat(17)}_${'b'.repeat(33)}`;
  const hash = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA';
  const userAgent = `${token} ${'x'.repeat(5_000)}`;
  const requester = { ...operator, origin: { ...operator.origin!, userAgent } };
  await transaction(db, (tx) =>
    recordAudit(tx, requester, {
      type: 'DeleteEntityEvent',
      subject: `urn:li:tag:${token}`,
      detail: { token, hash, names: [token, ...new Array(1_000).fill(hash)], long: 'é'.repeat(100_000) },
    }),
  );
  const [row] = await db.query<{ text: string }>('SELECT e::text AS text FROM audit_events e');
  const { text } = row!;
  t.notMatch(text, /a{17}|b{33}|c2FsdA|aGFzaA/);
  t.ok(text.length < 5_000, `${text.length} characters`);
  t.match(text, /urn:li:tag:mcs_…/);
});
