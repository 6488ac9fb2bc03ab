import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { readConfig } from '../../src/config.js';
import { fromHome } from '../../src/files/home.js';

const here = process.cwd();
const folder = mkdtempSync(join(tmpdir(), 'catalog-home-'));
process.chdir(folder);
t.teardown(() => {
  process.chdir(here);
  rmSync(folder, { recursive: true });
});

t.test('~ is the home folder at the beginning of a path only', async (t) => {
  t.equal(fromHome('~'), homedir());
  t.equal(fromHome('~/data'), join(homedir(), 'data'));
  for (const path of ['', '-', 'data', './~/data', '/~/data', 'a~', 'a/~/b', '~$draft', '~x'])
    t.equal(fromHome(path), path);
  t.throws(() => fromHome('~jane/data'), {
    name: 'BadPath',
    message: '~jane is not understood: only ~ is. Write the whole path',
  });
});

t.test('settings of files and folders expand it', async (t) => {
  const { DATA_DIR, BOOTSTRAP_TOKEN_FILE, EXTERNAL_JWKS_FILE } = readConfig({
    ...{ DATA_DIR: '~/data', BOOTSTRAP_TOKEN_FILE: '~/token', EXTERNAL_JWKS_FILE: '~/keys' },
    ...{ EXTERNAL_ISSUER: 'i', EXTERNAL_AUDIENCE: 'a' },
  });
  t.same(
    [DATA_DIR, BOOTSTRAP_TOKEN_FILE, EXTERNAL_JWKS_FILE],
    ['data', 'token', 'keys'].map((name) => join(homedir(), name)),
  );
  t.throws(() => readConfig({ DATA_DIR: '~jane/x' }), {
    name: 'ConfigError',
    message: /\n {2}DATA_DIR: ~jane is not understood: .* \(is "~jane\/x"\)$/,
  });
});

t.test('a folder named ~, which an earlier version has made, is not left behind in silence', async (t) => {
  mkdirSync('~/data', { recursive: true });
  t.throws(() => readConfig({ DATA_DIR: '~/data' }), {
    name: 'ConfigError',
    message: `DATA_DIR: ~ is the home folder, so this is ${join(homedir(), 'data')}, but the working directory has a folder named ~`,
  });
  t.equal(readConfig({ DATA_DIR: './~/data' }).DATA_DIR, './~/data');
  t.equal(fromHome('~/other'), join(homedir(), 'other'));
});
