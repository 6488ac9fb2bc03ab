import t from 'tap';
import { parseIsoDuration } from '../../src/access-tokens/lifetime.js';

const hour = 3_600_000;

t.test('a duration of weeks, or of days, hours, minutes and seconds, is a number of ms', async (t) => {
  const lengths: Record<string, number> = {
    P30D: 720 * hour,
    PT12H: 12 * hour,
    P2W: 336 * hour,
    P1DT2H: 26 * hour,
    PT90S: 90_000,
    P0DT1M: 60_000,
    PT01H: hour,
  };
  for (const [text, length] of Object.entries(lengths)) t.equal(parseIsoDuration(text, 'd'), length, text);
});

t.test('any other text is rejected with the forms that there are', async (t) => {
  const texts = [
    '',
    'P',
    'PT',
    'P1DT',
    '30D',
    'p30d',
    'P1M',
    'P1Y',
    'P1Y2M',
    'P1W1D',
    'PT1.5H',
    '-P1D',
    'P-1D',
  ];
  texts.push(
    'P0D',
    'PT0S',
    ' P1D',
    'P1D ',
    'P1D\n',
    'P1H',
    'PT1D',
    'PT1M1H',
    `P${'9'.repeat(1_000)}D`,
    'P١D',
  );
  for (const text of texts)
    t.throws(() => parseIsoDuration(text, 'durationIso'), {
      type: 'BAD_REQUEST',
      message:
        /^durationIso is ".*; expected an ISO 8601 duration .*P30D.*; months and years have no fixed length$/s,
    });
});
