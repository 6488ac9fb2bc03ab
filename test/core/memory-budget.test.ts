import t from 'tap';
import { MemoryBudget } from '../../src/core/memory-budget.js';

const busy = { message: 'The service is busy. Try again later.' };

t.test('what is taken is given back, once', async (t) => {
  const budget = new MemoryBudget(100);
  const release = budget.tryTake(60)!;
  t.equal(budget.tryTake(41), null);
  t.ok(budget.tryTake(40));
  release();
  release();
  t.equal(budget.taken, 40);
});

t.test('what takes more than all waits until it is alone, and then has all', async (t) => {
  const budget = new MemoryBudget(100);
  const small = budget.tryTake(1)!;
  t.equal(budget.tryTake(1_000), null);
  small();
  const large = budget.tryTake(1_000)!;
  t.equal(budget.tryTake(1), null);
  large();
  t.equal(budget.taken, 0);
});

t.test('who waits is served in order, and nobody gets ahead', async (t) => {
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

t.test('what is not wanted any more is not begun, and too many do not wait', async (t) => {
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
