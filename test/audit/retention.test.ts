import t from 'tap';
import { createMonth } from '../../src/audit/month-store.js';
import { addRows } from '../../src/audit/store.js';
import { toMonth } from '../../src/core/month.js';
import { transaction } from '../../src/db/transaction.js';
import { testCatalog } from '../support/catalog.js';
import { waitFor } from '../support/wait-for.js';

const day = 86_400_000;
const row = {
  ...({ type: 'FailedLogInEvent', outcome: 'FAILURE', address: null, detail: '{}' } as const),
  ...{ actorUrn: null, actedFor: null, subject: null, subjectType: null, aspect: null },
  ...{ requestId: null, userAgent: null, transport: null },
};

t.test('whole months are dropped when all of their events are older than AUDIT_RETENTION_DAYS', async (t) => {
  const now = Date.UTC(2026, 5, 10);
  const catalog = await testCatalog(t, { env: { AUDIT_RETENTION_DAYS: '31' }, clock: () => now });
  const { db, services } = catalog;
  const months = async () =>
    (
      await db.query<{ name: string }>(
        `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'audit_events'::regclass ORDER BY 1`,
      )
    ).map(({ name }) => name);
  for (const month of [0, 3, 4]) await transaction(db, (tx) => createMonth(tx, Date.UTC(2026, month, 1)));
  await transaction(db, (tx) => addRows(tx, [row], Date.UTC(2026, 3, 30)));
  services.background.start();
  await waitFor(async () => {
    const names = (await months()).join();
    return /202606.*202607/.test(names) && !/202604/.test(names);
  });
  await services.background.stop();
  t.strictSame(
    await months(),
    ['202605', '202606', '202607'].map((name) => `audit_events_${name}`),
    'the months of the last 31 days, this one and the next',
  );
});

t.test('a month is created while another transaction writes events and others read them', async (t) => {
  const { db } = await testCatalog(t);
  if (db.kind === 'embedded') return;
  const now = Date.now();
  await transaction(db, (tx) => createMonth(tx, now));
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let begun = () => {};
  const isOpen = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const writer = transaction(db, async (tx) => {
    await addRows(tx, [row], now);
    await tx.query('SELECT FROM audit_events');
    begun();
    await finished;
  });
  await isOpen;
  await transaction(db, (tx) => createMonth(tx, toMonth(now).to + day));
  await transaction(db, (tx) => addRows(tx, [row], now));
  finish();
  await writer;
  t.equal((await db.query('SELECT FROM audit_events')).length, 2);
});
