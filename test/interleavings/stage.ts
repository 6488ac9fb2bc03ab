import type { Test } from 'tap';
import { type Privilege, privileges } from '../../src/datahub/privileges.js';
import type { Database } from '../../src/db/database.js';
import { openPostgresql } from '../../src/db/postgresql/postgresql.js';
import { type Caller, type TestCatalog, testCatalog } from '../support/catalog.js';
import { scratchDatabaseUrl } from '../support/database.js';
import { type Enter, gated } from './gates.js';
import { Player, type ReadBlocked } from './play.js';
import { kindReader } from './statement-kind.js';

const server = process.env.TEST_DATABASE_URL;
export const withoutServer = !server && 'TEST_DATABASE_URL names no PostgreSQL';

/** Calls one process of the service with a token; by default, that of a user with all privileges but that of policies. */
export type As = (token?: string) => Omit<Caller, 'urn' | 'token'>;

/** A process of the service, whose statements wait for their turn while it plays. */
export interface Actor {
  readonly player: Player;
  readonly db: Database;
  readonly as: As;
}

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** Opens a database with several processes of the service, and one more whose statements do not wait. */
export async function openStage(
  t: Test,
  { size = 2, env = {} }: { size?: number; env?: Record<string, string> } = {},
) {
  const url = await scratchDatabaseUrl(t, server!);
  const open = (name: string) => {
    const named = new URL(url);
    named.searchParams.set('application_name', name);
    const db = openPostgresql({ url: named.href, poolSize: 4, timeoutMs: 600_000, onIdleError: () => {} });
    t.teardown(() => db.close());
    return db;
  };
  const db = open('stage');
  // PostgreSQL looks for a deadlock after this time.
  await db.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET deadlock_timeout = '10ms'`);
  const readKind = await kindReader(db);
  const planted = { rewrite: (sql: string) => sql };
  const gatedBy = (enter: Enter) => (db: Database) =>
    gated(db, { enter, readKind, rewrite: (sql) => planted.rewrite(sql) });
  const main = await testCatalog(t, {
    ...{ env, open: async () => open('main') },
    wrap: gatedBy(async () => () => {}),
  });
  const all = Object.keys(privileges) as Privilege[];
  const admin = await main.user(
    'admin',
    all.filter((name) => name !== 'MANAGE_POLICIES'),
  );
  // The last administrator cannot be suspended. A case can suspend this one in the database.
  const keeper = await main.user('keeper', ['MANAGE_POLICIES']);
  // Otherwise each process would save the use of the token a second later.
  await db.query('UPDATE access_tokens SET last_used_at = $1::bigint', [Date.now() + 3_600_000]);
  const toAs =
    ({ withHeaders }: TestCatalog): As =>
    (token = admin.token) =>
      withHeaders({ authorization: `Bearer ${token}` });

  const actors: Actor[] = [];
  for (let index = 0; index < size; index += 1) {
    const player = new Player(`player ${index}`);
    const catalog = await testCatalog(t, {
      ...{ env, open: async () => open(player.name) },
      wrap: gatedBy(player.enter),
    });
    actors.push({ player, db: catalog.db, as: toAs(catalog) });
  }
  const names = actors.map(({ player }) => player.name);

  const readBlocked: ReadBlocked = async () => {
    const rows = await db.query<{ name: string; count: number }>(blockedSql, [names]);
    return new Map(rows.map(({ name, count }) => [name, count]));
  };

  return { db, main, keeper, as: toAs(main), actors, planted, readBlocked };
}

const blockedSql = `
  SELECT a.application_name AS name, count(*) AS count FROM pg_stat_activity a
   WHERE a.datname = current_database() AND a.application_name = ANY($1::text[]) AND a.state = 'active'
     AND EXISTS (SELECT FROM pg_stat_activity b
                  WHERE b.pid = ANY(pg_blocking_pids(a.pid)) AND b.application_name = ANY($1::text[]))
   GROUP BY a.application_name`;
