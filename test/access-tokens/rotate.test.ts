import t, { type Test } from 'tap';
import type { Caller } from '../support/catalog.js';
import {
  badRequest,
  beyondScopes,
  conflict,
  forbidden,
  forOthers,
  listTokens,
  notFound,
  readError,
  revokeToken,
  revokeTokens,
  rotateToken,
  toId,
  tokenCatalog,
} from './api.js';

const operation = 'rotateAccessToken';
const noon = Date.UTC(2026, 4, 1, 12);
const hour = 3_600_000;

async function open(t: Test, env: Record<string, string> = {}) {
  const catalog = await tokenCatalog(t, env);
  async function rotated(by: Pick<Caller, 'graphql'>, id: string, overlap?: number) {
    const { body } = await rotateToken(by, id, overlap);
    if (body.errors) throw new Error(JSON.stringify(body));
    const { accessToken, metadata } = body.data.rotateAccessToken;
    return { text: accessToken as string, metadata };
  }
  return { ...catalog, rotated };
}

t.test('200: a new token with the same actor, owner, name, scopes and length of life', async (t) => {
  const { time, boss, ann, status, newToken, rotated, as } = await open(t);
  const scopes = ['READ', 'GENERATE_PERSONAL_ACCESS_TOKENS'];
  const input = { actorUrn: ann.urn, duration: 'ONE_DAY', name: 'nightly', description: 'a job', scopes };
  const old = await newToken(boss, input);
  time.now += 5 * hour;
  const { text, metadata } = await rotated(ann, toId(old));
  t.strictSame(metadata, {
    urn: `urn:li:serviceAccessToken:${toId(text)}`,
    type: 'ACCESS_TOKEN',
    id: toId(text),
    name: 'nightly',
    description: 'a job',
    actorUrn: ann.urn,
    ownerUrn: boss.urn,
    createdAt: time.now,
    expiresAt: time.now + 24 * hour,
    lastUsedAt: null,
    scopes,
  });
  t.equal(await status(old), 401, 'the old one ends at once');
  t.equal(await status(text), 200);
  const { text: next } = await rotated(as(text), toId(text));
  t.equal(await status(text), 401, 'a token can rotate itself');
  t.equal(await status(next), 200);
});

t.test('200: the old token ends after the overlap, never later than it would have', async (t) => {
  const { time, ann, status, newToken, rotated } = await open(t);
  const old = await newToken(ann, { duration: 'ONE_DAY' });
  const { text, metadata } = await rotated(ann, toId(old), 600);
  t.equal(metadata.expiresAt, noon + 24 * hour);
  time.now = noon + 599_999;
  t.equal(await status(old), 200);
  time.now = noon + 600_000;
  t.equal(await status(old), 401);
  t.equal(await status(text), 200);

  const short = await newToken(ann, { duration: undefined, durationIso: 'PT1M' });
  await rotated(ann, toId(short), 86_400);
  time.now += 60_000;
  t.equal(await status(short), 401);
});

t.test('200: asked again, revokes the replacement that was not used; the length of life stays', async (t) => {
  const { time, ann, boss, status, newToken, rotated } = await open(t);
  for (const overlap of [0, 3_600]) {
    const old = await newToken(ann, { duration: 'ONE_WEEK' });
    const lost = await rotated(ann, toId(old), overlap);
    time.now += 1_000;
    const { text, metadata } = await rotated(ann, toId(old), overlap);
    t.equal(metadata.expiresAt - metadata.createdAt, 7 * 24 * hour);
    t.equal(await status(lost.text), 401);
    t.equal(await status(text), 200);
    t.equal(await status(old), overlap > 0 ? 200 : 401);
    const error = readError(await rotateToken(boss, toId(old)));
    t.match(
      error,
      conflict(operation, `was replaced by "${toId(text)}", which is in use; rotate the replacement`),
    );
    t.equal(await status(text), 200, 'the replacement in use is kept');
  }
});

t.test('a second call without an overlap ends the old token at once', async (t) => {
  const { ann, status, newToken, rotated } = await open(t);
  const old = await newToken(ann);
  await rotated(ann, toId(old), 600);
  await rotated(ann, toId(old));
  t.equal(await status(old), 401);
  await rotated(ann, toId(old), 600);
  t.equal(await status(old), 401, 'and it never comes back');
});

t.test('CONFLICT: a replacement that was rotated itself is in use', async (t) => {
  const { ann, status, newToken, rotated } = await open(t);
  const first = await newToken(ann);
  const second = await rotated(ann, toId(first), 600);
  const third = await rotated(ann, toId(second.text));
  t.match(readError(await rotateToken(ann, toId(first))), conflict(operation, /which is in use/));
  t.equal(await status(third.text), 200);
});

t.test('the first use of a replacement counts at once, in every process', async (t) => {
  const { ann, status, newToken, rotated } = await open(t);
  const old = await newToken(ann);
  const { text } = await rotated(ann, toId(old));
  const [used, again] = await Promise.all([status(text), rotateToken(ann, toId(old))]);
  const isKept = (await status(text)) === 200;
  t.equal(readError(again)?.type === 'CONFLICT', isKept, 'it is used and kept, or replaced and dead');
  t.ok(used === 200 || !isKept);
});

t.test('CONFLICT: what was ended by hand, or has expired, is not brought back by a rotation', async (t) => {
  const { time, ann, boss, status, newToken, rotated } = await open(t);
  const expire = async () => {
    time.now += 24 * hour;
  };
  const ends: Record<string, [end: (id: string) => Promise<unknown>, why: RegExp]> = {
    'revokeAccessToken by its actor': [
      (id) => revokeToken(ann, id),
      /the replacement "\w+" of .* was revoked/,
    ],
    'revokeAccessToken by a manager': [(id) => revokeToken(boss, id), /was revoked; create a new one/],
    expiry: [expire, /the replacement .* has expired; create a new one/],
  };
  for (const [name, [end, why]] of Object.entries(ends)) {
    for (const overlap of [0, 3_600]) {
      for (const isUsed of [false, true]) {
        const old = await newToken(boss, { actorUrn: ann.urn, duration: 'ONE_DAY' });
        await rotated(boss, toId(old), overlap);
        const { text } = await rotated(boss, toId(old), overlap);
        if (isUsed) t.equal(await status(text), 200);
        await end(toId(text));
        const what = `${name}, overlap ${overlap}, ${isUsed ? 'used' : 'unused'}`;
        const expected = isUsed && name === 'expiry' ? /which is in use/ : why;
        t.match(readError(await rotateToken(boss, toId(old), overlap)), conflict(operation, expected), what);
        t.equal(await status(text), 401);
      }
    }
  }
  const all = await newToken(ann);
  const { text } = await rotated(ann, toId(all));
  await revokeTokens(boss, ann.urn);
  t.match(readError(await rotateToken(boss, toId(all))), conflict(operation, /was revoked/), 'all of a user');
  t.equal(await status(text), 401);
});

t.test('concurrent rotations leave one live replacement', async (t) => {
  const { ann, db, newToken } = await open(t);
  for (const overlap of [0, 600]) {
    const id = toId(await newToken(ann));
    const answers = await Promise.all(Array.from({ length: 8 }, () => rotateToken(ann, id, overlap)));
    for (const { body } of answers) t.notOk(body.errors, JSON.stringify(body.errors));
    const [row] = await db.query<{ live: number; made: number }>(
      `SELECT count(*) FILTER (WHERE revoked_at IS NULL) AS live, count(*) AS made
         FROM access_tokens WHERE rotated_from = $1::text`,
      [id],
    );
    t.strictSame(row, { live: 1, made: 8 });
  }
});

t.test('the rights are those of creating', async (t) => {
  const { user, boss, db, newToken } = await open(t);
  const bob = await user('bob', ['GENERATE_PERSONAL_ACCESS_TOKENS']);
  const revoked = toId(await newToken(bob));
  await revokeToken(bob, revoked);
  for (const id of [revoked, 'x'.repeat(1_000)])
    t.strictSame(readError(await rotateToken(bob, id)), forbidden(operation, forOthers));

  const chief = await user('chief', ['MANAGE_ACCESS_TOKENS']);
  const given = toId(await newToken(chief, { actorUrn: bob.urn }));
  await db.query(
    `UPDATE policies SET privileges = '{GENERATE_PERSONAL_ACCESS_TOKENS}' WHERE id = 'chief-platform'`,
  );
  t.strictSame(
    readError(await rotateToken(chief, given)),
    forbidden(operation, forOthers),
    'the owner may not create it',
  );

  for (const id of ['unknownunknown123', revoked, ''])
    t.match(readError(await rotateToken(boss, id)), notFound(operation, `There is no access token "${id}"`));
});

t.test('an overlap out of bounds, and what may not be created any more, is BAD_REQUEST', async (t) => {
  const { boss, ann, db, newToken } = await open(t, { ACCESS_TOKEN_MAX_DAYS: '30' });
  const id = toId(await newToken(ann));
  for (const overlap of [-1, 86_401])
    t.match(
      readError(await rotateToken(ann, id, overlap)),
      badRequest(operation, `overlapSeconds is "${overlap}"; expected an integer from 0 to 86400`),
    );
  const change = (set: string) => db.query(`UPDATE access_tokens SET ${set} WHERE id = $1::text`, [id]);
  await change(`expires_at = created_at + ${31 * 24 * hour}`);
  t.match(readError(await rotateToken(ann, id)), badRequest(operation, /ACCESS_TOKEN_MAX_DAYS/));
  await change('expires_at = NULL');
  t.match(readError(await rotateToken(ann, id)), badRequest(operation, /NO_EXPIRY is not allowed /));
  await change(`expires_at = created_at + 1`);
  const states = {
    SUSPENDED: badRequest(operation, /is suspended/),
    REMOVED: notFound(operation, /not a known user/),
  };
  for (const [state, error] of Object.entries(states)) {
    await db.query('UPDATE users SET state = $2::"UserState" WHERE urn = $1::text', [ann.urn, state]);
    t.match(readError(await rotateToken(boss, id)), error);
  }
  const [row] = await db.query(`SELECT revoked_at FROM access_tokens WHERE id = $1::text`, [id]);
  t.strictSame(row, { revoked_at: null }, 'nothing was changed');
});

t.test('CONFLICT: a token that has expired', async (t) => {
  const { time, ann, newToken } = await open(t);
  const id = toId(await newToken(ann));
  time.now += hour;
  t.match(readError(await rotateToken(ann, id)), conflict(operation, /has expired; create a new one/));
});

t.test('the limit of live tokens holds, and a refused rotation changes nothing', async (t) => {
  const { ann, status, newToken } = await open(t, { TOKENS_PER_ACTOR_MAX: '2' });
  const old = await newToken(ann);
  t.match(
    readError(await rotateToken(ann, toId(old), 60)),
    badRequest(operation, /has 2 live access tokens/),
  );
  t.equal(await status(old), 200);
  t.notOk((await rotateToken(ann, toId(old))).body.errors, 'without an overlap, the new one takes its place');
});

t.test('a token rotates none that may do more than itself', async (t) => {
  const { ann, as, status, newToken, rotated } = await open(t);
  const [wide, narrow] = [['WRITE', 'GENERATE_PERSONAL_ACCESS_TOKENS'], ['GENERATE_PERSONAL_ACCESS_TOKENS']];
  const [all, other, own] = [
    await newToken(ann),
    await newToken(ann, { scopes: wide }),
    await newToken(ann, { scopes: narrow }),
  ];
  for (const text of [all, other])
    t.strictSame(readError(await rotateToken(as(own), toId(text))), forbidden(operation));
  t.strictSame(
    readError(await rotateToken(as(await newToken(ann, { scopes: ['WRITE'] })), toId(own))),
    beyondScopes(operation, forOthers),
    'the token API is not in WRITE',
  );
  t.strictSame((await rotated(as(other), toId(own))).metadata.scopes, narrow);
  t.equal(await status(all), 200);
});

t.test('a rotation has its audit event, without a secret', async (t) => {
  const { ann, db, newToken, rotated } = await open(t);
  const old = await newToken(ann);
  const [first, second] = [await rotated(ann, toId(old)), await rotated(ann, toId(old))];
  const events = await db.query<{ detail: Record<string, unknown> }>(
    `SELECT to_jsonb(a) - 'detail' AS row, detail FROM audit_events a WHERE type = 'RotateAccessTokenEvent' ORDER BY id`,
  );
  t.equal(events.length, 2);
  t.match(events[1]!.detail, {
    replacedBy: `urn:li:serviceAccessToken:${toId(second.text)}`,
    revoked: `urn:li:serviceAccessToken:${toId(first.text)}`,
  });
  for (const text of [old, first.text, second.text]) t.notMatch(JSON.stringify(events), text.split('_')[2]!);
  const list = await listTokens(ann, { filters: [{ field: 'actorUrn', value: ann.urn }] });
  const ids = list.body.data.listAccessTokens.tokens.map(({ id }: { id: string }) => id);
  t.strictSame(ids.sort(), [toId(second.text), toId(ann.token)].sort(), 'the list shows the live ones');
});
