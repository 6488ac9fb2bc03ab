import pg from 'pg';
import { StartupError } from '../startup-error.js';

/**
 * The statements that share a session of the server: those of a connection, or, behind a pooler, those of a
 * transaction.
 */
export type Pooling = 'session' | 'transaction';

const undefinedStatement = '26000';
const backend = { name: 'catalog_pooling', text: 'SELECT pg_backend_pid() AS pid' };

/**
 * Tests it with two connections. The first prepares a statement. The second opens a transaction, which takes over the
 * first one's session if a pooler shares sessions. Then the first executes its statement again.
 *
 * @throws StartupError when a pooler shares sessions and loses prepared statements
 */
export async function detectPooling(config: pg.ClientConfig): Promise<Pooling> {
  const [first, second] = [new pg.Client(config), new pg.Client(config)];
  for (const client of [first, second]) client.on('error', () => {});
  const readPid = async (client: pg.Client, query: pg.QueryConfig) =>
    (await client.query<{ pid: number }>(query)).rows[0]!.pid;
  try {
    await first.connect();
    await second.connect();
    const before = await readPid(first, backend);
    await second.query('BEGIN');
    const taken = await readPid(second, { text: backend.text });
    const after = await readPid(first, backend);
    return taken === before || after !== before ? 'transaction' : 'session';
  } catch (error) {
    throw (error as pg.DatabaseError).code === undefinedStatement ? new StartupError(losesStatements) : error;
  } finally {
    for (const client of [first, second]) await client.end().catch(() => undefined);
  }
}

const losesStatements =
  'DATABASE_URL uses a pooler in transaction mode that does not keep prepared statements. Use PgBouncer 1.21 or ' +
  'newer with max_prepared_statements above 0, or session mode, or connect to PostgreSQL itself.';
