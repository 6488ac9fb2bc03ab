import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { parseDatabaseUrl } from '../../../src/core/database-url.js';
import { isUnverified, readTls } from '../../../src/db/postgresql/tls.js';

const folder = t.testdir({ empty: '' });
const path = (name: string) => join(folder, name);
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
openssl(...'req -x509 -newkey rsa:2048 -nodes -subj /CN=ca -keyout ca.key -out ca.pem'.split(' '));
openssl(...'x509 -outform der -in ca.pem -out ca.der'.split(' '));
openssl(...'genrsa -out other.key 2048'.split(' '));

const url = (query: string) => `postgresql://h/d?${query}`;
const tls = (query: string) => readTls(parseDatabaseUrl(url(query)));

t.test('the modes have the meanings of libpq', async (t) => {
  const ca = readFileSync(path('ca.pem'), 'utf8');
  const root = `sslrootcert=${path('ca.pem')}`;
  const unverified = { rejectUnauthorized: false };
  for (const [query, isOptional, options] of [
    ['', false, false],
    ['sslmode=disable', false, false],
    [`sslmode=disable&sslrootcert=${path('none')}`, false, false],
    ['sslmode=prefer', true, unverified],
    ['sslmode=allow', true, unverified],
    [`sslmode=prefer&${root}`, true, unverified],
    ['sslmode=require', false, unverified],
    ['sslmode=no-verify', false, unverified],
    ['sslmode=verify-full', false, {}],
    ['sslmode=verify-full&sslrootcert=system', false, {}],
    [`sslmode=verify-full&${root}`, false, { ca }],
    ['ssl=true', false, {}],
    [root, false, { ca }],
    ['sslnegotiation=direct', false, {}],
  ] as const) {
    t.same(tls(query), { isOptional, options }, query);
    const isVerified = options === false || !('rejectUnauthorized' in options);
    t.equal(isUnverified(url(query)), !isVerified, query);
  }
  for (const query of ['sslmode=verify-ca', `sslmode=require&${root}`, `sslmode=verify-ca&${root}`]) {
    const { options } = tls(query);
    t.ok(options && options.checkServerIdentity?.('x', {} as never) === undefined, 'the name is not checked');
    t.ok(options && options.rejectUnauthorized !== false, 'the chain is');
  }
  for (const host of ['/run/pg', '%2Frun%2Fpg'])
    t.same(
      readTls(parseDatabaseUrl(`postgresql:///d?host=${host}&sslmode=verify-full`)).options,
      false,
      'a socket',
    );
});

t.test('a wrong mode and unsuitable files are refused in words', async (t) => {
  for (const [query, message] of [
    [
      'sslmode=always',
      'sslmode of DATABASE_URL must be one of disable, allow, prefer, require, no-verify, verify-ca, verify-full.',
    ],
    [
      `sslrootcert=${path('none')}`,
      `sslrootcert (PGSSLROOTCERT): ${path('none')} cannot be read: there is no such file.`,
    ],
    [
      `sslmode=require&sslrootcert=${folder}`,
      `sslrootcert (PGSSLROOTCERT): ${folder} cannot be read: it is a folder`,
    ],
    [
      `sslrootcert=${path('empty')}`,
      `${path('empty')} is not in PEM format. Convert it: openssl x509 -inform der`,
    ],
    [
      `sslrootcert=${path('ca.der')}`,
      `${path('ca.der')} is not in PEM format. Convert it: openssl x509 -inform der`,
    ],
    ['sslrootcert=~nobody/x', 'sslrootcert (PGSSLROOTCERT): ~nobody is not understood'],
    [
      `sslmode=require&sslcert=${path('ca.pem')}&sslkey=${path('other.key')}`,
      'The certificates for PostgreSQL cannot be used: ',
    ],
  ] as const)
    t.throws(() => tls(query), { name: 'StartupError', message }, query);
});
