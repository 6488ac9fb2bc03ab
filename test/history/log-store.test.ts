import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { insertOrLockEntities } from '../../src/aspects/lock-store.js';
import { transaction } from '../../src/db/transaction.js';
import { insertChanges } from '../../src/history/change-store.js';
import { changeLogStore, maxNumbered, renewEpoch } from '../../src/history/log-store.js';
import { createMonths } from '../../src/history/month-store.js';
import { testDatabase } from '../support/database.js';
import { seeded } from '../support/random.js';

const db = await testDatabase(t);
const log = changeLogStore(db);
const maxBytes = 1_000_000;
const change = (entityUrn: string, after: string) => ({
  ...({
    entityUrn,
    fieldPath: '',
    aspect: 'globalTags',
    category: 'TAG',
    operation: 'ADD',
    modifier: null,
  } as const),
  ...{ before: null, after, runId: null },
});

t.test('4 writers and 2 readers that crash: every change once, those of an entity in order', async (t) => {
  const random = seeded(t);
  const counts = new Map<string, number>();
  let writing = 4;

  async function write(writer: number) {
    const actor = `urn:li:corpuser:${writer}`;
    for (let turn = 0; turn < 40; turn += 1) {
      const urn = `urn:li:tag:${random.below(3)}`;
      await transaction(db, async (tx) => {
        await insertOrLockEntities(tx, [{ urn, type: 'tag' }], { time: 1, actor }, 'write');
        // The lock of the entity orders its writers.
        const count = (counts.get(urn) ?? 0) + 1;
        counts.set(urn, count);
        await insertChanges(tx, [change(urn, String(count)), change(urn, `${count}.5`)], { urn: actor });
        await sleep(random.below(15));
      });
      if (turn === 20 && writer === 0) await createMonths(db, Date.now());
    }
    writing -= 1;
  }

  /** What a reader has confirmed survives a crash: an offset and what came before it. */
  async function read() {
    let confirmed = { offset: 0, read: [] as string[] };
    for (let isLast = false; !isLast; ) {
      isLast = writing === 0;
      if (isLast) await log.numberAll();
      else await log.number();
      for (let { offset, read } = confirmed; ; ) {
        const page = await log.read(offset, 1 + random.below(9), maxBytes);
        if (page.length === 0) break;
        read = [...read, ...page.map(({ entityUrn, after }) => `${entityUrn} ${after}`)];
        offset = page.at(-1)!.seq;
        // A crash before the offset is stored.
        if (random.below(4) === 0) break;
        confirmed = { offset, read };
      }
      await sleep(random.below(5));
    }
    for (let page = await log.read(confirmed.offset, 100, maxBytes); page.length > 0; ) {
      confirmed.read.push(...page.map(({ entityUrn, after }) => `${entityUrn} ${after}`));
      page = await log.read(page.at(-1)!.seq, 100, maxBytes);
    }
    return confirmed.read;
  }

  const [one, other] = await Promise.all([read(), read(), ...[0, 1, 2, 3].map(write)]);
  t.strictSame(one, other);
  for (const [urn, count] of counts) {
    const own = one!.filter((text) => text.startsWith(`${urn} `));
    const expected = Array.from({ length: count }, (_, index) => [
      `${urn} ${index + 1}`,
      `${urn} ${index + 1}.5`,
    ]);
    t.strictSame(own, expected.flat(), urn);
  }
  t.equal(one!.length, 4 * 40 * 2);
});

t.test('a backlog is numbered in parts, also of rows that are older than their neighbours', async (t) => {
  const before = await log.position();
  const actor = 'urn:li:corpuser:a';
  const count = maxNumbered + 10;
  await db.query(
    `INSERT INTO change_events (time, entity_urn, field_path, category, operation, actor_urn, after)
     SELECT 1000 * (n % 7), 'urn:li:tag:b', '', 'TAG', 'ADD', $1, n::text FROM generate_series(1, $2::int) n`,
    [actor, count],
  );
  t.equal(await log.hasMore(before.lastSeq), true);
  t.strictSame([await log.number(), await log.number(), await log.number()], [maxNumbered, 10, 0]);
  t.match(await log.position(), { epoch: before.epoch, lastSeq: before.lastSeq + count, oldestSeq: 1 });
  t.equal(await log.hasMore(before.lastSeq + count), false);
  const page = await log.read(before.lastSeq, 5_000, 2_000);
  t.ok(page.length > 1 && page.length < 50, 'a page ends before it is too large');
  t.strictSame(
    page.map(({ after }) => Number(after)),
    page.map((_, index) => index + 1),
  );
  t.equal((await log.read(before.lastSeq, 5_000, 1)).length, 1);
  t.equal(await log.firstSince(6_000), 1);
});

const alone = db.kind === 'embedded' && 'the embedded database runs one transaction at a time';
t.test('while another process numbers, nobody waits, and numberAll does', { skip: alone }, async (t) => {
  await db.query(
    `INSERT INTO change_events (time, entity_urn, field_path, category, operation, actor_urn)
     VALUES (1, 'urn:li:tag:c', '', 'TAG', 'ADD', 'x')`,
  );
  let all: Promise<void> | undefined;
  await db.inTransaction(async (tx) => {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtext('catalog.changes.number'))`);
    t.equal(await log.number(), null);
    all = log.numberAll();
  });
  await all;
  t.equal(await log.number(), 0);
});

t.test('an epoch of its own after a restore', async (t) => {
  const before = await log.position();
  await renewEpoch(db.query);
  const after = await log.position();
  t.not(after.epoch, before.epoch);
  t.equal(after.lastSeq, before.lastSeq);
});
