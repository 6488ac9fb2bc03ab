import t, { type Test } from 'tap';
import { type AppOptions, openApp } from '../../../support/open-app.js';

async function open(t: Test, options: AppOptions = {}) {
  const env = { FAILED_AUTHENTICATIONS_PER_MINUTE: '3' };
  const { app } = await openApp(t, { ...options, env });
  return async (headers: Record<string, string>, remoteAddress = '192.0.2.1') =>
    (await app.inject({ method: 'POST', url: '/operations', headers, remoteAddress })).statusCode;
}

const junk = { authorization: 'Bearer junk' };
const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work));

t.test('429: an address counts however it is written, and an IPv6 network of 64 bits as one', async (t) => {
  const status = await open(t);
  await times(3, () => status(junk));
  t.equal(await status(junk, '::ffff:192.0.2.1'), 429, 'as a dual-stack socket reports it');
  t.equal(await status(junk, '192.0.2.2'), 401, 'another address has its own count');
  await times(3, () => status(junk, '2001:db8:0:1::1'));
  t.equal(await status(junk, '2001:db8:0:1::2'), 429, 'the same network');
  t.equal(await status(junk, '2001:db8:0:2::1'), 401, 'the next network has its own count');
});

t.test('from addresses over their limit, two unknown tokens at a time are checked', async (t) => {
  let [inFlight, most] = [0, 0];
  const status = await open(t, {
    replace: ({ authenticate, ...services }) => ({
      ...services,
      authenticate: {
        ...authenticate,
        async bearer(text) {
          most = Math.max(most, ++inFlight);
          await new Promise((resolve) => setTimeout(resolve, 20));
          inFlight -= 1;
          return authenticate.bearer(text);
        },
      },
    }),
  });
  await times(3, () => status({}));
  t.same([...new Set(await times(30, () => status(junk)))], [429]);
  t.equal(most, 2);
});
