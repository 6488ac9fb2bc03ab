import t from 'tap';
import { type IssueDeps, tokenIssuing } from '../../src/access-tokens/issue.js';

const lifetimes = { durations: ['ONE_HOUR'], maxDays: 365, allowNoExpiry: false } as const;
const { issue } = tokenIssuing({ lifetimes } as unknown as IssueDeps);
const request = { actorUrn: 'urn:li:corpuser:ann', duration: 'ONE_HOUR', name: 'ci' };

t.test('the command line follows the rules of names and descriptions that GraphQL has', async (t) => {
  for (const [input, message] of [
    [{ name: ' ' }, /^name is " "; expected 1 to 255 characters/],
    [{ description: 'a\0' }, /^description is "a\\u0000"; expected at most 10000 characters/],
    [{ actorUrn: 'ann' }, /^actorUrn "ann" has the wrong form/],
    [{ duration: 'NO_EXPIRY' }, /^duration NO_EXPIRY is not allowed /],
  ] as const)
    await t.rejects(issue({ ...request, ...input }), { type: 'BAD_REQUEST', message });
});
