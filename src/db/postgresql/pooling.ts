import pg from 'pg';
import { StartupError } from '../startup-error.js';

/** Which statements share a session of the server: all of a connection, or, behind a pooler, only those of a transaction. */
export type Pooling = 'session' | 'transaction';

const undefinedStatement = '26000';
const backend = { name: 'catalog_pooling', text: 'SELECT pg_backend_pid() AS pid' };

/**
 * Finds out by trying: one connection prepares a statement, another holds a transaction, which takes the session that
 * the first one had if sessions are shared, and the first one executes its statement.
 *
 * @throws StartupError when sessions are shared by a pooler that loses prepared statements
 */
export async function detectPooling(config: pg.ClientConfig): Promise<Pooling> {
  const [one, other] = [new pg.Client(config), new pg.Client(config)];
  for (const client of [one, other]) client.on('error', () => {});
  const pidOf = async (client: pg.Client, query: pg.QueryConfig) =>
    (await client.query<{ pid: number }>(query)).rows[0]!.pid;
  try {
    await one.connect();
    await other.connect();
    const before = await pidOf(one, backend);
    await other.query('BEGIN');
    const taken = await pidOf(other, { text: backend.text });
    const after = await pidOf(one, backend);
    return taken === before || after !== before ? 'transaction' : 'session';
  } catch (error) {
    throw (error as pg.DatabaseError).code === undefinedStatement ? new StartupError(losesStatements) : error;
  } finally {
    for (const client of [one, other]) await client.end().catch(() => undefined);
  }
}

const losesStatements =
  'DATABASE_URL leads through a pooler in transaction mode that does not keep prepared statements. Use PgBouncer 1.21 or ' +
  'newer with max_prepared_statements above 0, or session mode, or connect to PostgreSQL itself.';
