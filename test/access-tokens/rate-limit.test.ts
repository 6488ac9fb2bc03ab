import t, { type Test } from 'tap';
import { argon2Runs } from '../support/argon2-runs.js';
import { testCatalog } from '../support/catalog.js';
import { withOtherSecret } from '../support/token-texts.js';

const rest = '/gms/operations?action=getIndexSizes';
const junk = { authorization: 'Bearer junk' };

async function open(t: Test, env: Record<string, string> = { FAILED_AUTHENTICATIONS_PER_MINUTE: '3' }) {
  const { app, user } = await testCatalog(t, { env });
  const robot = await user('robot', ['GET_TIMESERIES_INDEX_SIZES_PRIVILEGE']);
  const good = { authorization: `Bearer ${robot.token}` };
  const ask = (headers: Record<string, string>, remoteAddress = '192.0.2.1', url = rest) =>
    app.inject({ method: 'POST', url, headers, remoteAddress, payload: { query: '{ __typename }' } });
  const status = async (...args: Parameters<typeof ask>) => (await ask(...args)).statusCode;
  return { ask, status, good };
}

t.test('429: after 20 failures in a minute by default', async (t) => {
  const { status } = await open(t, {});
  const statuses = [];
  for (let i = 0; i < 22; i += 1) statuses.push(await status(junk));
  t.strictSame(statuses, [...Array(20).fill(401), 429, 429]);
});

t.test('429: JSON in the shape of the transport, with the time to wait', async (t) => {
  const { ask } = await open(t);
  for (let i = 0; i < 3; i += 1) await ask(junk);
  const [onRest, onGraphql] = [await ask(junk), await ask(junk, '192.0.2.1', '/api/graphql')];
  for (const { statusCode, headers } of [onRest, onGraphql]) {
    t.equal(statusCode, 429);
    const wait = Number(headers['retry-after']);
    t.ok(Number.isInteger(wait) && wait >= 1 && wait <= 60, `Retry-After: ${wait}`);
    t.equal(headers['www-authenticate'], undefined);
  }
  const message = 'Too many failed authentications from this address. Try again later.';
  t.equal(onRest.headers['x-restli-error-response'], 'true');
  t.strictSame(onRest.json(), {
    exceptionClass: 'com.linkedin.restli.server.RestLiServiceException',
    message,
    status: 429,
  });
  t.match(onGraphql.json(), { errors: [{ message, extensions: { code: 429 } }], data: null, extensions: {} });
});

t.test('all kinds of failures on all transports count towards one limit', async (t) => {
  const { status } = await open(t);
  t.equal(await status({}), 401);
  t.equal(await status(junk, '192.0.2.1', '/api/graphql'), 401);
  t.equal(await status({ 'x-service-actor': 'urn:li:corpuser:robot' }), 401);
  t.equal(await status({ authorization: 'Basic junk' }), 429);
});

t.test('paths that do not exist count only with invalid credentials', async (t) => {
  const { status, good } = await open(t);
  const at = (headers: Record<string, string>) => status(headers, '192.0.2.1', '/favicon.ico');
  for (let i = 0; i < 6; i += 1) t.equal(await at({}), 401);
  t.equal(await at({ 'x-service-actor': 'urn:li:corpuser:robot' }), 401);
  for (let i = 0; i < 3; i += 1) t.equal(await at(junk), 401);
  t.equal(await at(junk), 429);
  t.equal(await at({}), 401);
  t.equal(await at(good), 404);
});

t.test('each address has a limit of its own, whatever is forwarded', async (t) => {
  const { status } = await open(t);
  for (let i = 0; i < 3; i += 1) await status(junk);
  t.equal(await status({ ...junk, 'x-forwarded-for': '192.0.2.2' }), 429);
  t.equal(await status(junk, '192.0.2.2'), 401);
});

t.test('200: a valid token works from an address over its limit, and does not count', async (t) => {
  const { status, good } = await open(t);
  for (let i = 0; i < 10; i += 1) await status(junk);
  t.equal(await status(junk), 429);
  t.equal(await status(good), 200, 'the first time that this token is seen');
  for (let i = 0; i < 5; i += 1) t.equal(await status(good), 200);
  for (let i = 0; i < 5; i += 1) t.equal(await status(good, '192.0.2.2'), 200);
  t.equal(await status(junk, '192.0.2.2'), 401, 'successes do not count');
});

t.test('a missing privilege does not count as a failed authentication', async (t) => {
  const { status, good } = await open(t);
  const another = { ...good, 'x-service-actor': 'urn:li:corpuser:another' };
  for (let i = 0; i < 6; i += 1) t.equal(await status(another), 403);
  t.equal(await status(junk), 401);
});

t.test('429: argon2 checks of one token are limited', async (t) => {
  const { status, good } = await open(t);
  const before = argon2Runs();
  const wrong = () => ({ authorization: `Bearer ${withOtherSecret(good.authorization)}` });
  for (let i = 0; i < 3; i += 1) t.equal(await status(wrong()), 401);
  for (let i = 0; i < 20; i += 1) t.equal(await status(wrong()), 429);
  t.equal(argon2Runs() - before, 6, 'three times for the address, three times more for the token');
  t.equal(await status(good), 429, 'nor from there its holder, unless the process has seen the token');
  t.equal(await status(good, '192.0.2.2'), 200, 'from elsewhere it works');
  t.equal(await status(good), 200, 'and now from there, too');
});

t.test('guesses of one token, from many addresses, do not delay unseen tokens of others', async (t) => {
  const { app, user } = await testCatalog(t, {});
  const status = async (token: string, remoteAddress: string) =>
    (
      await app.inject({
        method: 'POST',
        url: rest,
        headers: { authorization: `Bearer ${token}` },
        remoteAddress,
      })
    ).statusCode;
  const robot = await user('robot', ['GET_TIMESERIES_INDEX_SIZES_PRIVILEGE']);
  const unseen = await user('unseen', ['GET_TIMESERIES_INDEX_SIZES_PRIVILEGE']);
  let answered = 0;
  const guesses = Array.from({ length: 100 }, async (_, index) => {
    const found = await status(withOtherSecret(robot.token), `10.0.0.${index}`);
    answered += 1;
    return found;
  });
  while (answered === 0) await new Promise(setImmediate);
  t.equal(await status(unseen.token, '192.0.2.9'), 200);
  t.ok(answered < guesses.length / 2, `${answered} of 100 guesses were answered before`);
  t.equal(await status(robot.token, '192.0.2.9'), 200, 'its holder waits, and gets in');
  t.strictSame([...new Set(await Promise.all(guesses))], [401]);
  t.equal(await status(robot.token, '192.0.2.9'), 200);
});
