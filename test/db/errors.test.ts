import { createServer } from 'node:net';
import pg from 'pg';
import t, { type Test } from 'tap';
import { CatalogError, notFound } from '../../src/core/errors.js';
import type { Database } from '../../src/db/database.js';
import { EmbeddedClient } from '../../src/db/embedded/client.js';
import { Engine } from '../../src/db/embedded/engine.js';
import { isRetryable, isUnavailable, isUniqueViolation, toCatalogError } from '../../src/db/errors.js';
import { embeddedDatabase } from '../../src/db/open.js';
import { openPostgresql } from '../../src/db/postgresql/postgresql.js';
import { transaction } from '../../src/db/transaction.js';
import { scratchDatabaseUrl, testDatabase } from '../support/database.js';

const server = process.env.TEST_DATABASE_URL;
const away = { name: 'CatalogError', type: 'SERVICE_UNAVAILABLE', code: 503 };

/** The forms in which drivers and Prisma report a code: plain and wrapped. */
const reported = (code: string): [string, unknown][] => [
  ['by a driver', Object.assign(new Error('x'), { code })],
  ['as a cause', new Error('x', { cause: Object.assign(new Error('y'), { code }) })],
  ['by a driver adapter', { code: 'P2010', meta: { driverAdapterError: { cause: { originalCode: code } } } }],
];

t.test('a code says whether the database is away, the work is retryable, or a key exists', async (t) => {
  const kinds: [string, (error: unknown) => boolean, string[]][] = [
    [
      'away',
      isUnavailable,
      [
        '57P01',
        '57P03',
        '53300',
        '08006',
        '25006',
        '28P01',
        '3D000',
        'P1001',
        'P2024',
        'P2028',
        'ECONNREFUSED',
        'ENOSPC',
      ],
    ],
    ['worth a retry', isRetryable, ['40001', '40P01', 'P2034']],
    ['taken', isUniqueViolation, ['23505', 'P2002']],
    ['none of these', () => false, ['42601', '23503', '22021', 'P2025', 'ERR_ASSERTION']],
  ];
  for (const [kind, , codes] of kinds) {
    for (const code of codes) {
      for (const [how, error] of reported(code)) {
        for (const [other, is] of kinds)
          t.equal(is(error), other === kind && kind !== 'none of these', `${code} ${how}: ${other}`);
      }
    }
  }
});

t.test('an error of the driver adapter without a code is recognized by its kind', async (t) => {
  for (const kind of ['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TlsConnectionError'])
    t.equal(isUnavailable({ code: 'P2010', meta: { driverAdapterError: { cause: { kind } } } }), true, kind);
  const cause = { kind: 'UniqueConstraintViolation' };
  t.equal(isUnavailable({ code: 'P2010', meta: { driverAdapterError: { cause } } }), false);
});

t.test('an error of a driver without a code is recognized by its message', async (t) => {
  for (const message of [
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Query read timeout',
    'Client was closed and is not queryable',
    'Client has encountered a connection error and is not queryable',
    'Cannot use a pool after calling end on the pool',
    'PGlite is closed',
  ]) {
    t.equal(isUnavailable(new Error(message)), true, message);
    t.equal(isUnavailable(new Error('x', { cause: new Error(message) })), true, `${message}, as a cause`);
  }
  for (const odd of [null, undefined, 'ECONNREFUSED', 7, {}, new Error('x')])
    t.equal(isUnavailable(odd), false);
});

t.test('an unavailable database becomes SERVICE_UNAVAILABLE with its cause; other errors stay', async (t) => {
  const cause = Object.assign(new Error('password=secret'), { code: 'ECONNREFUSED' });
  const error = toCatalogError(cause) as CatalogError;
  t.match(error, away);
  t.equal(error.cause, cause);
  t.notMatch(error.message, /secret/);
  for (const other of [
    new Error('unexpected'),
    notFound('x'),
    new CatalogError('CONFLICT', 'x', { cause }),
    'text',
  ])
    t.equal(toCatalogError(other), other);
});

/** All ways to use the database: a hot read, Prisma, a transaction. */
async function refusesAll(t: Test, db: Database) {
  await t.rejects(db.query('SELECT 1'), away, 'query');
  await t.rejects(db.prisma.tag.findFirst(), away, 'prisma');
  await t.rejects(db.prisma.$queryRaw`SELECT 1`, away, 'raw');
  await t.rejects(
    transaction(db, (tx) => tx.query('SELECT 1')),
    away,
    'transaction',
  );
}

t.test('SERVICE_UNAVAILABLE: nothing listens on the port', async (t) => {
  const listener = createServer().listen(0, '127.0.0.1');
  const { port } = await new Promise<{ port: number }>((resolve) =>
    listener.on('listening', () => resolve(listener.address() as { port: number })),
  );
  await new Promise((resolve) => listener.close(resolve));
  const url = `postgresql://nobody:secret@127.0.0.1:${port}/none`;
  const db = openPostgresql({ url, poolSize: 2, onIdleError: () => {} });
  await refusesAll(t, db);
  await db.close();
});

t.test('SERVICE_UNAVAILABLE: the embedded database is closed', async (t) => {
  const engine = await Engine.open(undefined);
  const db = embeddedDatabase({ client: new EmbeddedClient(engine), close: async () => {} });
  await db.query('SELECT 1');
  await engine.close();
  await refusesAll(t, db);
});

t.test('a wrong statement is an unexpected error, not an unavailable database', async (t) => {
  const db = await testDatabase(t);
  for (const failing of [db.query('SELECT nonsense'), db.prisma.$queryRawUnsafe('SELECT nonsense')])
    await t.rejects(
      failing.catch((error) => Promise.reject(toCatalogError(error))),
      { name: /^(?!CatalogError)/ },
    );
});

t.test(
  'SERVICE_UNAVAILABLE: the server ends the connection; the next one works',
  { skip: !server },
  async (t) => {
    const url = await scratchDatabaseUrl(t, server!);
    const db = openPostgresql({ url, poolSize: 2, onIdleError: () => {} });
    t.teardown(() => db.close());
    const killer = new pg.Client({ connectionString: url });
    await killer.connect();
    t.teardown(() => killer.end());
    const kill = (pid: number) => killer.query('SELECT pg_terminate_backend($1)', [pid]);

    const inTransaction = transaction(db, async (tx) => {
      const [row] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await kill(row!.pid);
      return tx.query('SELECT 1');
    });
    await t.rejects(inTransaction, away);
    t.strictSame(await db.query('SELECT 1 AS one'), [{ one: 1 }]);
  },
);
