import t from 'tap';
import { maxDetail } from '../../src/audit/detail.js';
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
      detail: { token, hash, names: [token, hash], long: 'é'.repeat(100_000) },
    }),
  );
  const [row] = await db.query<{ text: string }>('SELECT e::text AS text FROM audit_events e');
  const { text } = row!;
  t.notMatch(text, /a{17}|b{33}|c2FsdA|aGFzaA/);
  t.ok(text.length < 5_000, `${text.length} characters`);
  t.match(text, /urn:li:tag:mcs_…/);
});

t.test('a long list makes several events, and no entry is lost', async (t) => {
  const db = await testDatabase(t);
  const urns = (count: number, id: string) => Array.from({ length: count }, (_, i) => `urn:li:${id}:${i}`);
  const detail = {
    ...{ name: 'x', none: [], few: urns(3, 'few') },
    ...{ many: urns(10_000, 'many"\\'), long: ['\u0001'.repeat(1_000), 'y'.repeat(1_000)] },
  };
  await transaction(db, (tx) => recordAudit(tx, operator, [{ ...event, detail }, event]));
  const rows = await db.query<{ text: string | null; time: number }>(
    'SELECT detail::text AS text, time FROM audit_events ORDER BY id',
  );
  const parts = rows.slice(0, -1).map(({ text }) => JSON.parse(text!));
  t.equal(rows.at(-1)!.text, null, 'the next event');
  t.ok(rows.every(({ text }) => (text ?? '').length <= maxDetail));
  t.equal(new Set(parts.map(({ change }) => change)).size, 1);
  t.strictSame(
    parts.map(({ part }) => part),
    parts.map((_, index) => index + 1),
  );
  t.ok(parts.length > 20 && parts.every((one) => one.parts === parts.length));
  const all: Record<string, unknown> = {};
  for (const { change, part, parts: _, ...more } of parts)
    for (const [name, value] of Object.entries(more))
      all[name] = Array.isArray(value) ? [...((all[name] as unknown[]) ?? []), ...value] : value;
  t.strictSame(all, detail);
});

t.test('the steps of a change are linked also when one of them has several parts', async (t) => {
  const db = await testDatabase(t);
  const steps = [1, 2].map((number) => ({
    ...{ ...event, step: { change: 'c', number } },
    detail: { many: Array.from({ length: number * 900 }, (_, i) => `${i}`) },
  }));
  for (const step of steps) await transaction(db, (tx) => recordAudit(tx, operator, step));
  const rows = await db.query<{ text: string }>('SELECT detail::text AS text FROM audit_events ORDER BY id');
  t.match(
    rows.map(({ text }) => JSON.parse(text)),
    [
      { change: 'c', step: 1 },
      { change: 'c', step: 2, part: 1, parts: 2 },
      { change: 'c', step: 2, part: 2, parts: 2 },
    ],
  );
});
