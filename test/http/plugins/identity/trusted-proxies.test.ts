import t from 'tap';
import { trustedProxies } from '../../../../src/http/plugins/identity/trusted-proxies.js';

t.test('without ranges no address is trusted', async (t) => {
  for (const address of ['127.0.0.1', '::1', '10.0.0.1']) t.notOk(trustedProxies([])(address), address);
});

t.test('addresses and ranges of both families', async (t) => {
  const trusts = trustedProxies(['192.0.2.7', '10.0.0.0/8', '::1', '2001:db8::/32']);
  for (const address of [
    '192.0.2.7',
    '10.255.0.1',
    '::1',
    '2001:db8:ffff::1',
    '::ffff:10.0.0.1',
    '::ffff:c000:207',
  ]) {
    t.ok(trusts(address), address);
  }
  for (const address of ['192.0.2.8', '11.0.0.1', '::2', '2001:db9::1', '::ffff:11.0.0.1', '::a00:1']) {
    t.notOk(trusts(address), address);
  }
});

t.test('a connection without a usable address is not trusted', async (t) => {
  const trusts = trustedProxies(['0.0.0.0/0', '::/0']);
  for (const address of [undefined, '', '/run/catalog.sock', '10.0.0.1, 10.0.0.2'])
    t.notOk(trusts(address), String(address));
});
