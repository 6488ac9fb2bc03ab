import t, { type Test } from 'tap';
import { daysUntil, localDay } from '../../src/console/model/days.js';
import { relativeTime } from '../../src/console/model/relative-time.js';

/** Node.js reads the variable again when it changes. */
function inZone(t: Test, zone: string): void {
  const before = process.env.TZ;
  process.env.TZ = zone;
  t.teardown(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
}

t.test('days are those of the person, on both sides of the date line', async (t) => {
  const now = Date.parse('2026-11-29T04:00:00Z');
  for (const [zone, today, tomorrow] of [
    ['America/Los_Angeles', '2026-11-28', '2026-11-29'],
    ['Asia/Kathmandu', '2026-11-29', '2026-11-30'],
    ['Pacific/Apia', '2026-11-29', '2026-11-30'],
    ['UTC', '2026-11-29', '2026-11-30'],
  ] as const)
    t.test(zone, async (t) => {
      inZone(t, zone);
      t.equal(localDay(now), today);
      t.equal(daysUntil(today, now), 0);
      t.equal(daysUntil(tomorrow, now), 1);
      // At the time of now on its last day, a token is still in that day.
      t.equal(localDay(now + daysUntil('2027-02-03', now) * 86_400_000), '2027-02-03');
    });
  t.test('a day that is not written', async (t) => {
    t.ok(Number.isNaN(daysUntil('', now)));
  });
});

t.test('yesterday is the day before today, not the time 24 hours ago', async (t) => {
  inZone(t, 'Asia/Kathmandu');
  const at = (text: string) => Date.parse(`${text}+05:45`);
  const morning = at('2026-11-27T08:00');
  for (const [time, text] of [
    ['2026-11-27T07:30', '30 min ago'],
    ['2026-11-26T20:00', '12 h ago'],
    ['2026-11-26T07:00', 'yesterday'],
    ['2026-11-25T22:00', '2 d ago'],
    ['2026-11-24T23:59', '3 d ago'],
  ] as const)
    t.equal(relativeTime(at(time), morning), text, time);
  t.equal(relativeTime(at('2026-11-26T10:00'), at('2026-11-27T23:30')), 'yesterday');
  t.equal(relativeTime(at('2026-11-28T20:00'), morning), 'in 2 days');
});
