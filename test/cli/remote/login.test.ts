import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import t from 'tap';
import { commandLine } from '../../support/command-line.js';
import { serve } from '../../support/serve.js';

const { fails, run, url, admin, user, folder } = await commandLine(t);

t.test('login, status, whoami, token list and logout', async (t) => {
  const file = `${folder}/catalog/login.json`;
  const reader = await user('reader');

  const nobody = await run(['whoami', '--url', url], { env: {} });
  t.match(nobody, { exitCode: 1, stdout: '', stderr: /requires an access token\. `catalog login` takes/ });
  const malformed = await run(['login', '--url', url], { env: {}, stdin: 'two words' });
  t.match(malformed, { exitCode: 2, stderr: /^There is no access token in the input\.\n$/ });
  const pasted = { env: {}, stdin: `Authorization: Bearer ${admin.token}\n` };
  const copied = await run(['login', '--url', `${url}/console/tag?urn=x`, '--json'], pasted);
  t.match(JSON.parse(copied.stdout), { url, urn: 'urn:li:corpuser:admin' });
  rmSync(file);
  const wrong = await run(['login', '--url', url], { env: {}, stdin: `${admin.token.slice(0, -1)}!` });
  t.match(wrong, { exitCode: 1, stderr: /does not accept the access token of the input: it is unknown/ });
  t.notOk(existsSync(file), 'what the service refuses is not kept');

  const asked: unknown[] = [];
  const ask = async (question: string, options?: object) => {
    asked.push([question, options]);
    return `${admin.token}\n`;
  };
  const login = await run(['login', '--url', `${url}/`], { env: {}, session: { ask, isTerminal: true } });
  t.match(login, {
    exitCode: 0,
    stdout: /^Logged in at http:\S+ as urn:li:corpuser:admin, until \d{4}-.*Z\. /,
  });
  t.same(asked, [[`Access token for ${url}: `, { silent: true }]], 'the answer is not shown');
  t.notMatch(login.stdout + login.stderr, admin.token);
  t.equal(statSync(file).mode & 0o777, 0o600);
  t.equal(statSync(`${folder}/catalog`).mode & 0o777, 0o700);
  t.same(readdirSync(`${folder}/catalog`), ['login.json'], 'no draft is left');
  t.same(JSON.parse(readFileSync(file, 'utf8')), { url, token: admin.token });

  const status = await run(['status'], { env: {} });
  t.equal(status.exitCode, 0, status.stderr);
  t.match(
    status.stdout,
    /^address\t\S+ \(from `catalog login`\)\nversion\t\d+\.\d+\.\d+.*\nhealth\tok\ndatabase\tanswers\n/,
  );
  t.match(JSON.parse((await run(['status', '--json'], { env: {} })).stdout), {
    url,
    health: 'ok',
    user: 'urn:li:corpuser:admin',
    tokenFrom: '`catalog login`',
  });

  const me = JSON.parse((await run(['whoami', '--json'], { env: {} })).stdout);
  t.match(me, { urn: 'urn:li:corpuser:admin', groups: [], token: { name: 'token of admin', scopes: null } });
  t.ok(me.platformPrivileges.includes('MANAGE_POLICIES'));
  const env = { CATALOG_URL: url, CATALOG_TOKEN: reader.token };
  const other = await run(['whoami'], { env });
  t.match(other.stdout, /^user\turn:li:corpuser:reader\n[\s\S]*token\tnot a token of this catalog, or/);

  const list = await run(['token', 'list', '--all'], { env: {} });
  t.equal(list.stdout.split('\n').length, 3, 'two lines');
  t.match(list.stdout, /^\w{17}\ttoken of reader\turn:li:corpuser:reader\t\S+Z\t\S+Z?\t\n/);
  const table = await run(['token', 'list'], { env: {}, session: { isTerminal: true } });
  t.match(table.stdout, /^id +name +user +ends +last used +scopes\n\w{17} +token of admin +urn/);
  t.notMatch(table.stdout, '\u001b', 'no colours unless the session has them');
  const bold = await run(['token', 'list'], { env: {}, session: { isTerminal: true, hasColours: true } });
  t.match(bold.stdout, '\u001b[1mid');
  t.equal((await run(['user', 'create', 'tokenless'], { env: {} })).exitCode, 0);
  const none = await run(['token', 'list', '--for', 'tokenless'], {
    env: {},
    session: { isTerminal: true },
  });
  t.equal(none.stdout, 'There are none.\n');
  const more = await run(['token', 'list', '--all', '--limit', '1'], { env: {} });
  t.equal(more.stderr, '1 of 2 are shown; --limit shows more\n');
  const refused = await run(['token', 'list', '--all'], { env });
  t.match(refused, {
    exitCode: 1,
    stdout: '',
    stderr: /need the privilege MANAGE_ACCESS_TOKENS \(Manage All Access Tokens\)[\s\S]*catalog policy grant/,
  });

  chmodSync(file, 0o644);
  await fails(t, ['whoami'], 1, /is open to other accounts: run chmod 600 on it/, { env: {} });
  chmodSync(file, 0o600);
  writeFileSync(file, '{"url":');
  await fails(t, ['whoami'], 1, /login\.json is damaged: catalog logout removes it\.\n$/, { env: {} });
  t.equal((await run(['logout'])).exitCode, 0);
  t.notOk(existsSync(file));
  t.equal((await run(['logout'])).stderr, 'there was no login\n');
});

t.test('files of tokens and of the login as Windows writes them, and folders', async (t) => {
  const files = t.testdir({ folder: {} });
  const utf16 = (text: string) => Buffer.from(`\uFEFF${text}\r\n`, 'utf16le');
  const tokenFile = `${files}/token`;
  writeFileSync(tokenFile, utf16(admin.token));
  const args = ['whoami', '--url', url, `--token-file=${tokenFile}`];
  t.match(await run(args, { env: {} }), { exitCode: 0, stderr: '' });
  const folderGiven = await run(['whoami', '--token-file', `${files}/folder`], { env: {} });
  t.match(folderGiven, { exitCode: 1, stderr: /^\S+folder cannot be read: it is a folder/ });
  const withoutMark = Buffer.from(admin.token, 'utf16le');
  writeFileSync(tokenFile, withoutMark);
  t.match(await run(args, { env: {} }), { exitCode: 1, stderr: /^\S+token is not UTF-8 text\. Save it/ });

  const session = { configFolder: files };
  writeFileSync(`${files}/login.json`, utf16(JSON.stringify({ url, token: admin.token })), { mode: 0o600 });
  t.match(await run(['whoami'], { env: {}, session }), { exitCode: 0 });
  writeFileSync(`${files}/login.json`, withoutMark);
  const refused = await run(['whoami'], { env: {}, session });
  t.match(refused, { exitCode: 1, stderr: /login\.json is not UTF-8 text\. Save it/ });
  t.notMatch(refused.stderr, admin.token);
  rmSync(`${files}/login.json`);
  mkdirSync(`${files}/login.json`);
  t.match(await run(['whoami'], { env: {}, session }), {
    exitCode: 1,
    stderr: /login\.json cannot be read: it is a folder, and a file is needed\.\n$/,
  });
});

t.test('login warns of http:// before it sends the token', async (t) => {
  const far = await run(['login', '--url', 'http://127.catalog.invalid'], { env: {}, stdin: admin.token });
  t.match(far, {
    exitCode: 3,
    stderr: /^warning: http:\/\/ sends the token unencrypted.*\nNo catalog responds/,
  });
  for (const near of ['http://127.0.0.2:1', 'http://[::1]:1', 'http://localhost:1'])
    t.match(await run(['login', '--url', near], { env: {}, stdin: admin.token }), {
      stderr: /^No catalog responds/,
    });
});

t.test('a token is sent to no address but its own', async (t) => {
  const seen: (string | undefined)[] = [];
  const { url: elsewhere } = await serve(t, (request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"message": "no"}');
  });

  t.equal((await run(['login', '--url', url], { env: {}, stdin: admin.token })).exitCode, 0);
  const strayed = await run(['whoami', '--url', elsewhere], { env: {} });
  t.match(strayed, { exitCode: 1, stderr: /the token of `catalog login` is for http:\S+ only/ });
  const dataHubs = { DATAHUB_GMS_URL: url, DATAHUB_GMS_TOKEN: admin.token };
  const also = await run(['whoami'], { env: { ...dataHubs, CATALOG_URL: elsewhere } });
  t.match(also, { exitCode: 1, stderr: /DATAHUB_GMS_TOKEN is for http:\S+ only/ });
  t.same(seen, [undefined, undefined]);

  for (const suffix of ['', '/gms', '/api/gms/'])
    t.equal((await run(['whoami'], { env: { ...dataHubs, DATAHUB_GMS_URL: url + suffix } })).exitCode, 0);
});

t.test('an address where no catalog answers', async (t) => {
  const answers = [
    () => ({ status: 302, headers: { location: 'https://sso.example/' }, body: '' }),
    () => ({ status: 200, headers: {}, body: '<html>' }),
  ];
  const { server: odd, url: address } = await serve(t, (_, response) => {
    const { status, headers, body } = answers.shift()!();
    response.writeHead(status, headers as Record<string, string>).end(body);
  });
  const env = { CATALOG_URL: address, CATALOG_TOKEN: admin.token };
  await fails(t, ['whoami'], 3, /redirects to https:\/\/sso\.example\/: use/, { env });
  t.match(await run(['whoami'], { env }), { exitCode: 3, stderr: /returns 200 without JSON/ });
  odd.close();
  await once(odd, 'close');
  t.match(await run(['whoami'], { env }), {
    exitCode: 3,
    stderr:
      /^No catalog responds at http:\S+: connection refused\.\nThe address is from CATALOG_URL\. Check it/,
  });
  await fails(t, ['show', '-orders', '--url', url], 2, /unknown option '-orders'\n\(-- before an argument/);
  for (const bad of ['ftp://x', 'x', 'http://a:b@c'])
    await fails(t, ['whoami', '--url', bad], 2, / of --url (is not an http|contains a user)/);
});
