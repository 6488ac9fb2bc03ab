import t from 'tap';
import { parseDatabaseUrl, withParameters } from '../../src/core/database-url.js';
import { connectionConfig, parseSchema } from '../../src/db/postgresql/connection.js';

const parse = (url: string) => {
  const { parameters, ...address } = parseDatabaseUrl(url);
  const given = Object.entries(address).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), ...Object.fromEntries(parameters) };
};

t.test('the parts of a URL', async (t) => {
  const whole = { user: 'u', password: 'p', host: 'h', port: 5433, database: 'd' };
  for (const [url, expected] of [
    ['postgresql://u:p@h:5433/d', whole],
    [' postgres://u:p@h:5433/d\n', whole],
    [
      'postgresql://h/d?schema=s%20t&sslmode=require',
      { host: 'h', database: 'd', schema: 's t', sslmode: 'require' },
    ],
    ['postgresql://', {}],
    ['postgresql:///d', { database: 'd' }],
    ['postgresql://u@/d?host=/run/pg&port=6', { user: 'u', host: '/run/pg', database: 'd', port: 6 }],
    ['postgresql://u@%2Frun%2Fpg/d', { user: 'u', host: '/run/pg', database: 'd' }],
    ['postgresql://u:p@%2Frun%2Fpg:5433/d', { ...whole, host: '/run/pg' }],
    ['postgresql://u:p@[::1]:5433/d', { ...whole, host: '::1' }],
    ['postgresql:///?user=u&password=p&host=h&port=5433&dbname=d', whole],
  ] as const)
    t.match(parse(url), expected, url);
});

t.test('passwords with any characters, encoded, and raw where their end is certain', async (t) => {
  const password = 'a@b#c/d?e%f:g &=+é';
  const url = `postgresql://u:${encodeURIComponent(password)}@h/d`;
  t.match(parse(url), { user: 'u', password, host: 'h', database: 'd' });
  t.equal(connectionConfig(url).password, password);
  for (const raw of ['a@b', '@', 'a:b', '50%off', '100%', 'a b', '[x]', 'é', '\'"`$'])
    t.match(parse(`postgresql://u:${raw}@h/d`), { user: 'u', password: raw, host: 'h' }, raw);
});

t.test('a URL that cannot be understood is refused, and no part of it is shown', async (t) => {
  for (const [url, message] of [
    ['postgresql://u:SECRET#X@h/d', /^must not contain #\. .*%23 for #.*PGPASSWORD/],
    ['postgresql://u:1#SECRET@h/d', /^must not contain #/],
    ['postgresql://u:SECRET/X@h/d', /^must not contain @ after \/ or \?/],
    ['postgresql://u:1/SECRET@h/d', /^must not contain @ after/],
    ['postgresql://u:1?SECRET@h/d', /^must not contain @ after/],
    ['postgresql://u:SECRET@X/1@h/d', /^must not contain @ after/],
    ['postgresql://u:SECRET/d', /^must have a port that is a number/],
    ['postgresql://u:SECRET%FF@h/d', /^must have only % that encode UTF-8/],
    ['postgresql://u:SECRET@h:0/d', /^must have a port from 1/],
    ['postgresql://u:SECRET@h:99999/d', /^must have a port from 1/],
    ['postgresql://u:SECRET@h1,h2/d', /^must have one host/],
    ['postgresql://u:SECRET@h1:1,h2:2/d', /^must have one host/],
    ['postgresql://u:SECRET@[::1/d', /^must have a port/],
    ['postgresql+psycopg2://u:SECRET@h/d', /^must be a postgresql:\/\/ URL/],
    ['jdbc:postgresql://u:SECRET@h/d', /^must be a postgresql:\/\/ URL/],
    ['host=h password=SECRET', /^must be a postgresql:\/\/ URL/],
    ['"postgresql://u:SECRET@h/d"', /^must be a postgresql:\/\/ URL/],
  ] as const) {
    try {
      parseDatabaseUrl(url);
      t.fail(url);
    } catch (error) {
      t.match(error, { name: 'BadDatabaseUrl', message }, url);
      t.notMatch(String((error as Error).stack), 'SECRET');
    }
  }
});

t.test('parameters are added unless the URL has them', async (t) => {
  const defaults = { sslmode: 'require', sslrootcert: '/a b&c', sslcert: undefined };
  t.equal(withParameters('postgresql://h/d', {}), 'postgresql://h/d');
  const added = withParameters('postgresql://h/d', defaults);
  t.match(parse(added), { sslmode: 'require', sslrootcert: '/a b&c' });
  t.match(parse(withParameters('postgresql://h/d?sslmode=disable&schema=x', defaults)), {
    ...{ sslmode: 'disable', sslrootcert: '/a b&c', schema: 'x' },
  });
  t.equal(parseSchema('postgresql://h/d?schema=it%22s'), 'it"s');
});
