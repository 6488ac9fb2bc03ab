import t from 'tap';
import { computeExpiry, tokenDurations } from '../../src/access-tokens/token.js';

t.test('a token expires exactly after its duration, or never', async (t) => {
  const days = { ONE_DAY: 1, ONE_WEEK: 7, ONE_MONTH: 30, THREE_MONTHS: 90, SIX_MONTHS: 180, ONE_YEAR: 365 };
  for (const [name, count] of Object.entries(days))
    t.equal(computeExpiry(tokenDurations[name as keyof typeof days], 1_000), 1_000 + count * 86_400_000);
  t.equal(computeExpiry(tokenDurations.ONE_HOUR, 1_000), 3_601_000);
  t.equal(computeExpiry(tokenDurations.NO_EXPIRY, 1_000), null);
  t.strictSame(Object.keys(tokenDurations).sort(), [...Object.keys(days), 'ONE_HOUR', 'NO_EXPIRY'].sort());
});
