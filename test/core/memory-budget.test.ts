import t from 'tap';
import { MemoryBudget, MemoryShare, type Release } from '../../src/core/memory-budget.js';

const busy = { message: 'The service is busy. Try again later.' };

t.test('bytes are given back once', async (t) => {
  const budget = new MemoryBudget(100);
  const release = budget.tryTake(60)!;
  t.equal(budget.tryTake(41), null);
  t.ok(budget.tryTake(40));
  release();
  release();
  t.equal(budget.taken, 40);
});

t.test('work that exceeds the total waits until it is alone, and then takes all', async (t) => {
  const budget = new MemoryBudget(100);
  const small = budget.tryTake(1)!;
  t.equal(budget.tryTake(1_000), null);
  small();
  const large = budget.tryTake(1_000)!;
  t.equal(budget.tryTake(1), null);
  large();
  t.equal(budget.taken, 0);
});

t.test('waiting work is served in order', async (t) => {
  const budget = new MemoryBudget(100);
  const first = await budget.take(90, () => true);
  const order: string[] = [];
  const waiting = [80, 5].map(async (bytes) => {
    const release = await budget.take(bytes, () => true);
    order.push(`${bytes}`);
    release();
  });
  t.strictSame(order, []);
  first();
  await Promise.all(waiting);
  t.strictSame(order, ['80', '5']);
  t.equal(budget.taken, 0);
});

t.test('work that is not needed any more does not start, and the queue is bounded', async (t) => {
  const budget = new MemoryBudget(100);
  const release = budget.tryTake(100)!;
  const gone = t.rejects(
    budget.take(10, () => false),
    busy,
  );
  const waiting = Array.from({ length: 199 }, async () => (await budget.take(1, () => true))());
  await t.rejects(
    budget.take(1, () => true),
    busy,
  );
  release();
  await gone;
  await Promise.all(waiting);
  t.equal(budget.taken, 0);
});

t.test('a share takes what is missing, never more than there is, and gives everything back', async (t) => {
  const mb = 1_000_000;
  const budget = new MemoryBudget(100 * mb);
  const whenDone: Release[] = [];
  const share = new MemoryShare(budget, (release) => whenDone.push(release));
  t.ok(share.reach(196_608));
  t.equal(whenDone.length, 0, 'few bytes are not counted');
  t.ok(share.reach(60 * mb));
  t.ok(share.reach(50 * mb), 'less than is taken');
  t.equal(budget.taken, 60 * mb);
  t.ok(share.add(10 * mb));
  t.equal(budget.taken, 70 * mb);
  const other = budget.tryTake(20 * mb)!;
  t.notOk(share.add(20 * mb));
  t.equal(budget.taken, 90 * mb, 'nothing is taken in part');
  other();
  t.ok(share.reach(1_000 * mb));
  t.ok(share.add(1_000 * mb));
  t.equal(budget.taken, 100 * mb);
  t.equal(whenDone.length, 1);
  whenDone[0]!();
  t.equal(budget.taken, 0);
  t.ok(share.add(10 * mb));
  t.equal(budget.taken, 10 * mb);
  t.equal(whenDone.length, 2, 'what is taken after the release is given back, too');
  whenDone[1]!();
  t.equal(budget.taken, 0);
});

t.test('all work of one owner gets at most half, and others do not wait for it', async (t) => {
  const budget = new MemoryBudget(100);
  const first = budget.tryTake(30, 'a')!;
  t.equal(budget.tryTake(21, 'a'), null);
  const waits = budget.take(40, () => true, 'a');
  const other = await budget.take(50, () => true, 'b');
  t.equal(budget.taken, 80);
  t.equal(budget.tryTake(1, 'b'), null);
  t.ok(budget.fits(20));
  first();
  const second = await waits;
  t.equal(budget.taken, 90);
  second();
  other();
  const whole = budget.tryTake(1_000, 'a')!;
  t.equal(budget.taken, 50, 'work that exceeds the half counts with the half');
  t.equal(budget.tryTake(1, 'a'), null);
  whole();
  t.equal(budget.taken, 0);
});

t.test('a request never waits for the memory that it has itself', async (t) => {
  const budget = new MemoryBudget(10_000_000);
  const whenDone: Release[] = [];
  const share = new MemoryShare(budget, (release) => whenDone.push(release), 'a');
  t.ok(share.reach(4_000_000));
  const answer = await share.take(4_000_000, () => true);
  t.equal(budget.taken, 5_000_000);
  answer();
  t.ok(share.reach(6_000_000));
  const another = new MemoryShare(budget, (release) => whenDone.push(release), 'b');
  t.ok(another.fits(5_000_000));
  t.notOk(another.reach(5_000_001), 'one at a time exceeds its half');
  whenDone[0]!();
  t.ok(another.reach(5_000_001));
  whenDone[1]!();
  t.equal(budget.taken, 0);
});
