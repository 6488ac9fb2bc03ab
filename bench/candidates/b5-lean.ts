// What a service needs at least that has the catalog's duties for one document: a bearer token whose row is read on every
// request, batched reads on pipelined connections, a line of the log, the headers, a histogram and a deadline. It has no
// memory budget, no checks of requests and bodies, no policies and no counts for the audit.
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { verify } from 'argon2';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { buildSchema, type GraphQLObjectType, parse, validate } from 'graphql';
import { compileQuery } from 'graphql-jit';
import pg from 'pg';
import { destination } from 'pino';
import { sdl, type TagRow, toDataset } from './answer.js';

type Callback<Value> = (error: unknown, value?: Value) => void;

/** Two, as many as the batches of a loader that are in flight. */
const clients = await Promise.all(
  [1, 2].map(async () => {
    const client = new pg.Client({ connectionString: process.env.DATABASE_URL, pipeline: true });
    await client.connect();
    await client.query(
      'SET plan_cache_mode = force_generic_plan; SET jit = off; SET statement_timeout = 31000',
    );
    return client;
  }),
);
let turn = 0;

/** Reads by key in batches: the keys that come while two batches are in flight form the next one. */
function loader<Row, Value>(name: string, text: string, collect: (rows: Row[]) => Map<string, Value>) {
  let waiting = new Map<string, Callback<Value>[]>();
  let inFlight = 0;
  let scheduled = false;
  function schedule() {
    if (scheduled || inFlight === 2 || waiting.size === 0) return;
    scheduled = true;
    setImmediate(send);
  }
  function send() {
    scheduled = false;
    const batch = waiting;
    waiting = new Map();
    inFlight += 1;
    schedule();
    turn = 1 - turn;
    clients[turn]!.query({ name, text, values: [[...batch.keys()]] }, (error: unknown, result) => {
      inFlight -= 1;
      const found = error ? null : collect(result.rows as Row[]);
      for (const [key, callbacks] of batch)
        for (const callback of callbacks) callback(error, found?.get(key));
      schedule();
    });
  }
  return (key: string, callback: Callback<Value>) => {
    const others = waiting.get(key);
    if (others) others.push(callback);
    else waiting.set(key, [callback]);
    schedule();
  };
}

interface Credential {
  id: string;
  hash: string;
  actor: string;
  state: string;
  expires: string | null;
  revoked: string | null;
}
const credential = loader<Credential, Credential>(
  'credential',
  `SELECT t.id, t.hash, t.actor_urn AS actor, u.state, t.expires_at AS expires, t.revoked_at AS revoked,
          t.last_used_at, t.scopes, (SELECT version FROM policy_version) AS version,
          ARRAY(SELECT DISTINCT m.group_urn FROM group_members m WHERE m.user_urn = u.urn) AS groups
     FROM access_tokens t JOIN users u ON u.urn = t.actor_urn WHERE t.id = ANY($1::text[])`,
  (rows) => new Map(rows.map((row) => [row.id, row])),
);

const view = loader<TagRow & { dataset: string }, ReturnType<typeof toDataset>>(
  'view',
  `SELECT e.urn AS dataset, t.urn, t.name, t.description, t.color_hex AS "colorHex"
     FROM entities e LEFT JOIN aspects a ON a.urn = e.urn AND a.name = 'globalTags'
     LEFT JOIN (global_tags g JOIN tags t ON t.urn = g.tag_urn) ON g.resource_urn = a.urn AND g.field_path = ''
    WHERE e.urn = ANY($1::text[]) ORDER BY g.position`,
  (rows) => {
    const tags = new Map<string, TagRow[]>();
    for (const { dataset, ...tag } of rows) {
      const of = tags.get(dataset) ?? [];
      if (tag.urn !== null) of.push(tag);
      tags.set(dataset, of);
    }
    return new Map([...tags].map(([dataset, of]) => [dataset, toDataset(dataset, of)]));
  },
);

const schema = buildSchema(sdl);
(schema.getType('Query') as GraphQLObjectType).getFields().dataset!.resolve = (_, { urn }) =>
  new Promise((resolve, reject) =>
    view(urn, (error, value) => (error ? reject(error) : resolve(value ?? null))),
  );
function compile(text: string) {
  const document = parse(text);
  const [invalid] = validate(schema, document);
  if (invalid) throw invalid;
  return compileQuery(schema, document);
}
const documents = new Map<string, ReturnType<typeof compile>>();
function compiled(text: string) {
  const document = documents.get(text) ?? compile(text);
  documents.set(text, document);
  return document;
}

const macKey = randomBytes(32);
const verified = new Map<string, string>();
const tokenForm = /^Bearer (mcs_([0-9A-Za-z]{17})_[0-9A-Za-z]{33})$/;
function authenticate(authorization: string | undefined, done: Callback<string>) {
  const [, text = '', id] = tokenForm.exec(authorization ?? '') ?? [];
  if (id === undefined) return done(new Error('malformed'));
  credential(id, (error, row) => {
    if (error || !row) return done(error ?? new Error('unknown'));
    const isOver = row.expires !== null && Number(row.expires) <= Date.now();
    if (row.revoked !== null || isOver || row.state !== 'ACTIVE') return done(new Error('dead'));
    const mac = createHmac('sha256', macKey).update(text).digest('base64');
    if (verified.get(mac) === row.hash) return done(null, row.actor);
    verify(row.hash, text).then((matches) => {
      if (!matches) return done(new Error('wrong secret'));
      verified.set(mac, row.hash);
      done(null, row.actor);
    }, done);
  });
}

const out = destination({ dest: 1, sync: false, minLength: 16_383, periodicFlush: 100 });
const begins = `{"level":30,"pid":${process.pid},"hostname":"${hostname()}","time":`;
function log(
  { id, method, url, host, ip, socket }: FastifyRequest,
  { statusCode }: FastifyReply,
  actor: string,
  ms: number,
) {
  const request = `"req":{"method":"${method}","url":${JSON.stringify(url)},"host":${JSON.stringify(host)},"remoteAddress":"${ip}","remotePort":${socket.remotePort}}`;
  out.write(
    `${begins}${Date.now()},"reqId":"${id}",${request},"res":{"statusCode":${statusCode}},"operation":"query dataset","actor":${JSON.stringify(actor)},"responseTime":${ms},"msg":"request completed"}\n`,
  );
}

const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const counts = [...bounds, 0].map(() => 0);
function observe(seconds: number) {
  let bucket = 0;
  while (bucket < bounds.length && seconds > bounds[bucket]!) bucket += 1;
  counts[bucket]! += 1;
}

const headers = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'cache-control': 'no-store',
};

const timeoutMs = 30_000;
/** In the order in which they came. One timer for all of them. */
const due = new Map<FastifyReply, number>();
setInterval(() => {
  const now = performance.now();
  for (const [reply, at] of due) {
    if (at > now) break;
    if (!reply.sent) reply.code(503).send(new Error('late'));
  }
}, 250).unref();

const app = fastify({ genReqId: () => randomUUID(), requestTimeout: timeoutMs, bodyLimit: 2 ** 20 });
const actors = new WeakMap<FastifyRequest, string>();
app.addHook('onRequest', (request, reply, done) => {
  reply.headers(headers).header('x-request-id', request.id);
  due.set(reply, performance.now() + timeoutMs);
  authenticate(request.headers.authorization, (error, actor) => {
    if (error || actor === undefined) {
      reply.code(401);
      return done(new Error('refused'));
    }
    actors.set(request, actor);
    done();
  });
});
app.addHook('onResponse', (request, reply, done) => {
  due.delete(reply);
  const { elapsedTime } = reply;
  observe(elapsedTime / 1_000);
  log(request, reply, actors.get(request) ?? '', elapsedTime);
  done();
});
app.post('/api/graphql', (request) => {
  const { query, variables } = request.body as { query: string; variables?: object };
  const document = compiled(query);
  if (!('query' in document)) throw new Error('the document does not compile');
  return document.query({}, {}, variables ?? {});
});
out.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
