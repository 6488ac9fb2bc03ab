import { once } from 'node:events';
import t, { type Test } from 'tap';
import { writeLogin } from '../../../src/cli/remote/login-file.js';
import { testCatalog } from '../../support/catalog.js';
import { type FakeCommands, fakeCommands } from '../../support/fake-commands.js';
import { serve } from '../../support/serve.js';

const stdin = '{"entityUrn":"urn:li:tag:a","aspectName":"tagProperties","aspect":{"json":{"name":"a"}}}';
const written = ['proposals: 1 written, 0 refused'];

interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}
const busy = (headers: Record<string, string> = {}): Reply => ({
  status: 503,
  headers,
  body: '{"message":"Busy."}',
});

/** A server in place of a catalog: gives the replies in order, then "written"; null closes the connection. */
async function standIn(t: Test, replies: (Reply | null)[], configuration = 200) {
  const requests: string[] = [];
  const tokens: (string | undefined)[] = [];
  const { url } = await serve(t, (request, response) => {
    request.resume().on('end', () => {
      requests.push(`${request.method} ${request.url}`);
      tokens.push(request.headers.authorization);
      const reply = request.url?.endsWith('/config') ? { status: configuration } : replies.shift();
      if (reply === null) response.destroy();
      else response.writeHead(reply?.status ?? 200, (reply as Reply)?.headers).end((reply as Reply)?.body);
    });
  });
  return { requests, tokens, url };
}

async function outcome(commands: FakeCommands, ...args: string[]) {
  return commands.run('ingest', '-', ...args).then(
    () => null,
    (error: Error) => `${error.name}: ${error.message}`,
  );
}

t.test('a request to a busy or unavailable service is retried', async (t) => {
  const date = { date: 'Fri, 01 Jan 2100 00:00:00 GMT', 'retry-after': 'Fri, 01 Jan 2100 00:00:07 GMT' };
  const replies = [
    busy(),
    { status: 429, headers: { 'retry-after': '5' } },
    busy(date),
    null,
    { status: 502 },
  ];
  const { url, requests } = await standIn(t, [...replies, busy({ 'retry-after': '99999' })]);
  const commands = fakeCommands({ remote: { url }, stdin });
  t.equal(await outcome(commands), null);
  t.same(commands.did, [
    'wait 1000 ms',
    'wait 5000 ms',
    'wait 7000 ms',
    'wait 8000 ms',
    'wait 16000 ms',
    'wait 120000 ms',
  ]);
  t.match(commands.infoLines[0], /: 503 Busy\.; trying again in 1 s$/);
  t.match(commands.infoLines[3], /: connection closed; trying again in 8 s$/);
  t.same(commands.printed, written);
  t.equal(requests.length, 8);
});

t.test('retries end', async (t) => {
  const { url, requests } = await standIn(t, Array(20).fill(busy()));
  const commands = fakeCommands({ remote: { url }, stdin });
  t.match(await outcome(commands), /^CommandFailed: .*503 Busy\., 7 times\.\nStopped: proposals: 0 written/);
  t.equal(requests.length, 8);
});

t.test('a URL without a server, or without a catalog, is an error', async (t) => {
  const { url } = await standIn(t, [], 404);
  const commands = fakeCommands({ stdin });
  const { server, url: nowhere } = await serve(t, () => {});
  await once(server.close(), 'close');
  t.match(
    await outcome(commands, '--server', nowhere),
    new RegExp(
      `^CommandFailed: No catalog responds at ${nowhere}: connection refused\\.\\nThe address is from --url\\.`,
    ),
  );
  t.match(
    await outcome(commands, '--server', url),
    /^CommandFailed: No catalog at .*: \/config returns 404 Not Found\.\nThe address is from --url\./,
  );
  t.same([commands.infoLines, commands.did], [[], []]);
});

t.test('a response that other proposals would get too ends the ingestion', async (t) => {
  for (const [status, expected] of [
    [301, / redirects to \/elsewhere: use the address of the service itself\./],
    [501, /^CommandFailed: .* returns 501/],
  ] as const) {
    const { url, requests } = await standIn(t, [{ status, headers: { location: '/elsewhere' } }]);
    t.match(await outcome(fakeCommands({ remote: { url }, stdin })), expected);
    t.equal(requests.length, 2);
  }
});

t.test('an error of the service is reported with the request’s id', async (t) => {
  const { url } = await standIn(t, [{ status: 500, headers: { 'x-request-id': 'abc' }, body: '<html>' }]);
  const commands = fakeCommands({ remote: { url }, stdin });
  t.equal(await outcome(commands), 'CommandFailed: proposals: 0 written, 1 refused');
  t.same(commands.infoLines, ['record 1 (line 1): 500 Internal Server Error (request abc)']);
});

t.test('a missing or invalid token is an error', async (t) => {
  const { app } = await testCatalog(t);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  t.match(
    await outcome(fakeCommands({ stdin }), '--server', url),
    /^CommandFailed: The catalog at .* requires an access token\. `catalog login` takes a token/,
  );
  const bad = fakeCommands({ remote: { url, token: 'mcs_secret' }, stdin });
  const result = await outcome(bad);
  t.match(result, /does not accept the access token of DATAHUB_GMS_TOKEN: it is unknown/);
  t.notMatch(`${result}${bad.infoLines}`, 'secret');
});

t.test('invalid options are errors', async (t) => {
  const commands = (token?: string) => fakeCommands({ stdin, ...(token && { remote: { token } }) });
  const failures: [string[], string, string?][] = [
    [['--server', 'ftp://a'], '"ftp://a" of --url is not an http:// or https:// address.'],
    [['--url', 'nowhere'], '"nowhere" of --url is not an http:// or https:// address.'],
    [
      ['--server', 'http://a:b@c'],
      'The address of --url contains a user name or a password; use a token instead.',
    ],
    [[], 'There is no access token in DATAHUB_GMS_TOKEN.', 'two words'],
  ];
  for (const [args, message, token] of failures) {
    t.equal(await outcome(commands(token), ...args), `CommandFailed: ${message}`);
  }
  t.match(
    await outcome(commands(), '--token-file', '/nowhere/token'),
    /^UnreadableFile: \/nowhere\/token cannot be read: there is no such file\./,
  );
  t.match(await outcome(commands(), '--server', 'http://a', '--url', 'http://b'), /^CommanderError/);
  const missing = commands().run('ingest', '/nowhere/file.json');
  await t.rejects(missing, {
    name: 'UnreadableFile',
    message: /^\/nowhere\/file.json cannot be read: there is no such file\./,
  });
  for (const size of ['0', '-1', '1.5', 'x', '10001']) {
    t.match(await outcome(commands(), '--batch-size', size), /^CommanderError/);
  }
});

t.test('the address and the token are those of the login, unless a variable says otherwise', async (t) => {
  const configFolder = t.testdir();
  const { url, tokens } = await standIn(t, []);
  await writeLogin(configFolder, { url, token: 'of-the-login' }, 'x');
  t.equal(await outcome(fakeCommands({ stdin, session: { configFolder } })), null);
  const other = await standIn(t, []);
  const env = { CATALOG_URL: other.url, CATALOG_TOKEN: 'own', DATAHUB_GMS_URL: url, DATAHUB_GMS_TOKEN: 'dh' };
  t.equal(await outcome(fakeCommands({ stdin, session: { configFolder, env } })), null);
  const { DATAHUB_GMS_TOKEN } = env;
  const elsewhere = fakeCommands({ stdin, session: { configFolder, env: { DATAHUB_GMS_TOKEN } } });
  t.equal(await outcome(elsewhere, '--url', other.url), null);
  t.strictSame(
    [tokens, other.tokens],
    [Array(2).fill('Bearer of-the-login'), [...Array(2).fill('Bearer own'), ...Array(2).fill(undefined)]],
    'a token of the login or of DataHub’s variables is sent to the address beside it only',
  );
});
