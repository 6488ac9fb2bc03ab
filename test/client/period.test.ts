import t from 'tap';
import { parsePeriod } from '../../src/client/period.js';
import type { Requester } from '../../src/core/actor.js';
import { warnOfSeconds } from '../../src/core/seconds.js';

const now = Date.UTC(2026, 2, 1, 12, 30);
const [hour, day] = [3_600_000, 86_400_000];

t.test('days, times and times ago are read', async (t) => {
  const toDay = (...date: [number, number, number]) => {
    const from = Date.UTC(...date);
    return { from, to: from + day - 1 };
  };
  const at = (ms: number) => ({ from: ms, to: ms });
  for (const [text, expected] of Object.entries({
    '2026-01-31': toDay(2026, 0, 31),
    '2024-02-29': toDay(2024, 1, 29),
    today: toDay(2026, 2, 1),
    yesterday: toDay(2026, 1, 28),
    '2026-01-31T12:00': at(Date.UTC(2026, 0, 31, 12)),
    '2026-01-31T12:00:01.5': at(Date.UTC(2026, 0, 31, 12, 0, 1, 500)),
    '2026-01-31T12:00:00Z': at(Date.UTC(2026, 0, 31, 12)),
    '2026-01-31T12:00:00+02:00': at(Date.UTC(2026, 0, 31, 10)),
    '0': at(0),
    '1769860800000': at(1_769_860_800_000),
    '7d': at(now - 7 * day),
    '2h': at(now - 2 * hour),
    '90m': at(now - 1.5 * hour),
    '2w': at(now - 14 * day),
  }))
    t.strictSame(parsePeriod(text, now), expected, text);
});

t.test('what no calendar or clock has is not a time', async (t) => {
  const texts = `2026-02-30 2026-02-29 2025-13-01 2026-00-10 2026-01-00 2026-1-5 2026-01-31T24:00Z 2026-01-31T12:60Z
    2026-01-31T12:00:61Z 2026-01-31T12 -1 1.5 7y d tomorrow 31.01.2026 1234567890123456`;
  for (const text of [...texts.split(/\s+/), '', ' 7d', '2026-02-30T12:00:00Z'])
    t.equal(parsePeriod(text, now), null, JSON.stringify(text));
});

t.test('seconds in place of milliseconds cause a warning', async (t) => {
  const warnings = (ms: number | null) => {
    const requester: Requester = { urn: 'urn:li:corpuser:a' };
    warnOfSeconds(requester, 'endTimeMillis', ms);
    return [...(requester.warnings ?? [])];
  };
  t.match(warnings(1_769_860_800), [
    /^endTimeMillis is 1769860800, which is in 1970-01-21; expected milliseconds/,
  ]);
  for (const ms of [null, 0, -1, Date.UTC(1971, 0), now]) t.same(warnings(ms), [], `${ms}`);
});
