import t from 'tap';
import type { Steps } from '../../src/scheduling/steps.js';
import { runInTurns } from '../../src/scheduling/turns.js';

function* busySteps(ms: number, isDone = () => false): Steps<string> {
  const end = performance.now() + ms;
  while (performance.now() < end && !isDone()) yield;
  return 'done';
}

t.test('long work lets other work run in between, short work does not wait', async (t) => {
  let others = 0;
  const timer = setInterval(() => {
    others += 1;
  }, 1);
  // It ends early, once the other work has run.
  const work = busySteps(20_000, () => others > 2);
  t.equal(await runInTurns(work), 'done');
  clearInterval(timer);
  t.ok(others > 2, `${others} times`);
  let pauses = 0;
  await runInTurns(busySteps(0), () => {
    pauses += 1;
  });
  t.equal(pauses, 0);
});

t.test('an error after a pause ends the work', async (t) => {
  const late = () => {
    throw new Error('too late');
  };
  await t.rejects(runInTurns(busySteps(10_000), late), { message: 'too late' });
});
