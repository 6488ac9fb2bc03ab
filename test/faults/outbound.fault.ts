// docs/webhooks.md, "Through a proxy", and docs/cli.md, "Log in": the proxies of the service and of the command line.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request as forward } from 'node:http';
import { text } from 'node:stream/consumers';
import t, { type Test } from 'tap';
import { serveSecurely, startProxy } from '../support/proxy.js';
import { guarantee } from './guarantee.js';
import { main, service, temporaryFolder } from './support/service.js';

const [hook, catalog] = ['hooks.example.org', 'catalog.example.org'];
const password = 'hunter2';

/** Runs a command in a process of its own, until it ends. */
async function run(t: Test, args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [main, ...args], {
    cwd: temporaryFolder(t),
    env: { PATH: process.env.PATH, HOME: temporaryFolder(t), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [exitCode] = await once(child, 'close');
  const [stdout, stderr] = await output;
  return { exitCode, stdout, stderr };
}

t.test('webhooks of the service, and the command line, go through their proxies', async (t) => {
  const hooks: (string | undefined)[] = [];
  let behind = '';
  const { port, certificate } = await serveSecurely(t, [hook, catalog], (request, response) => {
    if (request.headers.host === hook) {
      hooks.push(request.url);
      return response.writeHead(204).end();
    }
    const { method, url, headers } = request;
    const sent = forward(`${behind}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    return request.pipe(sent);
  });
  const [ofService, ofCommands] = [await startProxy(t, port), await startProxy(t, port)];
  const withPassword = (url: string) => url.replace('//', `//user:${password}@`);
  const running = await service(t, {
    ...{ OUTBOUND_PROXY: withPassword(ofService.url), NODE_EXTRA_CA_CERTS: certificate },
    ...{ HTTPS_PROXY: 'http://127.0.0.1:1', LOG_LEVEL: 'debug' },
  });
  await running.start();
  behind = running.url;

  const env = {
    ...{ HTTPS_PROXY: withPassword(ofCommands.url), NODE_EXTRA_CA_CERTS: certificate },
    ...{ CATALOG_URL: `https://${catalog}`, CATALOG_TOKEN: running.token()! },
  };
  const status = await run(t, ['status'], env);
  t.match(status, { exitCode: 0, stdout: /^user\turn:li:corpuser:admin/m, stderr: '' });
  const created = await run(t, ['webhook', 'create', 'a', `https://${hook}/in`, '--json'], env);
  t.equal(created.exitCode, 0, created.stderr);
  const tested = await run(t, ['webhook', 'test', JSON.parse(created.stdout).id], env);
  t.match(tested, { exitCode: 0, stdout: /^msg_/ });
  t.strictSame(hooks, ['/in']);
  t.match(ofService.connects, [{ to: `${hook}:443`, authorization: /^Basic / }]);
  t.ok(ofCommands.connects.length >= 3 && ofCommands.connects.every(({ to }) => to === `${catalog}:443`));
  const before = ofCommands.connects.length;
  for (const direct of [{ CATALOG_URL: running.url }, { NO_PROXY: '.example.org' }])
    await run(t, ['status'], { ...env, ...direct });
  t.equal(ofCommands.connects.length, before, 'http and what NO_PROXY names are reached directly');
  t.strictSame([...ofService.plain, ...ofCommands.plain], [], 'a proxy sees no request');

  const strict = await startProxy(t, port, 407);
  const refused = await run(t, ['status'], { ...env, HTTPS_PROXY: withPassword(strict.url) });
  t.match(refused, {
    exitCode: 3,
    stderr: `No catalog responds at https://${catalog} through the proxy of HTTPS_PROXY: the proxy answered with status 407.`,
  });
  const headers = { authorization: `Bearer ${running.token()}` };
  const metrics = await (await fetch(`${running.url}/metrics`, { headers })).text();
  t.equal(await running.stop(), 0);
  const texts = [running.log(), metrics, refused.stderr, refused.stdout, status.stdout];
  const encoded = Buffer.from(`user:${password}`).toString('base64');
  for (const secret of [password, encoded]) t.notOk(texts.some((one) => one.includes(secret)));
  guarantee(t, 'a proxy sees no request and no token, and nothing shows its password', {
    connections: ofService.connects.length + ofCommands.connects.length,
  });
});
