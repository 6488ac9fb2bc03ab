import t from 'tap';
import { notFound } from '../../src/core/errors.js';
import type { Transaction } from '../../src/db/query.js';
import { transaction } from '../../src/db/transaction.js';
import { testDatabase } from '../support/database.js';

const db = await testDatabase(t);
const insert = (tx: Transaction, urn: string) =>
  tx.query<{ urn: string }>(
    `INSERT INTO entities (urn, type, created_at, created_by) VALUES ($1, 'dataset', 0, 'x') RETURNING urn`,
    [urn],
  );
const count = (urn: string) => db.prisma.entity.count({ where: { urn } });
/** Makes the database report this code and roll back. */
const fail = (tx: Transaction, code: string) =>
  tx.query(`DO $$ BEGIN RAISE EXCEPTION 'made to fail' USING ERRCODE = '${code}'; END $$`);

t.test('work is committed as a whole or not at all, and its result or error is returned', async (t) => {
  t.equal(await transaction(db, async (tx) => (await insert(tx, 'kept'))[0]?.urn), 'kept');
  t.equal(await count('kept'), 1);
  const refusal = notFound('x');
  await t.rejects(
    transaction(db, async (tx) => {
      await insert(tx, 'dropped');
      throw refusal;
    }),
    refusal,
  );
  t.equal(await count('dropped'), 0);
});

t.test('after a deadlock or a serialization failure the work runs again from the start', async (t) => {
  for (const code of ['40P01', '40001']) {
    let runs = 0;
    const answer = await transaction(db, async (tx) => {
      runs += 1;
      const left = await tx.query('SELECT FROM entities WHERE urn = $1', [`retried ${code}`]);
      await insert(tx, `retried ${code}`);
      if (runs < 3) await fail(tx, code);
      return left.length;
    });
    t.strictSame({ runs, answer }, { runs: 3, answer: 0 }, `${code}: nothing of a failed run is left`);
    t.equal(await count(`retried ${code}`), 1);
  }
});

t.test('a lasting failure is thrown after six runs, and the caller does not see its text', async (t) => {
  let runs = 0;
  const hopeless = transaction(db, async (tx) => {
    runs += 1;
    await fail(tx, '40001');
  });
  await t.rejects(hopeless, { name: /^(?!CatalogError)/ });
  t.equal(runs, 6);
});

t.test('other failures are not retried', async (t) => {
  for (const code of ['23505', '42601', '22021']) {
    let runs = 0;
    const failing = transaction(db, async (tx) => {
      runs += 1;
      await insert(tx, 'once');
      await fail(tx, code);
    });
    await t.rejects(failing);
    t.equal(runs, 1, code);
  }
  t.equal(await count('once'), 0);
});

t.test('concurrent read-modify-writes lose no update', async (t) => {
  await db.prisma.tag.deleteMany();
  await insertTag('counter', '0');
  await Promise.all(
    Array.from({ length: 20 }, () =>
      transaction(db, async (tx) => {
        const [row] = await tx.query<{ name: string }>(
          "SELECT name FROM tags WHERE urn = 'counter' FOR UPDATE",
        );
        await tx.query(`UPDATE tags SET name = $1 WHERE urn = 'counter'`, [String(Number(row!.name) + 1)]);
      }),
    ),
  );
  t.match(await db.prisma.tag.findUnique({ where: { urn: 'counter' } }), { name: '20' });
});

async function insertTag(urn: string, name: string) {
  await transaction(db, (tx) => insert(tx, urn));
  await db.prisma.tag.create({ data: { urn, name } });
}

const skip = db.kind === 'embedded' && 'one connection can not deadlock';
t.test('after a real deadlock both transactions finish; the victim runs again', { skip }, async (t) => {
  await insertTag('left', '');
  await insertTag('right', '');
  let runs = 0;
  let holding = 0;
  let bothHold = () => {};
  const barrier = new Promise<void>((resolve) => {
    bothHold = resolve;
  });
  const append = (tx: Transaction, urn: string, letter: string) =>
    tx.query('UPDATE tags SET name = name || $1 WHERE urn = $2', [letter, urn]);
  const cross = (first: string, second: string, letter: string) =>
    transaction(db, async (tx) => {
      runs += 1;
      await append(tx, first, letter);
      holding += 1;
      if (holding === 2) bothHold();
      await barrier;
      await append(tx, second, letter);
      return letter;
    });
  t.strictSame(await Promise.all([cross('left', 'right', 'a'), cross('right', 'left', 'b')]), ['a', 'b']);
  t.ok(runs > 2, 'one of the two was the victim');
  const names = await db.prisma.tag.findMany({
    where: { urn: { in: ['left', 'right'] } },
    select: { name: true },
  });
  t.ok(
    ['ab', 'ba'].includes(names[0]!.name!) && names[0]!.name === names[1]!.name,
    'as in some serial order',
  );
});
