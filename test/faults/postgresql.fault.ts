import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import t, { type Test } from 'tap';
import { toFailure } from '../../src/cli/failure.js';
import { ConfigError, readConfig } from '../../src/config.js';
import { openPostgresql } from '../../src/db/postgresql/postgresql.js';
import { StartupError } from '../../src/db/startup-error.js';
import { migrateCatalog } from '../../src/startup/open-catalog.js';
import { ownServer, postgresAccount, withoutBinaries } from './support/postgresql.js';
import { temporaryFolder } from './support/service.js';

// PostgreSQL as people have it. Every refusal is one line with the statement or setting that helps.

const skip = withoutBinaries;

interface Outcome {
  readonly exitCode: number;
  readonly text: string | null;
  readonly warnings: readonly string[];
}

/** Opens and migrates a database as the service does. The driver itself reads PGPASSWORD. */
async function migrate(url: string, { PGPASSWORD, ...env }: Record<string, string> = {}): Promise<Outcome> {
  const warnings: string[] = [];
  const log = {
    debug() {},
    info() {},
    error() {},
    warn: (_: object, text: string) => void warnings.push(text),
  };
  if (PGPASSWORD !== undefined) process.env.PGPASSWORD = PGPASSWORD;
  try {
    const config = readConfig({ DATABASE_URL: url, DATABASE_CONNECT_TIMEOUT_MS: '0', ...env });
    await migrateCatalog(config, { log });
    return { exitCode: 0, text: '', warnings };
  } catch (error) {
    return { ...toFailure(error, [ConfigError, StartupError]), warnings };
  } finally {
    delete process.env.PGPASSWORD;
  }
}

/** Checks that a start is refused with one line, without a stack and without a password. */
async function refused(t: Test, url: string, text: RegExp, env: Record<string, string> = {}) {
  const found = await migrate(url, env);
  t.match(found, { exitCode: 1, text }, String(text));
  t.equal(found.text?.split('\n').length, 1);
  t.notMatch(found.text, /S3cr/, 'without the password');
}

async function accepted(t: Test, url: string, env: Record<string, string> = {}) {
  const found = await migrate(url, env);
  t.match(found, { exitCode: 0, text: '' });
  return found.warnings.join('\n');
}

async function run(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

const tables = (url: string) =>
  run(
    url,
    `SELECT nspname AS schema, count(*)::int AS count FROM pg_class JOIN pg_namespace n ON relnamespace = n.oid
      WHERE relkind = 'r' AND nspname !~ '^(pg_|information_schema)' GROUP BY 1 ORDER BY 1`,
  );

const change = (url: string, parts: { user?: string; database?: string; query?: string }) => {
  const { port } = new URL(url);
  const { user = 'postgres', database = 'postgres', query = '' } = parts;
  return `postgresql://${user}@127.0.0.1:${port}/${database}${query}`;
};

t.test('rights and schemas', { skip }, async (t) => {
  const { url } = await ownServer(t);
  const sql = (database: string, ...statements: string[]) => run(change(url, { database }), ...statements);
  await sql('postgres', 'CREATE ROLE jane LOGIN', 'CREATE ROLE "Mary Ann" LOGIN', 'CREATE DATABASE d');
  await sql('d', 'REVOKE CREATE ON SCHEMA public FROM PUBLIC');
  const jane = (query = '') => change(url, { user: 'jane', database: 'd', query });

  await refused(
    t,
    jane(),
    /^jane may not create tables in the schema public\. .* GRANT CREATE ON SCHEMA public TO jane; or /,
  );
  await refused(
    t,
    change(url, { user: 'Mary%20Ann', database: 'd' }),
    /^"Mary Ann" may not create tables .* GRANT CREATE ON SCHEMA public TO "Mary Ann";/,
  );
  await refused(
    t,
    jane('?schema=cat'),
    /^The database has no schema "cat", and jane may not create it\. .*: CREATE SCHEMA "cat" AUTHORIZATION jane; or GRANT CREATE ON DATABASE d TO jane;/,
  );
  t.same(await tables(url), [], 'nothing is made');

  await sql('d', 'CREATE SCHEMA cat AUTHORIZATION jane');
  await accepted(t, jane('?schema=cat'));
  await accepted(t, jane('?schema=cat'));
  t.match(await tables(change(url, { database: 'd' })), [{ schema: 'cat' }]);

  await sql('d', 'CREATE SCHEMA theirs');
  await refused(
    t,
    jane('?schema=theirs'),
    /^The search_path \("?theirs"?\) names no schema that exists and that jane may use/,
  );

  await sql(
    'postgres',
    'CREATE DATABASE e OWNER jane',
    'ALTER ROLE jane IN DATABASE e SET search_path = app',
  );
  const missing = change(url, { user: 'jane', database: 'e' });
  await refused(
    t,
    missing,
    /^The search_path \(app\) names no schema .*: CREATE SCHEMA catalog AUTHORIZATION jane; and add \?schema=catalog/,
  );
  await refused(
    t,
    `${change(url, { database: 'd' })}?options=-c%20search_path%3Dnope`,
    /^The search_path \(nope\) names no schema/,
  );
  await sql('e', 'SET ROLE jane', 'CREATE SCHEMA catalog AUTHORIZATION jane');
  await accepted(t, `${missing}?schema=catalog`);

  await sql('postgres', 'CREATE DATABASE restored');
  await accepted(t, change(url, { database: 'restored' }));
  await refused(
    t,
    change(url, { user: 'jane', database: 'restored' }),
    /permission denied for table _prisma_migrations\. .*ALTER DATABASE "restored" OWNER TO "jane"/,
  );
  await refused(
    t,
    change(url, { database: 'none' }),
    /database "none" does not exist\. Create the database: CREATE DATABASE "none" OWNER/,
  );
  await refused(
    t,
    change(url, { user: 'nobody' }),
    /role "nobody" does not exist\. Create the user: CREATE ROLE "nobody" LOGIN/,
  );
});

t.test('tables and migrations of another program', { skip }, async (t) => {
  const { url } = await ownServer(t);
  const ledger = `CREATE TABLE _prisma_migrations (id varchar(36) PRIMARY KEY, checksum varchar(64), finished_at timestamptz,
    migration_name varchar(255), logs text, rolled_back_at timestamptz, started_at timestamptz DEFAULT now(),
    applied_steps_count int DEFAULT 0)`;
  const theirs = `INSERT INTO _prisma_migrations VALUES ('1', 'x', now(), '20200101000000_init')`;
  for (const [name, message, ...statements] of [
    [
      'prisma',
      /^The database has migrations of another program \(20200101000000_init\)\. .*\?schema=catalog/,
      ledger,
      theirs,
    ],
    ['empty', /^The schema public contains tables of another program/, ledger, 'CREATE TABLE invoices ()'],
    [
      'other',
      /^The table _prisma_migrations is of another program\. .*\?schema=/,
      'CREATE TABLE _prisma_migrations (version int)',
    ],
    [
      'tables',
      /^The schema public contains tables of another program .*\?schema=catalog/,
      'CREATE TABLE invoices ()',
    ],
  ] as const) {
    await run(url, `CREATE DATABASE ${name}`);
    const database = change(url, { database: name });
    await run(database, ...statements);
    const before = await tables(database);
    await refused(t, database, message);
    t.same(await tables(database), before, 'nothing is made');
    await accepted(t, `${database}?schema=catalog`);
  }
});

t.test('encodings', { skip }, async (t) => {
  const { url } = await ownServer(t, undefined, { initdb: ['--encoding=UTF8', '--locale=C'] });
  for (const encoding of ['SQL_ASCII', 'LATIN1', 'EUC_JP']) {
    const database = change(url, { database: encoding.toLowerCase() });
    await run(url, `CREATE DATABASE ${encoding} ENCODING '${encoding}' TEMPLATE template0`);
    for (const query of ['', '?schema=catalog'])
      await refused(
        t,
        `${database}${query}`,
        new RegExp(
          `^The database ${encoding.toLowerCase()} has the encoding ${encoding}, .*: CREATE DATABASE catalog .* ENCODING 'UTF8'`,
        ),
      );
    t.same(await run(database, `SELECT nspname FROM pg_namespace WHERE nspname = 'catalog'`), []);
    t.same(await tables(database), [], 'nothing is made');
  }
  const command = /: (CREATE DATABASE [^;]+;)/.exec(
    (await migrate(change(url, { database: 'latin1' }))).text ?? '',
  );
  await run(url, command![1]!);
  await accepted(t, change(url, { database: 'catalog' }));
});

t.test('sockets and passwords', { skip }, async (t) => {
  const { url, folder, port } = await ownServer(t);
  chmodSync(folder, 0o755);
  const socket = encodeURIComponent(folder);
  for (const form of [
    `postgresql://postgres@/postgres?host=${folder}&port=${port}`,
    `postgresql://postgres@${socket}:${port}/postgres`,
    `postgresql:///postgres?host=${folder}&port=${port}&user=postgres&sslmode=verify-full`,
  ])
    await accepted(t, form);
  const helps = /cannot be used: connect E\w+ .*The host in the URL must be the folder of the socket/;
  await refused(t, `postgresql://postgres@/postgres?host=${folder}/.s.PGSQL.${port}&port=${port}`, helps);
  await refused(t, `postgresql://postgres@/postgres?host=/nowhere`, helps);

  const password = 'S3cr@t#/?%:é';
  const hba = join(folder, 'data/pg_hba.conf');
  await run(url, `CREATE ROLE jane LOGIN SUPERUSER PASSWORD '${password}'`);
  writeFileSync(hba, `host all jane 127.0.0.1/32 scram-sha-256\n${readFileSync(hba, 'utf8')}`);
  await run(url, 'SELECT pg_reload_conf()');
  const jane = (text: string) => `postgresql://jane:${text}@127.0.0.1:${port}/postgres`;
  await accepted(t, jane(encodeURIComponent(password)));
  await accepted(t, `postgresql://jane@127.0.0.1:${port}/postgres`, { PGPASSWORD: password });
  await run(url, `ALTER ROLE jane PASSWORD 'S3cr@t'`);
  await accepted(t, jane('S3cr@t'));
  await refused(
    t,
    jane('S3crX'),
    /password authentication failed for user "jane"\. Check the user and the password\./,
  );
  await refused(
    t,
    `postgresql://jane@127.0.0.1:${port}/postgres`,
    /asks for a password, and there is none: add it/,
  );
  for (const raw of ['S3cr#t', '1#S3cr', 'S3cr/t', '1/S3cr', 'S3cr?t', 'S3cr@1/t']) {
    const found = await migrate(jane(raw));
    t.match(
      found,
      { exitCode: 1, text: /DATABASE_URL: must .*In a user name or a password, write %23 for #/ },
      raw,
    );
    t.notMatch(found.text, 'S3cr');
  }
  writeFileSync(hba, 'local all all trust\n');
  await run(url, 'SELECT pg_reload_conf()').catch(() => undefined);
  await refused(t, url, /no pg_hba\.conf entry for host .*requires TLS: add \?sslmode=verify-full/);
});

t.test('TLS', { skip }, async (t) => {
  const made = certificates(t);
  const { url, port, folder } = await ownServer(t, undefined, {
    prepare(data) {
      for (const name of ['server.crt', 'server.key', 'root.crt']) {
        const file = join(data, name);
        writeFileSync(file, readFileSync(join(made, name)), { mode: 0o600 });
        if (postgresAccount) chownSync(file, ...postgresAccount);
      }
    },
  });
  const at = (host: string, query: string) => `postgresql://postgres@${host}:${port}/postgres?${query}`;
  const file = (name: string) => join(made, name);
  const encrypted = async (query: string) => {
    const db = openPostgresql({ url: at('localhost', query), poolSize: 2, onIdleError: () => {} });
    try {
      const rows = await db.query<{ ssl: boolean; bytes: number }>(
        `SELECT ssl, length(repeat('x', 3000000)) AS bytes FROM pg_stat_ssl WHERE pid = pg_backend_pid()`,
      );
      const [large] = await db.query<{ text: string }>(`SELECT repeat('x', 3000000) AS text`);
      t.equal(large!.text.length, 3_000_000);
      return rows[0]!.ssl;
    } finally {
      await db.close();
    }
  };

  // Without TLS on the server.
  await accepted(t, at('localhost', 'sslmode=prefer'));
  t.equal(await encrypted('sslmode=prefer'), false);
  const none = /does not support SSL connections\. Turn on TLS on the server .*sslmode=prefer/;
  await refused(t, at('localhost', 'sslmode=require'), none);
  await refused(t, at('localhost', 'sslmode=verify-full'), none);

  await run(
    url,
    'ALTER SYSTEM SET ssl = on',
    `ALTER SYSTEM SET ssl_ca_file = 'root.crt'`,
    'SELECT pg_reload_conf()',
  );
  for (const query of [
    'sslmode=prefer',
    'sslmode=require',
    `sslmode=verify-full&sslrootcert=${file('root.crt')}`,
  ]) {
    await accepted(t, at('localhost', query));
    t.equal(await encrypted(query), true, query);
  }
  t.equal(await encrypted('sslmode=disable'), false);
  t.match(await accepted(t, at('localhost', 'sslmode=require')), /certificate of PostgreSQL is not verified/);
  t.notMatch(await accepted(t, at('localhost', 'sslmode=disable')), 'not verified');

  const unknown =
    /\. The certificate of the server is not from an authority that is trusted here\. Set PGSSLROOTCERT/;
  await refused(t, at('localhost', 'sslmode=verify-full'), unknown);
  await refused(t, at('localhost', 'sslmode=verify-ca'), unknown);
  await refused(t, at('localhost', `sslmode=require&sslrootcert=${file('other.crt')}`), unknown);
  for (const PGSSLMODE of ['verify-full', 'verify-ca', 'require'])
    await accepted(t, at('localhost', ''), { PGSSLMODE, PGSSLROOTCERT: file('root.crt') });
  await refused(t, at('localhost', ''), unknown, {
    PGSSLMODE: 'verify-ca',
    PGSSLROOTCERT: file('other.crt'),
  });
  await accepted(t, at('127.0.0.1', ''), { PGSSLMODE: 'verify-ca', PGSSLROOTCERT: file('root.crt') });
  await refused(
    t,
    at('127.0.0.1', ''),
    /The certificate of the server is not for 127\.0\.0\.1\. Connect to a name in the certificate, or set sslmode=verify-ca/,
    { PGSSLMODE: 'verify-full', PGSSLROOTCERT: file('root.crt') },
  );
  await refused(t, at('localhost', ''), /PGSSLROOTCERT\): \S+none cannot be read: there is no such file/, {
    ...{ PGSSLMODE: 'verify-full', PGSSLROOTCERT: file('none') },
  });

  // The server requires TLS, and a client certificate.
  writeFileSync(
    join(folder, 'data/pg_hba.conf'),
    'local all all trust\nhostssl all all all trust clientcert=verify-ca\n',
  );
  await run(`postgresql:///postgres?host=${folder}&port=${port}&user=postgres`, 'SELECT pg_reload_conf()');
  await refused(
    t,
    at('localhost', ''),
    /no pg_hba\.conf entry .*requires TLS: add \?sslmode=verify-full to the URL/,
  );
  await refused(
    t,
    at('localhost', 'sslmode=require'),
    /client certificate\. Set sslcert and sslkey in the URL, or PGSSLCERT/,
  );
  const own = { PGSSLMODE: 'verify-full', PGSSLROOTCERT: file('root.crt') };
  await accepted(t, at('localhost', ''), {
    ...own,
    PGSSLCERT: file('client.crt'),
    PGSSLKEY: file('client.key'),
  });
});

/** Makes a private authority, certificates that it has signed, and another authority. */
function certificates(t: Test): string {
  const folder = temporaryFolder(t);
  const openssl = (text: string) => execFileSync('openssl', text.split(' '), { cwd: folder, stdio: 'pipe' });
  for (const name of ['root', 'other'])
    openssl(
      `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${name} -keyout ${name}.key -out ${name}.crt`,
    );
  for (const [name, subject] of [
    ['server', 'localhost'],
    ['client', 'postgres'],
  ]) {
    openssl(`req -newkey rsa:2048 -nodes -subj /CN=${subject} -keyout ${name}.key -out ${name}.csr`);
    writeFileSync(join(folder, 'names'), `subjectAltName=DNS:${subject}`);
    openssl(
      `x509 -req -in ${name}.csr -CA root.crt -CAkey root.key -CAcreateserial -days 2 -extfile names -out ${name}.crt`,
    );
  }
  return folder;
}
