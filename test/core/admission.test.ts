import t from 'tap';
import { Admission, servedMax } from '../../src/core/admission.js';

const limits = { waitingMax: 100, waitMaxMs: 10_000 };

/** An admission with a clock that the test sets. */
function open(given: Partial<typeof limits> = {}) {
  let now = 0;
  const admission = new Admission('write', { ...limits, ...given }, () => now);
  return {
    admission,
    pass: (ms: number) => {
      now += ms;
    },
    /** Counts requests of a caller, and returns the functions that end them. */
    enter: (caller: string, count: number) => Array.from({ length: count }, () => admission.enter(caller)),
  };
}

t.test('a client that awaits each response is never refused, however long each takes', async (t) => {
  const { admission, pass } = open({ waitingMax: 1, waitMaxMs: 1 });
  for (let request = 0; request < 50; request += 1) {
    const leave = admission.enter('ann');
    pass(600_000);
    leave();
  }
  t.equal(admission.size, 0);
});

t.test('as many requests as count as served are not refused, of one caller and of several', async (t) => {
  const { admission, enter, pass } = open();
  enter('ann', servedMax - 1);
  pass(600_000);
  t.equal(admission.refusal('ann'), null);
  for (let caller = 1; caller < servedMax; caller += 1) {
    enter(`user ${caller}`, 1);
    pass(600_000);
  }
  t.equal(admission.refusal('another'), null);
  t.equal(admission.waiting, servedMax - 2, 'of all callers');
});

t.test('refused: what would wait behind a request that has waited too long, for about as long', async (t) => {
  const { admission, enter, pass } = open();
  enter('ann', servedMax);
  pass(50_000);
  const [leave] = enter('ann', 1);
  pass(9_999);
  t.equal(admission.refusal('ann'), null);
  pass(1);
  t.match(admission.refusal('ann'), {
    type: 'SERVICE_UNAVAILABLE',
    busyWith: 'write',
    retryAfterSeconds: 10,
    waitedMs: 10_000,
  });
  t.throws(() => admission.enter('ann'), { message: 'The service is busy. Try again later.' });
  t.equal(admission.refusal('bob'), null, 'other callers do not wait behind it');
  pass(900_000);
  t.equal(admission.refusal('ann')?.retryAfterSeconds, 60, 'the longest pause');
  leave!();
  t.equal(admission.refusal('ann'), null, 'it has its response');
});

t.test('refused: one caller above half of the limit, and all callers above the limit', async (t) => {
  const { admission, enter } = open();
  enter('ann', servedMax + 50);
  t.equal(admission.refusal('ann')?.retryAfterSeconds, 1);
  enter('bob', 50);
  t.match([admission.waiting, admission.refusal('bob'), admission.refusal('eve')], [100, Object, Object]);
});

t.test('refused: the caller behind those who have waited too long for their turn', async (t) => {
  const { admission, pass } = open();
  const leave = Array.from({ length: servedMax + 1 }, (_, index) => admission.enter(`user ${index}`));
  pass(10_000);
  t.match(admission.refusal('another'), { retryAfterSeconds: 10 });
  leave[3]!();
  t.equal(admission.refusal('another'), null, 'all are served');
});

t.test('a caller with many requests waits behind the others after each of its responses', async (t) => {
  const { admission, enter, pass } = open();
  const flood = enter('flood', 20);
  for (let index = 0; index < servedMax; index += 1) admission.enter(`user ${index}`);
  pass(9_000);
  flood[0]!();
  pass(2_000);
  t.equal(admission.refusal('another'), null, 'the flood waits, since 2 s');
});

t.test('a response counts once', async (t) => {
  const { admission, enter } = open();
  const [leave] = enter('ann', 2);
  leave!();
  leave!();
  t.equal(admission.size, 1);
});
