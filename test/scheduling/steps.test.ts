import t from 'tap';
import { Deadline } from '../../src/core/deadline.js';
import { runInTurns, type Steps } from '../../src/scheduling/steps.js';

function* busySteps(ms: number, isDone = () => false): Steps<string> {
  const end = performance.now() + ms;
  while (performance.now() < end && !isDone()) yield;
  return 'done';
}

t.test('long work lets other work run in between', async (t) => {
  let others = 0;
  const timer = setInterval(() => {
    others += 1;
  }, 1);
  // It ends early, once the other work has run.
  const work = busySteps(20_000, () => others > 2);
  t.equal(await runInTurns(work), 'done');
  clearInterval(timer);
  t.ok(others > 2, `${others} times`);
});

t.test('work ends after the deadline has passed, and short work does not wait', async (t) => {
  const passed = new Deadline();
  passed.pass();
  t.equal(await runInTurns(busySteps(0), passed), 'done');
  const deadline = new Deadline();
  setTimeout(() => deadline.pass(), 5);
  const work = runInTurns(busySteps(10_000), deadline);
  t.ok(deadline.hasListeners, 'the work answers the request');
  await t.rejects(work, { name: 'DeadlinePassed', code: '57014' });
  t.notOk(deadline.hasListeners);
});
