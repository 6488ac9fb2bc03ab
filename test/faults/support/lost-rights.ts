import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';
import { type Privilege, privileges } from '../../../src/datahub/privileges.js';
import type { Database } from '../../../src/db/database.js';
import type { Request } from '../../manifest/operations.js';
import { actorCatalog } from '../../support/actors.js';
import { beforeWrite } from '../../support/before-write.js';
import type { embedded } from '../../support/embedded.js';
import { temporaryFolder } from './service.js';

type Headers = Readonly<Record<string, string>>;

/** How a caller loses its rights, and gets them back. */
export interface Loss {
  readonly status: 401 | 403;
  /** The kinds of callers that lose anything. */
  readonly of: readonly Kind[];
  readonly sql: string;
  readonly undo: string;
  /** ms by which the clock of the service is put forward. */
  readonly later?: number;
}

export const kinds = ['token', 'session', 'external token', 'actor header'] as const;
export type Kind = (typeof kinds)[number];
const withToken = ['token', 'session'] as const;

const urn = 'urn:li:corpuser:caller';
const [group, former] = ['urn:li:corpGroup:callers', 'urn:li:corpGroup:former'];
const issuer = 'https://issuer.example';
const hour = 3_600_000;
const sessionEnd = Date.now() + 5 * hour;

/** Sets columns of the rows that make the caller one. */
const tokens = (to: string) => `UPDATE access_tokens SET ${to} WHERE actor_urn = '${urn}'`;
const sessions = (to: string) => `UPDATE console_sessions SET ${to}`;
const user = (to: string) => `UPDATE users SET ${to} WHERE urn = '${urn}'`;
const policies = (to: string) => `UPDATE policies SET ${to} WHERE name = 'callers'`;
const membership = (to: string) => `UPDATE group_members SET group_urn = '${to}' WHERE user_urn = '${urn}'`;

const loss = (status: Loss['status'], of: Loss['of'], sql: string, undo: string): Loss => ({
  ...{ status, of, sql, undo },
});

export const losses: Readonly<Record<string, Loss>> = {
  'the token is revoked': loss(401, withToken, tokens('revoked_at = 1'), tokens('revoked_at = NULL')),
  'the token expires': loss(401, withToken, tokens('expires_at = 1'), tokens('expires_at = NULL')),
  'the session ends': loss(
    ...([401, ['session']] as const),
    ...([sessions('expires_at = 1'), sessions(`expires_at = ${sessionEnd}`)] as const),
  ),
  'the external token expires': { ...loss(401, ['external token'], 'SELECT 1', 'SELECT 1'), later: hour },
  'the user is suspended': loss(401, kinds, user(`state = 'SUSPENDED'`), user(`state = 'ACTIVE'`)),
  'the user is removed': loss(401, kinds, user(`state = 'REMOVED'`), user(`state = 'ACTIVE'`)),
  'the policies are inactive': loss(403, kinds, policies(`state = 'INACTIVE'`), policies(`state = 'ACTIVE'`)),
  'the policies are for others': loss(
    ...([403, kinds] as const),
    ...([policies(`groups = '{}'`), policies(`groups = '{${group}}'`)] as const),
  ),
  'the user leaves the group': loss(403, kinds, membership(former), membership(group)),
};

/** A catalog with a caller who has every privilege by a group, and who can call in every way. */
export async function callerCatalog(t: Test, open: typeof embedded) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const keys = join(temporaryFolder(t), 'keys.json');
  writeFileSync(keys, JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one' }] }));
  let shift = 0;
  const hook = beforeWrite();
  const judged = { count: 0, waiting: [] as (() => void)[] };
  const all = await actorCatalog(t, {
    open,
    wrap: hook.wrap,
    clock: () => Date.now() + shift,
    env: {
      ...{ EXTERNAL_ISSUER: issuer, EXTERNAL_AUDIENCE: 'catalog', EXTERNAL_JWKS_FILE: keys },
      ...{ EXTERNAL_TOKEN_MAX_SECONDS: '86400', TRUSTED_ACTOR_PROXIES: '127.0.0.1' },
    },
    replace: (services) => {
      const note =
        <Args extends unknown[], Result>(check: (...args: Args) => Promise<Result>) =>
        async (...args: Args) => {
          const caller = await check(...args);
          judged.count += 1;
          for (const resolve of judged.waiting.splice(0)) setImmediate(resolve);
          return caller;
        };
      const { bearer, user, session } = services.authenticate;
      const noted = { bearer: note(bearer), user: note(user), session: note(session) };
      const authenticate = { ...services.authenticate, ...noted };
      return { ...services, authenticate };
    },
  });
  const { db, app, services } = all;
  await db.query(`INSERT INTO users (urn, created_at) VALUES ('${urn}', 1)`);
  await db.query(
    `INSERT INTO groups (urn, created_at, created_by) SELECT unnest(ARRAY['${group}', '${former}']), 1, '${urn}'`,
  );
  await db.query(
    `INSERT INTO group_members (user_urn, group_urn, native, created_at, created_by)
     VALUES ('${urn}', '${group}', true, 1, '${urn}')`,
  );
  const names = (Object.keys(privileges) as Privilege[]).map((name) => `'${name}'`).join(', ');
  for (const type of ['PLATFORM', 'METADATA'])
    await db.query(
      `INSERT INTO policies (id, name, type, privileges, users, groups, resources)
       VALUES ('callers-${type}', 'callers', '${type}', ARRAY[${names}], '{}', '{${group}}', '{}')`,
    );
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const { text } = await services.tokens.issue({ actorUrn: urn, duration: 'ONE_MONTH', name: 'x' });
  await db.query(tokens('expires_at = NULL'));

  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const seconds = Math.floor(Date.now() / 1_000);
  const claims = { iss: issuer, aud: 'catalog', sub: 'caller', iat: seconds, exp: seconds + 1_800 };
  const body = `${part({ alg: 'RS256', kid: 'one' })}.${part(claims)}`;
  const jwt = `${body}.${sign('sha256', Buffer.from(body), privateKey).toString('base64url')}`;

  const site = { 'sec-fetch-site': 'same-origin', host: `localhost:${port}` };
  const signedIn = await app.inject({
    ...{ method: 'POST', url: '/console/session', headers: site, payload: { token: text } },
  });
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0]!;
  await db.query(losses['the session ends']!.undo);
  const headersByKind: Record<Kind, Headers> = {
    token: { authorization: `Bearer ${text}` },
    session: { ...site, cookie },
    'external token': { authorization: `Bearer ${jwt}` },
    'actor header': { 'x-service-actor': urn },
  };

  async function lose({ sql, later = 0 }: Loss, query = db.query) {
    await query(sql);
    shift = later;
  }
  async function regain({ undo }: Loss) {
    shift = 0;
    hook.set(undefined);
    await db.query(undo);
  }

  /** Sends a request whose last bytes wait until `meanwhile` is done. Returns the status, or the code of GraphQL's error. */
  async function held(request: Request, kind: Kind, meanwhile: () => Promise<unknown>): Promise<number> {
    const bytes = Buffer.from(JSON.stringify(request.payload));
    const headers = {
      ...{ 'content-type': 'application/json', 'content-length': bytes.length },
      ...request.headers,
      ...headersByKind[kind],
    };
    const isJudged = new Promise<void>((resolve) => judged.waiting.push(resolve));
    const outgoing = send({ host: '127.0.0.1', port, method: request.method, path: request.url, headers });
    outgoing.write(bytes.subarray(0, 1));
    await isJudged;
    await meanwhile();
    outgoing.end(bytes.subarray(1));
    const [response] = await once(outgoing, 'response');
    let answer = '';
    for await (const chunk of response) answer += chunk;
    return readCode(request, response.statusCode, answer);
  }

  /** Sends a request whole. */
  async function whole(request: Request, kind: Kind): Promise<number> {
    const headers = { ...request.headers, ...headersByKind[kind] };
    const { statusCode, body } = await app.inject({ ...request, headers, remoteAddress: '127.0.0.1' });
    return readCode(request, statusCode, body);
  }

  /** Sends a request that waits for a lock, while its caller loses its rights. */
  async function locked(request: Request, kind: Kind, loss: Loss): Promise<number> {
    let status: Promise<number> | undefined;
    await db.inTransaction(async (tx) => {
      await tx.query(`LOCK TABLE ${lockedTables.join(', ')} IN EXCLUSIVE MODE`, [], { unprepared: true });
      let isDone = false;
      status = whole(request, kind).finally(() => {
        isDone = true;
      });
      while (!isDone && !(await isWaiting(db.query))) await sleep(5);
      await lose(loss, tx.query);
    });
    return status!;
  }

  return {
    ...all,
    ...{ urn, lose, regain, held, whole, locked },
    beforeWrite: hook.set,
  };
}

const lockedTables = [
  ...['entities', 'tags', 'users', 'access_tokens', 'console_sessions', 'policy_version', 'truncation_tasks'],
  ...['webhooks', 'webhook_deliveries'],
];

/** Whether a statement waits for a lock, other than those that save when tokens and sessions were used. */
async function isWaiting(query: Database['query']): Promise<boolean> {
  const rows = await query(`SELECT FROM pg_stat_activity WHERE datname = current_database()
    AND wait_event_type = 'Lock' AND query NOT LIKE '%last_used_at, 0%' AND query NOT LIKE '%last_seen_at < u.at%'`);
  return rows.length > 0;
}

function readCode({ url }: Request, status: number, body: string): number {
  const text = url.startsWith('/api/graphql') && status === 200 ? JSON.parse(body) : {};
  return Number(text.errors?.[0].extensions.code ?? status);
}
