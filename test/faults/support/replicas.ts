import type { Test } from 'tap';
import { openPostgresql } from '../../../src/db/postgresql/postgresql.js';
import { scratchDatabaseUrl } from '../../support/database.js';
import { type Client, client } from './client.js';
import { service } from './service.js';
import { server } from './targets.js';

/** Starts processes of the service on one PostgreSQL. `db` accesses that database directly. */
export async function replicas(t: Test, env: Record<string, string> = {}, count = 3) {
  const url = await scratchDatabaseUrl(t, server!, null);
  const services = await Promise.all(
    Array.from({ length: count }, () =>
      service(t, { ...env, DATABASE_URL: url, FAILED_AUTHENTICATIONS_PER_MINUTE: '1000000' }),
    ),
  );
  // Concurrently: one of them creates the schema and the administrator.
  await Promise.all(services.map((one) => one.start()));
  const db = openPostgresql({ url, poolSize: 2, onIdleError: () => {} });
  t.teardown(() => db.close());
  const token = services.map((one) => one.token()).find((text) => text !== null)!;
  const as = (text: string): Client[] => services.map((one) => client(one.url, text));
  return { services, db, token, as, admin: as(token) };
}
