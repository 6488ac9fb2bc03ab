import t from 'tap';
import { checkLength, checkLifetime, type LifetimeRules } from '../../src/access-tokens/lifetime.js';
import { type TokenDuration, tokenDurations } from '../../src/access-tokens/token.js';

const day = tokenDurations.ONE_DAY;
const all = Object.keys(tokenDurations) as TokenDuration[];
const usual: LifetimeRules = { durations: all, maxDays: 365, allowNoExpiry: false };

t.test('every duration that ends is allowed by default, and any length up to the longest', async (t) => {
  for (const duration of all.filter((name) => name !== 'NO_EXPIRY'))
    t.equal(checkLifetime({ duration }, usual), tokenDurations[duration]);
  t.equal(checkLifetime({ durationIso: 'P365D' }, usual), 365 * day);
  t.throws(() => checkLifetime({ durationIso: 'P365DT1S' }, usual), {
    type: 'BAD_REQUEST',
    message: /31536000 s/,
  });
});

t.test('NO_EXPIRY needs its setting, and its place in the list', async (t) => {
  const message = 'duration NO_EXPIRY is not allowed (ACCESS_TOKEN_ALLOW_NO_EXPIRY); the longest is ONE_YEAR';
  t.throws(() => checkLifetime({ duration: 'NO_EXPIRY' }, usual), { message });
  t.throws(() => checkLength(null, usual), { message });
  const allowNoExpiry = true;
  t.equal(checkLifetime({ duration: 'NO_EXPIRY' }, { ...usual, allowNoExpiry }), null);
  t.equal(checkLength(null, { ...usual, allowNoExpiry }), null);
  t.throws(() => checkLength(null, { durations: ['ONE_DAY'], maxDays: 365, allowNoExpiry }), {
    message: 'the longest is ONE_DAY',
  });
});

t.test('the list and the days limit both forms', async (t) => {
  const few: LifetimeRules = { ...usual, durations: ['ONE_HOUR', 'ONE_WEEK'], maxDays: 3 };
  t.equal(checkLifetime({ durationIso: 'P3D' }, few), 3 * day);
  for (const request of [{ duration: 'ONE_WEEK' }, { duration: 'ONE_DAY' }, { durationIso: 'P3DT1S' }])
    t.throws(() => checkLifetime(request, few), { message: /allowed/ }, JSON.stringify(request));
  const long: LifetimeRules = { ...usual, durations: ['ONE_DAY'], maxDays: 3_650 };
  t.throws(() => checkLifetime({ durationIso: 'P2D' }, long), { message: '86400 s are allowed' });
  t.throws(() => checkLifetime({ duration: 'A_DAY' }, usual), {
    message: 'duration is "A_DAY"; expected one of ONE_HOUR, ',
  });
});
