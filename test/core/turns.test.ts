import t from 'tap';
import type { Steps } from '../../src/core/steps.js';
import { runInTurns } from '../../src/core/turns.js';

function* busySteps(ms: number): Steps<string> {
  const end = performance.now() + ms;
  while (performance.now() < end) yield;
  return 'done';
}

t.test('long work lets other work run in between, short work does not wait', async (t) => {
  let others = 0;
  const timer = setInterval(() => {
    others += 1;
  }, 1);
  t.equal(await runInTurns(busySteps(200)), 'done');
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
