import t, { type Test } from 'tap';
import type { Services } from '../../../src/services.js';
import { fakeServices, tokens } from '../../support/fake-services.js';
import { asAdmin, openApp, restError } from '../../support/open-app.js';

async function open(t: Test, change: (services: Services) => Services = (services) => services) {
  const { services, asked } = fakeServices();
  const env = { FAILED_AUTHENTICATIONS_PER_MINUTE: '3' };
  const { app } = await openApp(t, { services: change(services), env });
  const call = (headers: Record<string, string>, remoteAddress = '192.0.2.1') =>
    app.inject({ method: 'POST', url: '/gms/operations?action=getIndexSizes', headers, remoteAddress });
  const status = async (...args: Parameters<typeof call>) => (await call(...args)).statusCode;
  return { call, status, asked };
}

const junk = { authorization: 'Bearer junk' };
const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work));

t.test('429: after so many failures in a minute, with the time to wait', async (t) => {
  const { call, status } = await open(t);
  t.same(await times(3, () => status(junk)), [401, 401, 401]);
  const response = await call({});
  t.equal(response.statusCode, 429);
  t.match(response.json(), restError(429, /Too many failed authentications/));
  const wait = Number(response.headers['retry-after']);
  t.ok(wait > 0 && wait <= 60, `Retry-After: ${wait}`);
  t.notOk(response.headers['www-authenticate']);
});

t.test('an address is the connection’s own', async (t) => {
  const { status } = await open(t);
  await times(3, () => status(junk));
  t.equal(await status({ ...junk, 'x-forwarded-for': '198.51.100.1' }), 429, 'whatever a header says');
  t.equal(await status(junk, '::ffff:192.0.2.1'), 429, 'however a dual-stack socket writes it');
  t.equal(await status(junk, '192.0.2.2'), 401, 'another address has its own count');
  await times(3, () => status(junk, '2001:db8:0:1::1'));
  t.equal(await status(junk, '2001:db8:0:1::2'), 429, 'a 64-bit IPv6 network is one');
  t.equal(await status(junk, '2001:db8:0:2::1'), 401, 'the next network is another');
});

t.test('200: valid callers behind an address that others have used up', async (t) => {
  const { status } = await open(t);
  t.equal(await status(asAdmin), 200);
  await times(9, () => status(junk));
  t.equal(await status(asAdmin), 200, 'a token that this process has seen');
  t.equal(await status({ authorization: `Bearer ${tokens.reader}` }), 403, 'and one that it has not');
});

t.test('successes are not counted', async (t) => {
  const { status } = await open(t);
  await times(20, () => status(asAdmin));
  t.equal(await status(junk), 401);
});

t.test('from an address over its limit, two unknown tokens at a time are checked', async (t) => {
  let underWay = 0;
  let most = 0;
  const { status } = await open(t, (services) => ({
    ...services,
    authenticate: {
      ...services.authenticate,
      async bearer(text) {
        most = Math.max(most, ++underWay);
        await new Promise((resolve) => setTimeout(resolve, 20));
        underWay -= 1;
        return services.authenticate.bearer(text);
      },
    },
  }));
  await times(3, () => status({}));
  t.same([...new Set(await times(30, () => status(junk)))], [429]);
  t.equal(most, 2);
});
