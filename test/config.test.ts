import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import t from 'tap';
import { tokenDurations } from '../src/access-tokens/token.js';
import { ConfigError, readConfig, unknownSettings, variables } from '../src/config.js';
import { root } from './support/root.js';

const findProblems = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
};

t.test('.env.example', async (t) => {
  const example = parseEnv(readFileSync(new URL('.env.example', root), 'utf8'));
  t.same(Object.keys(example).sort(), [...variables].sort(), 'lists all variables and no other');
  t.same(readConfig(example as Record<string, string>), readConfig({}), 'shows the defaults');
});

t.test('AUDIT_STREAM', async (t) => {
  const read = (text: string) => readConfig({ AUDIT_STREAM: text }).AUDIT_STREAM;
  t.equal(read(''), undefined);
  for (const text of ['/var/a.log', 'file:/var/a.log', 'file:///var/a.log'])
    t.same(read(text), { kind: 'file', path: '/var/a.log' }, text);
  t.match(read('./a.log'), { kind: 'file', path: /^\/.*\/a\.log$/ });
  t.same(read('stdout'), { kind: 'stdout' });
  const server = { kind: 'syslog', host: 'h', port: 514, framing: 'octet-counting' };
  t.same(read('syslog://h:514'), { ...server, protocol: 'tcp' });
  t.same(read('syslog+udp://h:514/'), { ...server, protocol: 'udp' });
  t.match(read('syslog+tls://[::1]:6514'), { kind: 'syslog', protocol: 'tls', host: '::1', port: 6514 });
  t.match(read('syslog+tcp://h:601?framing=newline'), { protocol: 'tcp', port: 601, framing: 'newline' });
  t.match(read('syslog+tls://h:601/?framing=octet-counting'), { framing: 'octet-counting' });
  for (const text of [
    'syslog://h:1?framing=lf',
    'syslog://h:1?frame=newline',
    'syslog://h:1?framing=newline&a=1',
    'syslog://h:1?framing=newline&framing=newline',
    'syslog+udp://h:1?framing=newline',
  ])
    t.match(findProblems({ AUDIT_STREAM: text }), '?framing= with octet-counting or newline', text);
  t.match(
    findProblems({ AUDIT_STREAM: 'stdout', LOG_FORMAT: 'pretty' }),
    /LOG_FORMAT: .*AUDIT_STREAM=stdout/,
  );
  t.equal(readConfig({ AUDIT_STREAM: 'stdout', LOG_FORMAT: 'json' }).LOG_FORMAT, 'json');
  for (const text of [
    'true',
    'stdout:',
    'stderr',
    'a.log',
    '/var/',
    'file:a',
    'file://h/a',
    'tcp://h:1',
    'https://h',
    'syslog',
  ])
    t.match(findProblems({ AUDIT_STREAM: text }), `AUDIT_STREAM: must be a file (file:/path`, text);
  for (const text of [
    'syslog:h:1',
    'syslog+x://h:1',
    'SYSLOG://h:1',
    'syslog://:1',
    'syslog://h:1/a',
    'syslog://h:1?a',
    'syslog://h:x',
  ])
    t.match(findProblems({ AUDIT_STREAM: text }), `(is "${text}")`, text);
  for (const text of ['syslog://h', 'syslog://h:0'])
    t.match(findProblems({ AUDIT_STREAM: text }), 'needs a port, such as 514', text);
  const refused = findProblems({ AUDIT_STREAM: 'syslog://a:secret@h:1' });
  t.match(refused, 'AUDIT_STREAM: must not have a user');
  t.notMatch(refused, 'secret');
  t.notMatch(findProblems({ AUDIT_STREAM: 'syslog://a:sec/ret@h:1' }), 'sec/ret');
});

t.test('OUTBOUND_PROXY', async (t) => {
  const read = (text: string) => readConfig({ OUTBOUND_PROXY: text }).OUTBOUND_PROXY;
  t.equal(read(''), undefined);
  for (const text of ['http://p:3128', 'https://u:p%40@proxy.internal/', 'http://[::1]:1'])
    t.equal(read(text), text);
  for (const text of [
    'p:3128',
    'socks5://p:1',
    'http://',
    'http://p/a',
    'http://p?a',
    'http://u:hunter2%@p',
    'x',
  ]) {
    const problem = findProblems({ OUTBOUND_PROXY: text });
    t.match(problem, 'OUTBOUND_PROXY: must be the http:// or https:// address of a proxy', text);
    t.notMatch(problem, 'hunter2');
  }
});

t.test('the first token is read from a file or written to one', async (t) => {
  const [output, input] = [{ BOOTSTRAP_TOKEN_FILE: 'a' }, { BOOTSTRAP_TOKEN_INPUT_FILE: 'b' }];
  t.match(
    findProblems({ ...output, ...input }),
    /BOOTSTRAP_TOKEN_INPUT_FILE: cannot be set together with BOOTSTRAP_TOKEN_FILE: .*Unset one of them/,
  );
  for (const one of [output, input]) t.ok(readConfig(one));
});

t.test('a valid environment', async (t) => {
  t.same(readConfig({ PORT: '', LOG_LEVEL: '' }), readConfig({}), 'an empty variable counts as unset');
  t.equal(readConfig({ PORT: '0' }).PORT, 0, 'port 0 is valid');
  t.same(
    readConfig({ TRUSTED_ACTOR_PROXIES: ' 10.0.0.0/8, ::1 ,,192.0.2.7' }).TRUSTED_ACTOR_PROXIES,
    ['10.0.0.0/8', '::1', '192.0.2.7'],
    'a list may have spaces and empty elements',
  );
  t.same(readConfig({}).TRUSTED_ACTOR_PROXIES, [], 'no proxy is trusted by default');
  t.same(readConfig({}).TRUSTED_PROXIES, [], 'no address is forwarded by default');
  t.same(readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, ::1' }).TRUSTED_PROXIES, ['10.0.0.0/8', '::1']);
  t.ok(Object.isFrozen(readConfig({})), 'the result is frozen');
  t.same(readConfig({}).CORS_ORIGINS, [], 'no other origin reads answers by default');
  t.same(readConfig({ CORS_ORIGINS: 'https://a.example, http://[::1]:3000' }).CORS_ORIGINS.length, 2);
  for (const origin of [
    '*',
    'null',
    'https://a.example/',
    'https://A.example',
    'https://a.example:443',
    'ftp://a',
  ])
    t.match(findProblems({ CORS_ORIGINS: origin }), `CORS_ORIGINS: "${origin}" is not an origin`, origin);
  for (const host of ['127.0.0.1', '127.8.0.1', '::1', 'LocalHost'])
    t.ok(readConfig({ HOST: host }).GRAPHIQL, `GraphiQL is there on ${host}`);
  for (const host of ['0.0.0.0', '::', '10.0.0.1', 'catalog.example'])
    t.notOk(readConfig({ HOST: host }).GRAPHIQL, `and not on ${host}`);
  t.same(readConfig({ HOST: '0.0.0.0', GRAPHIQL: '1' }).GRAPHIQL, true);
  t.same(readConfig({ GRAPHIQL: 'false' }).GRAPHIQL, false);
  for (const [text, value] of Object.entries({ true: true, '1': true, false: false, '0': false })) {
    t.equal(readConfig({ ACCESS_TOKEN_ALLOW_NO_EXPIRY: text }).ACCESS_TOKEN_ALLOW_NO_EXPIRY, value, text);
  }
  t.same(readConfig({ ACCESS_TOKEN_DURATIONS: ' ONE_DAY,,ONE_HOUR' }).ACCESS_TOKEN_DURATIONS, [
    'ONE_DAY',
    'ONE_HOUR',
  ]);
  t.same(readConfig({}).ACCESS_TOKEN_DURATIONS, Object.keys(tokenDurations), 'all durations by default');
  const alias = { ACCESS_TOKEN_ALLOWED_DURATIONS: 'ONE_DAY' };
  t.same(readConfig(alias).ACCESS_TOKEN_DURATIONS, ['ONE_DAY'], "DataHub's name");
  t.strictSame(unknownSettings(alias), []);
  t.match(findProblems({ ...alias, ACCESS_TOKEN_DURATIONS: 'ONE_DAY' }), /are one setting: set one of them/);
  t.match(findProblems({ ACCESS_TOKEN_ALLOWED_DURATIONS: 'x' }), /ALLOWED_DURATIONS: must be one or more/);
  const keys = { EXTERNAL_JWKS_URL: 'https://issuer.example/keys' };
  const trusted = { EXTERNAL_ISSUER: 'i', EXTERNAL_AUDIENCE: 'a', ...keys };
  t.same(readConfig(trusted).EXTERNAL_AUDIENCE, ['a']);
  for (const half of [
    keys,
    { EXTERNAL_AUDIENCE: 'a' },
    { ...trusted, EXTERNAL_AUDIENCE: '' },
    { ...trusted, EXTERNAL_JWKS_URL: '' },
    { ...trusted, EXTERNAL_JWKS_FILE: 'f' },
  ])
    t.match(
      findProblems(half),
      /EXTERNAL_\w+: is one of three settings that must be set together/,
      JSON.stringify(half),
    );
  t.match(
    findProblems({ ...trusted, EXTERNAL_JWKS_URL: 'http://issuer.example/keys' }),
    /must be an https:\/\/ URL/,
  );
  t.match(
    findProblems({ ...trusted, EXTERNAL_ALGORITHMS: 'HS256' }),
    /EXTERNAL_ALGORITHMS: must be one or more of RS256/,
  );
  for (const durations of ['ONE_DAY,TWO_DAYS', ','])
    t.match(
      findProblems({ ACCESS_TOKEN_DURATIONS: durations }),
      /ACCESS_TOKEN_DURATIONS: must be one or more of ONE_HOUR, /,
    );
  t.match(
    findProblems({ ACCESS_TOKEN_DURATIONS: 'NO_EXPIRY' }),
    /ACCESS_TOKEN_DURATIONS: allows no token.*ACCESS_TOKEN_ALLOW_NO_EXPIRY/,
  );
  t.match(
    findProblems({ DATABASE_REPLICA_URL: 'postgresql://a:b@db/catalog' }),
    /DATABASE_REPLICA_URL: .*DATABASE_URL/,
  );
  for (const url of ['postgresql://a:b@db/catalog', 'postgres://db/catalog?schema=x']) {
    t.equal(readConfig({ DATABASE_URL: url }).DATABASE_URL, url);
  }
  const tls = { PGSSLMODE: 'verify-ca', PGSSLROOTCERT: '/ca' };
  const urls = { DATABASE_URL: 'postgresql://a/b', DATABASE_REPLICA_URL: 'postgresql://c/d?sslmode=disable' };
  t.match(
    readConfig({ ...tls, ...urls }),
    {
      DATABASE_URL: 'postgresql://a/b?sslmode=verify-ca&sslrootcert=%2Fca',
      DATABASE_REPLICA_URL: 'postgresql://c/d?sslmode=disable&sslrootcert=%2Fca',
    },
    'variables of PostgreSQL clients are defaults of the URLs',
  );
  t.equal(readConfig(tls).DATABASE_URL, undefined);
});

t.test('an invalid environment', async (t) => {
  const all = findProblems({ PORT: '80a', LOG_LEVEL: 'loud', PAGE_SIZE_MAX: '0', REQUEST_TIMEOUT_MS: '1.5' });
  for (const name of ['PORT', 'LOG_LEVEL', 'PAGE_SIZE_MAX', 'REQUEST_TIMEOUT_MS']) {
    t.match(
      all,
      new RegExp(`^  ${name}: .*\\(is "`, 'm'),
      `names ${name} and its value among all the problems`,
    );
  }
  t.equal(all.split('\n').length, 5, 'one line each under a heading');

  for (const port of ['-1', '65536', 'http', '8080.5'])
    t.match(findProblems({ PORT: port }), /^ {2}PORT: /m, port);
  for (const range of [
    '10.0.0.0/33',
    '::1/129',
    'gateway.local',
    '10.0.0',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    '/8',
  ]) {
    for (const name of ['TRUSTED_ACTOR_PROXIES', 'TRUSTED_PROXIES'])
      t.match(findProblems({ [name]: `127.0.0.1,${range}` }), `"${range}" is neither`, `${name} ${range}`);
  }
  t.match(findProblems({ ACCESS_TOKEN_ALLOW_NO_EXPIRY: 'maybe' }), /ACCESS_TOKEN_ALLOW_NO_EXPIRY/);
});

t.test('11.22: every problem says what is expected and what was given', async (t) => {
  const wrong = ['x', '-1', '1.5', '1e99', 'NaN', '\u0001', 'a/b:c'];
  for (const name of variables) {
    for (const value of wrong) {
      for (const line of findProblems({ [name]: value })
        .split('\n')
        .slice(1)) {
        t.notMatch(line, /expected|received|invalid|too (small|big)|undefined/i, line);
        t.match(line, /: (must be|is) |: "/, line);
        if (!/_(URL|PROXY)$/.test(name)) t.match(line, `(is ${JSON.stringify(value)})`);
      }
    }
  }
  const problem = (name: string, value: string) => findProblems({ [name]: value }).split('\n')[1];
  t.equal(problem('PORT', '70000'), '  PORT: must be a whole number from 0 to 65535 (is "70000")');
  t.equal(
    problem('REQUEST_TIMEOUT_MS', 'soon'),
    '  REQUEST_TIMEOUT_MS: must be a whole number of milliseconds from 1 to 3600000 (is "soon")',
  );
  t.match(problem('BODY_LIMIT_BYTES', '1MB'), /a whole number of bytes from 1 to \d+ \(is "1MB"\)/);
  t.match(problem('LOG_LEVEL', 'loud'), /must be fatal, error, .* or silent \(is "loud"\)/);
  t.ok(problem('PORT', '1'.repeat(1_000))!.length < 200, 'a long value is shortened');
});

t.test('11.23: PUBLIC_URL is an http:// or https:// URL', async (t) => {
  t.equal(readConfig({}).PUBLIC_URL, undefined);
  t.equal(readConfig({ PUBLIC_URL: 'https://catalog.example' }).PUBLIC_URL, 'https://catalog.example');
  for (const wrong of ['catalog.example', 'ftp://catalog.example', 'https//u:hunter2@x']) {
    t.match(findProblems({ PUBLIC_URL: wrong }), /PUBLIC_URL: must be an http:\/\/ or https:\/\/ URL$/m);
  }
  for (const path of ['/console', '/api', '/api/gms/x', '/docs/x', '/openapi.json', '/health/'])
    t.match(
      findProblems({ PUBLIC_URL: `https://x.example${path}` }),
      /PUBLIC_URL: must have another path/,
      path,
    );
  for (const path of ['/a//b', '/%61', '/a b', '//', '/a;b'])
    t.match(
      findProblems({ PUBLIC_URL: `https://x.example${path}` }),
      /PUBLIC_URL: must have a path of/,
      path,
    );
  t.match(findProblems({ PUBLIC_URL: 'https://x.example/a?b' }), /PUBLIC_URL: must have no query/);
  for (const path of ['', '/', '/catalog', '/api/catalog/', '/consoles', '/a-b/c.d_e~1'])
    t.equal(readConfig({ PUBLIC_URL: `https://x.example${path}` }).PUBLIC_URL, `https://x.example${path}`);
});

t.test('11.23: a start waits for the database, or tries once', async (t) => {
  t.equal(readConfig({}).DATABASE_CONNECT_TIMEOUT_MS, 30_000);
  t.equal(readConfig({ DATABASE_CONNECT_TIMEOUT_MS: '0' }).DATABASE_CONNECT_TIMEOUT_MS, 0);
});

t.test('no message contains the password of a database URL', async (t) => {
  for (const url of ['mysql://root:hunter2@db/x', 'root:hunter2@db', 'postgresql//root:hunter2@db']) {
    const problems = findProblems({ DATABASE_URL: url, PORT: 'x' });
    t.match(problems, /DATABASE_URL: must be a postgresql:\/\/ URL/);
    t.notMatch(problems, /hunter2/, url);
  }
});
