import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { newTokenText } from '../../src/access-tokens/token-format.js';

const main = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const { text: token } = newTokenText(new Uint8Array(12).fill(3), new Uint8Array(20).fill(5));
const secret = token.slice(4);
const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJ4In0.c2ln-_x';

/** Runs the command line where nothing answers. */
function run(...args: string[]) {
  const env = { PATH: process.env.PATH, XDG_CONFIG_HOME: t.testdirName, CATALOG_URL: 'http://127.0.0.1:1' };
  return spawnSync(process.execPath, [main, ...args], { encoding: 'utf8', env, cwd: '/' });
}

t.test('a token that is typed as an argument is not shown', async (t) => {
  const encoded = token.replace(/./g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  for (const args of [
    [token],
    ['user', token],
    ['user', 'show', 'a', token],
    ['token', 'create', '--duration', token],
    [`--${token}`],
    ['user', 'list', `--${token}=1`],
    ['user', 'list', '--limit', token],
    ['user', 'list', '--url', token],
    ['user', 'list', '--url', `http://${token}@127.0.0.1:1`],
    ['user', 'list', '--token-file', token],
    ['ingest', token],
    ['restore', token],
    ['serve', token],
    ['serve', '--port', token],
    ['help', token],
    [encoded],
    [jwt],
    ['policy', 'apply', jwt],
  ]) {
    const { status, stdout, stderr } = run(...args);
    const all = stdout + stderr;
    const what = args.join(' ').replaceAll(token, '<token>');
    t.ok(status !== 0 && all.length > 0, what);
    t.notOk(all.includes(secret.slice(0, 8)) || all.includes('c2ln') || all.includes('%6d%63'), what);
  }
});
