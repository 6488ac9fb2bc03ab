import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import t, { type Test } from 'tap';
import { safeLines } from '../../../src/http/plugins/monitoring/safe-lines.js';
import { auditEvents, readPage } from '../../audit/api.js';
import { createBrowser, localOrigin, ownPage } from '../../support/browser.js';
import { testCatalog } from '../../support/catalog.js';
import { withOtherSecret } from '../../support/token-texts.js';
import { waitFor } from '../../support/wait-for.js';
import { readSecret, toId } from '../api.js';

const me = '{ me { corpUser { urn } } }';
const hour = 3_600_000;
/** Ahead of the database, whose time the events of the audit have. */
const now = Date.now() + hour;
const ended = { code: 401, type: 'UNAUTHENTICATED', reason: 'SESSION_ENDED' };

async function open(t: Test, env: Record<string, string> = {}, clock = () => now) {
  const lines: string[] = [];
  const logger = pino({ level: 'trace', ...safeLines }, { write: (line: string) => void lines.push(line) });
  const catalog = await testCatalog(t, { env, clock, logger: logger as FastifyBaseLogger });
  const auditor = await catalog.user('auditor', ['GET_AUDIT_EVENTS']);
  const events = async (types: string[]) =>
    readPage(await auditEvents(auditor, { types })).events.map((event: { detail: string | null }) => ({
      ...event,
      detail: event.detail && JSON.parse(event.detail),
    }));
  return { ...catalog, lines, auditor, events, log: () => lines.map((line) => JSON.parse(line)) };
}

t.test('signing in and out on this machine', async (t) => {
  const { app, user, db, lines, events } = await open(t);
  const ann = await user('ann');
  const browser = createBrowser(app);
  const cookies: string[] = [];

  await t.test('a session stands for the token', async (t) => {
    const { status, body, headers } = await browser.signIn(` ${ann.token}\n`);
    t.match([status, headers['cache-control']], [200, 'no-store']);
    t.strictSame(body, { urn: ann.urn, tokenId: toId(ann.token), expiresAt: now + 12 * hour });
    t.match(headers['set-cookie'], /^catalog=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/);
    t.match((await browser.graphql(me)).body.data.me, { corpUser: { urn: ann.urn } });
    cookies.push(browser.cookie()!);
    const rows = JSON.stringify(await db.query('SELECT to_json(s)::text AS row FROM console_sessions s'));
    t.notMatch(rows, cookies[0]!.slice('catalog='.length, 20), 'the database has a hash of the id');
  });

  await t.test('signing out ends this session, and no other', async (t) => {
    const other = createBrowser(app);
    await other.signIn(ann.token);
    cookies.push(other.cookie()!);
    t.not(other.cookie(), browser.cookie());
    const { status, headers } = await browser.signOut();
    t.match(
      [status, headers['set-cookie']],
      [204, /^catalog=; Max-Age=0; Path=\/; HttpOnly; SameSite=Strict$/],
    );
    const left = createBrowser(app, { ...ownPage, cookie: cookies[0]! });
    t.match(await left.graphql(me), { status: 401, body: { errors: [{ extensions: ended }], data: null } });
    t.match(await left.signOut(), { status: 401, body: { status: 401, reason: 'SESSION_ENDED' } });
    t.equal(await other.status(), 200);
  });

  await t.test('a user ends all sessions, from anywhere', async (t) => {
    const token = await user('ann');
    const [one, two, bob] = [createBrowser(app), createBrowser(app), createBrowser(app)];
    await one.signIn(token.token);
    await two.signIn(ann.token);
    await bob.signIn((await user('bob')).token);
    for (const browser of [one, two, bob]) cookies.push(browser.cookie()!);
    const { status, body, headers } = await one.endAll();
    t.strictSame([status, body], [200, { ended: 3 }]);
    t.match(headers['set-cookie'], /^catalog=; Max-Age=0;/);
    t.strictSame([await two.status(), await bob.status()], [401, 200]);
    const again = await ann.send('DELETE', '/console/sessions');
    t.strictSame([again.status, again.body, again.headers['set-cookie']], [200, { ended: 0 }, undefined]);
    t.match(await ann.send('DELETE', '/console/session'), { status: 400, body: { message: /no session/ } });
  });

  await t.test('all of it is in the audit', async (t) => {
    const of = (type: string, subjectUrn: string, more = {}) => ({
      ...{ type, subjectUrn, transport: 'BROWSER', address: '127.0.0.1', outcome: 'SUCCESS', ...more },
    });
    const found = await events(['LogInEvent', 'LogOutEvent']);
    t.match(
      found.filter(({ actorUrn }: { actorUrn: string }) => actorUrn === ann.urn),
      [
        of('LogOutEvent', ann.urn, { detail: { sessions: 3 } }),
        of('LogInEvent', `urn:li:serviceAccessToken:${toId(ann.token)}`),
        of('LogInEvent', found[3]?.subjectUrn),
        of('LogOutEvent', `urn:li:serviceAccessToken:${toId(ann.token)}`),
        of('LogInEvent', `urn:li:serviceAccessToken:${toId(ann.token)}`),
        of('LogInEvent', `urn:li:serviceAccessToken:${toId(ann.token)}`, {
          detail: { expiresAt: now + 12 * hour },
        }),
      ],
    );
  });

  const text = lines.join('');
  t.match(text, '/console/session', 'the log has the requests');
  for (const secret of [readSecret(ann.token), ...cookies.map((cookie) => cookie.slice('catalog='.length))])
    t.notMatch(text, secret.slice(0, 20), 'and neither a token nor the id of a session');
});

t.test('a sign-in that is refused counts as a failed authentication', async (t) => {
  const { app, user, db, services, auditor, lines, log, events } = await open(t, {
    FAILED_AUTHENTICATIONS_PER_MINUTE: '6',
  });
  const ann = await user('ann');
  const revoked = await user('revoked');
  await db.query('UPDATE access_tokens SET revoked_at = 1 WHERE actor_urn = $1::text', [revoked.urn]);
  const browser = createBrowser(app);
  const generic = { status: 401, error: 'Unauthorized', message: 'Unauthorized to perform this action.' };
  for (const [token, reason] of [
    ['hunter2-hunter2', 'malformed token'],
    ['', 'malformed token'],
    [withOtherSecret(ann.token), /wrong secret$/],
    [revoked.token, /: revoked$/],
  ] as const) {
    const { status, body, headers } = await browser.signIn(token);
    t.equal(status, 401);
    t.strictSame(body, generic);
    t.notOk(headers['set-cookie']);
    t.match(
      log().findLast(({ msg }) => msg === 'authentication refused'),
      { reason },
    );
  }
  const jwt = await browser.signIn('eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl');
  t.match(jwt, { status: 401, body: { message: /JSON Web Token cannot sign in.*mcs_/ } });
  t.match((await browser.signIn('junk')).status, 401);
  t.match(await browser.signIn('junk'), { status: 429, headers: { 'retry-after': /^\d+$/ } });
  t.equal((await browser.signIn(auditor.token)).status, 200, 'a token that was verified before still works');
  t.notMatch(lines.join(''), /hunter2|eyJhb|c2lnbm/, 'the log has no text');

  const { body: metrics } = await app.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${auditor.token}` },
  });
  t.match(metrics, /catalog_authentications_total\{result="malformed"\} 5\n/);
  t.match(metrics, /catalog_authentications_total\{result="wrong_secret"\} 1\n/);

  await services.flush();
  await db.query('UPDATE refused_authentications SET minute = minute - 180000');
  services.background.start();
  await waitFor(async () => (await events(['FailedLogInEvent'])).length > 0);
  t.match(await events(['FailedLogInEvent']), [
    { outcome: 'FAILURE', address: '127.0.0.1', detail: { count: 7, reasons: { 'wrong secret': 1 } } },
  ]);
});

t.test('a sign-in link signs in once, within five minutes', async (t) => {
  let time = now;
  const { app, user, db, services, lines, log, events } = await open(
    t,
    { FAILED_AUTHENTICATIONS_PER_MINUTE: '100' },
    () => time,
  );
  const ann = await user('ann');
  const secrets: string[] = [];
  const create = () => {
    const { secret, endsAt } = services.sessions.createLink(toId(ann.token));
    t.equal(endsAt, time + 300_000);
    secrets.push(secret);
    return secret;
  };
  const browser = createBrowser(app);
  const openLink = (link: string) => browser.send('POST', '/console/session', { payload: { link } });
  const refused = {
    status: 401,
    body: { status: 401, error: 'Unauthorized', message: 'Unauthorized to perform this action.' },
    headers: { 'set-cookie': undefined },
  };

  const first = create();
  for (const wrong of ['', 'x', `${first.slice(0, -1)}${first.endsWith('0') ? 1 : 0}`])
    t.match(await openLink(wrong), refused, 'a wrong secret leaves the link');
  const elsewhere = createBrowser(app, { 'sec-fetch-site': 'cross-site', origin: 'http://evil.example' });
  t.equal((await elsewhere.send('POST', '/console/session', { payload: { link: first } })).status, 403);
  const both = await browser.send('POST', '/console/session', { payload: { link: first, token: ann.token } });
  t.match(both, { status: 400, body: { message: /one member: token, or link/ } });
  t.equal((await app.inject({ url: '/console/sign-in' })).headers['set-cookie'], undefined);

  const answers = await Promise.all([openLink(first), openLink(first)]);
  t.strictSame(answers.map(({ status }) => status).sort(), [200, 401], 'of two requests, one signs in');
  t.strictSame(answers.find(({ status }) => status === 200)?.body, {
    urn: ann.urn,
    tokenId: toId(ann.token),
    expiresAt: time + 12 * hour,
  });
  t.equal(await browser.status(), 200);
  t.match(await openLink(first), refused, 'used');

  const replaced = create();
  const late = create();
  t.match(await openLink(replaced), refused, 'a newer link ends an older one');
  time += 300_000;
  t.match(await openLink(late), refused, 'expired');
  const guessed = create();
  for (let guess = 0; guess < 10; guess += 1) t.match(await openLink('0'.repeat(32)), refused);
  t.match(await openLink(guessed), refused, 'ended by ten wrong secrets');

  for (const [why, change, undo] of [
    [
      'inactive_user',
      `UPDATE users SET state = 'SUSPENDED' WHERE urn = $1`,
      `UPDATE users SET state = 'ACTIVE' WHERE urn = $1`,
    ],
    [
      'revoked',
      'UPDATE access_tokens SET revoked_at = 1 WHERE actor_urn = $1',
      'UPDATE access_tokens SET revoked_at = NULL WHERE actor_urn = $1',
    ],
  ] as const) {
    const link = create();
    await db.query(change, [ann.urn]);
    t.match(await openLink(link), refused, why);
    await db.query(undo, [ann.urn]);
    t.match(await openLink(link), refused, 'and its link is used');
  }
  t.match(
    log()
      .filter(({ msg }) => msg === 'authentication refused')
      .map(({ reason }) => reason),
    [/^sign-in link: wrong secret$/],
  );

  const [login] = await events(['LogInEvent']);
  t.match(login, { actorUrn: ann.urn, detail: { expiresAt: Number, signInLink: true } });
  for (const secret of secrets) t.notMatch(lines.join(''), secret.slice(0, 12), 'the log has no secret');
});

t.test('a token signs in 60 times a minute at most', async (t) => {
  const { app, user } = await open(t);
  const [ann, bob] = [await user('ann'), await user('bob')];
  const browser = createBrowser(app);
  for (let time = 0; time < 60; time += 1) await browser.signIn(ann.token);
  t.match(await browser.signIn(ann.token), { status: 429, headers: { 'retry-after': /^\d+$/ } });
  t.equal(await browser.status(), 200, 'the last session goes on');
  t.equal((await browser.signIn(bob.token)).status, 200, 'other tokens sign in');
});

t.test('a token with scopes ends no session of a token that may do more', async (t) => {
  const { app, user } = await open(t);
  const ann = await user('ann', ['GENERATE_PERSONAL_ACCESS_TOKENS']);
  const created = await ann.graphql(
    'mutation ($input: GetAccessTokenInput!) { createAccessToken(input: $input) { accessToken } }',
    { input: { type: 'PERSONAL', actorUrn: ann.urn, duration: 'ONE_HOUR', name: 'reads', scopes: ['READ'] } },
  );
  const { accessToken } = created.body.data.createAccessToken;
  const [one, reads] = [createBrowser(app), createBrowser(app)];
  await one.signIn(ann.token);
  await reads.signIn(accessToken);
  t.strictSame((await reads.endAll()).body, { ended: 1 });
  t.strictSame([await one.status(), await reads.status()], [200, 401]);
  await reads.signIn(accessToken);
  t.strictSame((await one.endAll()).body, { ended: 2 });
});

t.test('bodies other than one token as JSON are refused', async (t) => {
  const { app, user } = await open(t);
  const { token } = await user('ann');
  const browser = createBrowser(app);
  const post = (payload: string | object, type?: string) =>
    browser.send('POST', '/console/session', { payload, ...(type && { headers: { 'content-type': type } }) });
  t.match(await post({}), { status: 400, body: { message: /token/ } });
  t.match(await post({ token: 1 }), { status: 400 });
  const misplaced = await post({ token, [readSecret(token)]: 1 });
  t.match(misplaced, { status: 400, body: { message: /^the body must have one member: token, or link$/ } });
  t.match(await post({ token: 'x'.repeat(20_000) }), { status: 413 });
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data'])
    t.match(await post(`token=${token}`, type), { status: 415 }, type);
  for (const text of ['', '[', 'null', `"${token}"`]) {
    const { status, body } = await post(text, 'application/json');
    t.equal(status, 400, text);
    t.notMatch(JSON.stringify(body), readSecret(token));
  }
});

t.test('the cookie is safe at its address, or there is none', async (t) => {
  const open = async (env: Record<string, string>) => {
    const { app, user } = await testCatalog(t, { env });
    const { token } = await user('ann');
    return (
      origin: string,
      headers: Record<string, string> = { 'sec-fetch-site': 'same-origin', origin },
    ) => {
      const browser = createBrowser(app, headers, new URL(origin).host);
      return { browser, answer: browser.signIn(token) };
    };
  };
  const needsTls = {
    status: 403,
    body: { message: /requires TLS.*PUBLIC_URL/ },
    headers: { 'set-cookie': undefined },
  };

  await t.test('without PUBLIC_URL', async (t) => {
    const signIn = await open({});
    for (const origin of [localOrigin, 'http://127.0.0.1:8080', 'http://[::1]:8080', 'http://127.9.9.9'])
      t.equal((await signIn(origin).answer).status, 200, origin);
    for (const origin of ['http://catalog.example', 'http://10.0.0.1:8080', 'http://localhost.example'])
      t.match(await signIn(origin).answer, needsTls, origin);
    const proxied = { 'sec-fetch-site': 'same-origin', origin: 'https://catalog.example' };
    t.match(await signIn(localOrigin, proxied).answer, needsTls, 'behind a proxy that changes Host');
  });

  await t.test('on an address that other machines reach', async (t) => {
    const signIn = await open({ HOST: '0.0.0.0' });
    t.match(await signIn(localOrigin).answer, needsTls);
    const named = await open({ HOST: '0.0.0.0', PUBLIC_URL: localOrigin });
    t.equal(
      (await named(localOrigin).answer).status,
      200,
      'PUBLIC_URL says that people use it on this machine',
    );
    t.match(await named('http://10.0.0.1:8080').answer, needsTls);
    const plain = await open({ HOST: '0.0.0.0', PUBLIC_URL: 'http://catalog.example' });
    t.match(await plain('http://catalog.example').answer, needsTls);
  });

  await t.test('with TLS', async (t) => {
    const signIn = await open({ HOST: '0.0.0.0', PUBLIC_URL: 'https://catalog.example' });
    const { browser, answer } = signIn('https://catalog.example', { origin: 'https://catalog.example' });
    t.match((await answer).headers, {
      'set-cookie': /^__Host-catalog=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    });
    t.equal(await browser.status(), 200);
    const plain = browser.cookie()!.replace('__Host-', '');
    t.equal(await browser.status({ cookie: plain }), 401, 'the other name does not count');
    t.match((await browser.signOut()).headers, {
      'set-cookie': /^__Host-catalog=; Max-Age=0; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    });
  });
});
