import t from 'tap';
import { findProxy } from '../../../src/cli/remote/proxy.js';

const proxy = 'http://proxy.internal:3128';
const find = (url: string, env: Record<string, string> = {}) =>
  findProxy(url, { env: { HTTPS_PROXY: proxy, ...env } });

t.test('only https, and never this machine, goes through the proxy of the environment', async (t) => {
  t.equal(find('https://catalog.example.org'), proxy);
  t.equal(find('https://192.0.2.1:8443/base'), proxy);
  t.equal(findProxy('https://catalog.example.org', { env: {} }), undefined);
  t.equal(find('https://a.example', { HTTPS_PROXY: '' }), undefined);
  t.equal(find('https://a.example', { https_proxy: 'https://other:443' }), 'https://other:443');
  t.equal(find('https://a.example', { HTTPS_PROXY: 'proxy.internal:3128' }), proxy);
  t.equal(find('https://a.example', { HTTPS_PROXY: 'http://u:p@proxy:1' }), 'http://u:p@proxy:1');
  for (const url of [
    ...['http://catalog.example.org', 'http://192.0.2.1:8080'],
    ...['https://localhost:8443', 'https://LOCALHOST', 'https://a.localhost', 'https://localhost.'],
    ...['https://127.0.0.1', 'https://127.1', 'https://127.8.8.8:1', 'https://2130706433', 'https://0.0.0.0'],
    ...['https://[::1]', 'https://[::]', 'https://[::ffff:127.0.0.1]'],
  ])
    t.equal(find(url), undefined, url);
  t.equal(find('https://127.example.org'), proxy);
  t.equal(find('https://notlocalhost'), proxy);
});

t.test('NO_PROXY names hosts, ports and ranges', async (t) => {
  for (const [list, url, isDirect] of [
    ['*', 'https://a.example', true],
    ['a.example', 'https://a.example', true],
    ['A.Example', 'https://a.example:8443', true],
    ['example', 'https://a.example', true],
    ['.example', 'https://a.example', true],
    ['*.example', 'https://a.example', true],
    ['b.example, a.example', 'https://a.example', true],
    ['b.example a.example', 'https://a.example', true],
    ['ample', 'https://a.example', false],
    ['a.example:443', 'https://a.example', true],
    ['a.example:8443', 'https://a.example', false],
    ['10.0.0.0/8', 'https://10.1.2.3', true],
    ['10.0.0.0/8', 'https://11.1.2.3', false],
    ['10.1.2.3', 'https://10.1.2.3:1', true],
    ['10.1.2.3', 'https://10.1.2.30', false],
    ['10.0.0.0/99', 'https://10.1.2.3', false],
    ['10.0.0.0/', 'https://10.1.2.3', false],
    ['10.0.0.0/-8', 'https://10.1.2.3', false],
    ['., : [] / ::: .:', 'https://10.1.2.3', false],
    ['2.3', 'https://10.1.2.3', false],
    ['fd00::/8', 'https://[fd00::1]', true],
    ['fd00::1', 'https://[fd00:0::1]:1', true],
    ['[fd00::1]:1', 'https://[fd00::1]:1', true],
    ['[fd00::1]:1', 'https://[fd00::1]', false],
    ['::1,a:b:c', 'https://a.example', false],
  ] as const)
    t.equal(find(url, { NO_PROXY: list }), isDirect ? undefined : proxy, `${list} ${url}`);
  t.equal(find('https://a.example', { NO_PROXY: 'b', no_proxy: 'a.example' }), undefined);
});

t.test('a proxy of another kind is refused without its password', async (t) => {
  for (const address of [
    'socks5://u:hunter2@proxy:1',
    'http://u:hunter2@',
    'http://u:hunter2%@proxy',
    'http://p/a',
  ]) {
    const refused = {
      name: 'CommandFailed',
      message: /^HTTPS_PROXY must be the http:\/\/ or https:\/\/ address/,
    };
    t.throws(() => find('https://a.example', { HTTPS_PROXY: address }), refused, address);
    t.doesNotThrow(() => find('http://a.example', { HTTPS_PROXY: address }), 'where it is not used');
  }
  try {
    find('https://a.example', { HTTPS_PROXY: 'socks5://u:hunter2@proxy:1' });
  } catch (error) {
    t.notMatch((error as Error).message, 'hunter2');
  }
});
