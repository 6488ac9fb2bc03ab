import { Writable } from 'node:stream';
import type { InjectOptions } from 'fastify';
import { pino } from 'pino';
import t, { type Test } from 'tap';
import { buildApp } from '../../src/app.js';
import type { Database } from '../../src/db/database.js';
import { safeLines } from '../../src/http/plugins/monitoring/safe-lines.js';
import { type Answer, testCatalog } from '../support/catalog.js';
import { createToken, listTokens, readSecret, revokeToken, toId, tokenMetadata } from './api.js';

const url = '/gms/operations?action=getIndexSizes';

/** Every row of every table, as text. */
async function dump(db: Database): Promise<string> {
  const tables = await db.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')`,
  );
  const texts = [];
  for (const { name } of tables) {
    const [row] = await db.query<{ text: string }>(
      `SELECT coalesce(json_agg(t), '[]')::text AS text FROM ${name} t`,
    );
    texts.push(`${name} ${row!.text}`);
  }
  return texts.join('\n');
}

/** Eight characters of a secret are 47 bits, which no other text contains by chance. */
function* traces(text: string): Generator<string> {
  const secret = readSecret(text);
  for (let from = 0; from + 8 <= secret.length; from += 1) yield secret.slice(from, from + 8);
  for (const encoding of ['hex', 'base64'] as const)
    yield Buffer.from(secret).toString(encoding).slice(4, 24);
}

/** The service as in production, with its log and all its answers. */
async function open(t: Test) {
  const { services, config, db, user } = await testCatalog(t, {
    env: { TRUSTED_ACTOR_PROXIES: '127.0.0.1', FAILED_AUTHENTICATIONS_PER_MINUTE: '1000' },
  });
  const log: string[] = [];
  const stream = new Writable({
    write(line: Buffer, _encoding, done) {
      log.push(line.toString());
      done();
    },
  });
  const logger = pino({ level: 'trace', ...safeLines }, stream);
  const app = await buildApp({
    services,
    config,
    ready: async () => undefined,
    logger,
  });
  t.teardown(() => app.close());

  const answers: string[] = [];
  async function ask(headers: Record<string, string>, request: InjectOptions) {
    const response = await app.inject({
      method: 'POST',
      ...request,
      headers: { ...request.headers, ...headers },
    });
    answers.push(`${JSON.stringify(response.headers)} ${response.body}`);
    return response;
  }
  const as = (text: string) => {
    const headers = { authorization: `Bearer ${text}` };
    return {
      ask: (request: InjectOptions) => ask(headers, request),
      async graphql(query: string, variables: Record<string, unknown> = {}): Promise<Answer> {
        const response = await ask(headers, { url: '/api/graphql', payload: { query, variables } });
        return { status: response.statusCode, body: response.json(), headers: response.headers };
      },
    };
  };
  return { db, services, user, log, answers, ask, as };
}

t.test('no use of tokens leaves their texts in the database or in the log', async (t) => {
  const { db, services, user, log, answers, ask, as } = await open(t);
  const boss = await user('boss', ['MANAGE_ACCESS_TOKENS', 'GET_TIMESERIES_INDEX_SIZES_PRIVILEGE']);
  const ann = await user('ann', ['GENERATE_PERSONAL_ACCESS_TOKENS']);
  const texts = [boss.token, ann.token];

  async function create(creator: string, actorUrn: string) {
    const { body } = await createToken(as(creator), { actorUrn, name: 'day', description: 'night' });
    // Only this answer shows the text.
    answers.pop();
    const text: string = body.data.createAccessToken.accessToken;
    texts.push(text);
    return text;
  }

  await t.test('created and used, by their owners and for others', async (t) => {
    const [mine, made] = [await create(ann.token, ann.urn), await create(boss.token, ann.urn)];
    for (const text of [mine, made]) {
      t.equal((await as(text).ask({ url })).statusCode, 403);
      t.equal((await as(text).graphql('{ __typename }')).status, 200);
      t.equal((await tokenMetadata(as(text), text)).body.data.getAccessTokenMetadata.id, toId(text));
    }
    t.equal((await as(boss.token).ask({ url })).statusCode, 200);
    t.equal((await listTokens(as(boss.token))).body.data.listAccessTokens.total, 4);
    await services.flush();
  });

  await t.test('sent in every wrong place', async (t) => {
    const text = await create(ann.token, ann.urn);
    const [client, manager] = [as(text), as(boss.token)];
    for (const authorization of [
      text,
      `Basic ${text}`,
      `Bearer ${text} ${text}`,
      `Bearer ${text}x`,
      `Bearer "${text}"`,
    ]) {
      t.equal((await ask({ authorization }, { url })).statusCode, 401);
    }
    t.equal((await ask({ 'x-service-actor': text }, { url })).statusCode, 401);
    t.equal((await ask({ cookie: text }, { url: `/api/graphql?token=${text}` })).statusCode, 401);
    t.equal((await client.ask({ url, headers: { 'x-datahub-actor': text } })).statusCode, 403);
    t.equal((await client.ask({ url: `/operations?action=${text}` })).statusCode, 400);
    t.equal((await client.ask({ url: `/nothing/${text}?token=${text}` })).statusCode, 404);
    t.equal((await client.ask({ method: 'PUT', url: `/api/graphql?token=${text}` })).statusCode, 405);
    t.equal((await client.ask({ method: 'GET', url: `/aspects/${text}?aspect=${text}` })).statusCode, 400);
    t.equal((await client.ask({ url: '/api/graphql', payload: text })).statusCode, 415);
    const json = { 'content-type': 'application/json' };
    t.equal((await client.ask({ url: '/api/graphql', payload: `{"${text}`, headers: json })).statusCode, 400);
    t.equal((await client.graphql(`{ ${text} }`)).status, 400);
    t.equal((await client.graphql(`{ listAccessTokens(input: {count: "${text}"}) { total } }`)).status, 400);
    t.equal((await createToken(client, { actorUrn: ann.urn, duration: text })).status, 400);
    for (const [field, value] of [
      [text, 'x'],
      ['createdAt', text],
    ]) {
      t.equal(
        (await listTokens(manager, { filters: [{ field, value }] })).body.errors[0].extensions.code,
        400,
      );
    }
    t.equal((await createToken(manager, { actorUrn: text })).body.errors[0].extensions.code, 400);
    t.equal(
      (await createToken(manager, { actorUrn: `urn:li:corpuser:${text}` })).body.errors[0].extensions.code,
      404,
    );
    t.equal((await revokeToken(manager, text)).body.errors[0].extensions.code, 404);
    t.equal((await revokeToken(client, text)).body.errors[0].extensions.code, 403);
  });

  await t.test('expired, revoked, suspended, and used all the same', async (t) => {
    const [expired, revoked] = [await create(ann.token, ann.urn), await create(ann.token, ann.urn)];
    await db.prisma.storedAccessToken.update({ where: { id: toId(expired) }, data: { expiresAt: 1n } });
    t.equal((await as(expired).ask({ url })).statusCode, 401);
    t.equal((await revokeToken(as(revoked), toId(revoked))).body.data.revokeAccessToken, true);
    t.equal((await as(revoked).ask({ url })).statusCode, 401);
    t.equal((await tokenMetadata(as(boss.token), revoked)).body.errors[0].extensions.code, 404);
    await db.prisma.user.update({ where: { urn: ann.urn }, data: { state: 'SUSPENDED' } });
    t.equal((await as(ann.token).ask({ url })).statusCode, 401);
    t.equal((await as(boss.token).ask({ method: 'GET', url: '/metrics' })).statusCode, 200);
    await services.flush();

    const reasons = log.join('');
    for (const [text, why] of [
      [expired, 'expired'],
      [revoked, 'revoked'],
      [ann.token, 'its actor is suspended'],
    ]) {
      t.match(reasons, `token ${toId(text!)}: ${why}`, 'the log has the reason, with the token’s id');
    }
  });

  const places = { log: log.join(''), answers: answers.join('\n'), database: await dump(db) };
  const [, , used] = texts;
  t.ok(places.database.includes(toId(used!)), 'the dump has the records');
  t.ok(places.database.includes('$argon2id$'), 'and their hashes');
  t.ok(places.answers.includes(toId(used!)), 'the answers have the records');
  for (const [place, content] of Object.entries(places)) {
    const found = texts.flatMap((text) => [...traces(text)]).filter((trace) => content.includes(trace));
    t.strictSame(found, [], `nothing of any text in the ${place}`);
  }
});
