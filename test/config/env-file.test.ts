import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { ConfigError, loadEnvFile } from '../../src/config.js';

const main = fileURLToPath(new URL('../../src/main.js', import.meta.url));

/** Returns the settings of a file with this content, or the problems. */
function load(t: Test, content: string | Uint8Array) {
  const file = join(t.testdir(), '.env');
  writeFileSync(file, content);
  try {
    return Object.fromEntries(loadEnvFile(file).settings);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

t.test('.env sets what the service reads, nothing of the process or of commands over HTTP', async (t) => {
  const settings = ['DATABASE_URL=x', 'OTEL_SERVICE_NAME=y', 'PGPASSWORD=z', 'PORT=1'];
  const others = [
    'NODE_TLS_REJECT_UNAUTHORIZED=0',
    'NODE_EXTRA_CA_CERTS=x',
    'CATALOG_URL=x',
    'CATALOG_TOKEN=x',
  ];
  const more = ['DATAHUB_GMS_URL=x', 'HTTPS_PROXY=x', 'PATH=x', 'XDG_CONFIG_HOME=x', 'constructor=x'];
  t.same(
    Object.entries(load(t, [...others, ...settings, ...more].join('\n')))
      .map((pair) => pair.join('='))
      .sort(),
    settings,
  );
  t.same(loadEnvFile(join(t.testdir(), 'none')), { settings: [], all: {} });
});

t.test('a byte order mark, UTF-16 with one, and all line ends are read', async (t) => {
  const text = '# Größe\r\nDATABASE_URL="postgresql://u:a#b@h/x"\r\nexport PORT=1 # why\r\n';
  const expected = { DATABASE_URL: 'postgresql://u:a#b@h/x', PORT: '1' };
  t.same(load(t, text), expected);
  t.same(load(t, `\uFEFF${text}`), expected);
  t.same(load(t, Buffer.from(`\uFEFF${text}`, 'utf16le')), expected);
  t.same(load(t, Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()), expected);
});

t.test('lines that the parser would ignore are refused, without their values', async (t) => {
  const url = 'postgresql://u:hunter2@h/x?schema=y';
  for (const line of [
    `DATABASE_URL: ${url}`,
    `DATABASE_URL ${url}`,
    `set DATABASE_URL=${url}`,
    `$env:DATABASE_URL="${url}"`,
    `\uFEFFDATABASE_URL=${url}`,
    `\u00a0DATABASE_URL=${url}`,
    `- DATABASE_URL=${url}`,
    `"DATABASE_URL"="${url}"`,
  ]) {
    const found = load(t, `PORT=1\n${line}\n`);
    t.match(found, ['.env, line 2: DATABASE_URL is not set by this line. Write DATABASE_URL=value'], line);
  }
  t.match(load(t, `PORT=1\rDATABASE_URL=${url}\r`), [/^\.env, line 2: DATABASE_URL is not set by this line/]);
  t.match(load(t, 'DATABASE_URL=postgresql://u:hunter#2@h/x'), [
    '.env, line 1: the value of DATABASE_URL ends before #. Put the value in quotes',
  ]);
  t.match(load(t, 'PGPASSWORD=hunter#2'), [/the value of PGPASSWORD ends before #/]);
  for (const fine of [
    `# DATABASE_URL: ${url}`,
    'DATABASE_URL=',
    'DATABASE_URL=x # y',
    'PORT=8080#x',
    "DATABASE_URL='a#b'",
    'A note about ports',
  ])
    t.notOk(Array.isArray(load(t, fine)), fine);
});

t.test('a .env that cannot be read starts no embedded database', async (t) => {
  const cases: [name: string, make: (file: string) => void, stderr: RegExp][] = [
    [
      'a folder',
      (file) => mkdirSync(file),
      /\.env cannot be read: it is a folder, and a file is needed\.\n$/,
    ],
    [
      'a dangling link',
      (file) => symlinkSync('nowhere', file),
      /it is a symbolic link to a file that does not exist/,
    ],
    [
      'UTF-16 without a mark',
      (file) => writeFileSync(file, Buffer.from('DATABASE_URL=postgresql://u:hunter2@h/x', 'utf16le')),
      /\.env is not UTF-8 text\. Save it as UTF-8/,
    ],
    [
      'too large',
      (file) => writeFileSync(file, ' '.repeat(1_000_001)),
      /\.env has more than 1000000 bytes\./,
    ],
  ];
  for (const [name, make, stderr] of cases) {
    const cwd = t.testdir({});
    make(join(cwd, '.env'));
    const env = { PATH: process.env.PATH, HOME: cwd, CATALOG_URL: 'http://127.0.0.1:1', CATALOG_TOKEN: 'x' };
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [main, ...args], { cwd, env, encoding: 'utf8' });
    const serve = run('serve', '--port', '0');
    t.match(serve, { status: 1, stdout: '', stderr }, name);
    t.match(serve.stderr, /^The settings are invalid:\n {2}\.env /);
    t.notMatch(serve.stderr, 'hunter2');
    t.notOk(existsSync(join(cwd, 'data')));
    if (name !== cases[0]![0]) continue;
    t.match(run('doctor'), { status: 1, stdout: /^error {4}settings {5}\.env / }, 'doctor lists it');
    t.match(
      run('whoami'),
      { status: 3, stderr: /^No catalog responds/ },
      'commands over HTTP do not read it',
    );
  }
});
