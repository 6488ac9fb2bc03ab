import t from 'tap';
import { warn } from '../../src/core/warn.js';
import { extensionsOf } from '../../src/graphql/warnings.js';

t.test('without a warning, extensions is an empty object', async (t) => {
  t.equal(JSON.stringify(extensionsOf({ warnings: undefined })), '{}');
});

t.test('warnings are in the order in which they were added, each of them once', async (t) => {
  const requester = { urn: 'urn:li:corpuser:x', warnings: undefined };
  for (const text of ['b', 'a', 'b']) warn(requester, text);
  t.strictSame(extensionsOf(requester), { warnings: ['b', 'a'] });
});

t.test('warnings show no token, and are bounded in number and length', async (t) => {
  const requester = { urn: 'urn:li:corpuser:x', warnings: undefined };
  warn(requester, 'mcs_01234567890123456_abc');
  warn(requester, 'x'.repeat(5_000));
  for (let i = 0; i < 100; i += 1) warn(requester, `number ${i}`);
  const [first = '', second = '', ...more] = extensionsOf(requester).warnings!;
  t.equal(first, 'mcs_…');
  t.equal(second.length, 1_001);
  t.equal(more.length, 18);
});
