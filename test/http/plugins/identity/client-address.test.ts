import t, { type Test } from 'tap';
import { openApp } from '../../../support/open-app.js';
import { exchange, listen } from '../../../support/raw-http.js';

const proxy = '10.0.0.1';

async function open(t: Test, env: Record<string, string> = {}) {
  const { app, lines } = await openApp(t, {
    env: { TRUSTED_PROXIES: '10.0.0.0/8,2001:db8::/32', FAILED_AUTHENTICATIONS_PER_MINUTE: '2', ...env },
  });
  const status = async (forwarded: string | string[] | null, remoteAddress = proxy) => {
    const headers = forwarded === null ? {} : { 'x-forwarded-for': forwarded };
    return (await app.inject({ method: 'POST', url: '/operations', headers, remoteAddress })).statusCode;
  };
  const logged = (msg: string) => lines.map((line) => JSON.parse(line)).filter((line) => line.msg === msg);
  return { app, status, logged };
}

t.test('failures behind a trusted proxy count for the address that it names', async (t) => {
  const { status } = await open(t);
  for (const expected of [401, 401, 429]) t.equal(await status('192.0.2.1'), expected);
  t.equal(await status('192.0.2.2'), 401, 'another client has its own count');
  t.equal(await status('192.0.2.9, 192.0.2.1'), 429, 'whatever the client itself has claimed');
  t.equal(await status('192.0.2.1, 10.9.9.9'), 429, 'through another trusted proxy');
  t.equal(await status('2001:db9:0:1::1'), 401);
  t.equal(await status('192.0.2.1', '192.0.2.77'), 401, 'from nowhere else is it believed');
});

t.test('the log names the client', async (t) => {
  const { status, logged } = await open(t, { FAILED_AUTHENTICATIONS_PER_MINUTE: '100' });
  const cases: readonly [forwarded: string | string[] | null, from: string, client: string][] = [
    ['192.0.2.1', proxy, '192.0.2.1'],
    [['192.0.2.1, 192.0.2.2', '192.0.2.3,10.1.1.1'], `::ffff:${proxy}`, '192.0.2.3'],
    ['192.0.2.1', '2001:db8::7', '192.0.2.1'],
    ['192.0.2.1', '198.51.100.1', '198.51.100.1'],
    [null, proxy, proxy],
    ['', proxy, proxy],
    ['10.1.1.1, 10.1.1.2', proxy, proxy],
    ['192.0.2.1, junk', proxy, proxy],
    ['192.0.2.1, 192.0.2.2:80', proxy, proxy],
    ['192.0.2.1,', proxy, proxy],
    ['unknown', proxy, proxy],
    ['fe80::1%lo', proxy, 'fe80::1%lo'],
    [`junk, ${'1'.repeat(8_000)}, 192.0.2.4`, proxy, '192.0.2.4'],
  ];
  for (const [forwarded, from, client] of cases) {
    t.equal(await status(forwarded, from), 401);
    const [refused, completed] = ['authentication refused', 'request completed'].map((msg) =>
      logged(msg).at(-1),
    );
    t.equal(refused.remoteAddress, client, `${forwarded} from ${from}`);
    t.equal(completed.clientAddress, client === from ? undefined : client);
    t.equal(completed.req.remoteAddress, from, 'beside the connection’s own');
  }
});

t.test('401: authentication never uses it', async (t) => {
  const { app } = await open(t, { TRUSTED_ACTOR_PROXIES: '192.0.2.1' });
  const headers = { 'x-service-actor': 'urn:li:corpuser:admin', 'x-forwarded-for': '192.0.2.1' };
  const url = '/operations?action=getIndexSizes';
  const response = await app.inject({ method: 'POST', url, headers, remoteAddress: proxy });
  t.equal(response.statusCode, 401);
});

t.test('header lines are joined in their order', async (t) => {
  const { port, lines } = await listen(t, { env: { TRUSTED_PROXIES: '127.0.0.1' } });
  const forwarded = 'X-Forwarded-For: 192.0.2.1\r\nx-forwarded-for: 192.0.2.2\r\n';
  await exchange(port, `GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${forwarded}\r\n`);
  t.match(lines.join(''), /"remoteAddress":"192\.0\.2\.2","msg":"authentication refused"/);
});
