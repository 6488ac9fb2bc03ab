import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import t from 'tap';
import { consolePage, consoleScript } from '../../support/console-files.js';
import { openApp, plainError } from '../../support/open-app.js';

const html = { accept: 'text/html,*/*;q=0.8' };
const script = '/console/assets/a-1b2c3d4e.js';
const { app } = await openApp(t);

t.test('the page is at /console/ and at every deep link', async (t) => {
  t.match(await app.inject('/console'), { statusCode: 308, headers: { location: '/console/' } });
  for (const path of [
    '',
    'tokens',
    'tokens/',
    'tags/urn:li:tag:a.b',
    'datasets/urn%3Ali%3Adataset%3A(x,a.js,PROD)',
  ]) {
    const { statusCode, headers, body } = await app.inject({ url: `/console/${path}`, headers: html });
    t.strictSame([statusCode, body], [200, consolePage], path);
    t.match(headers, {
      'content-type': /^text\/html/,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    t.equal(
      headers['content-security-policy'],
      "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;connect-src 'self';" +
        "form-action 'self';base-uri 'none';frame-ancestors 'none';require-trusted-types-for 'script';trusted-types 'none'",
    );
  }
  const { headers } = await app.inject('/console/');
  const [etag, modified] = [headers.etag, headers['last-modified']];
  t.strictSame([etag, modified], [undefined, undefined], 'no size or time stands for its content');
});

t.test('files are sent as they were compressed, and kept by browsers', async (t) => {
  for (const [encoding, decode] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    [undefined, (bytes: Buffer) => bytes],
  ] as const) {
    const { statusCode, headers, rawPayload } = await app.inject({
      url: script,
      headers: { 'accept-encoding': encoding === 'br' ? 'gzip, br' : (encoding ?? 'identity') },
    });
    t.equal(statusCode, 200);
    t.equal(decode(rawPayload).toString(), consoleScript);
    t.match(headers, {
      'content-type': /javascript/,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: /accept-encoding/i,
    });
    t.equal(headers['content-encoding'], encoding);
  }
  t.match(await app.inject('/console/icon.svg'), {
    statusCode: 200,
    headers: { 'cache-control': 'no-cache', 'content-type': /svg/ },
  });
  t.equal((await app.inject({ method: 'HEAD', url: script })).statusCode, 200);
});

t.test('nothing else can be read', async (t) => {
  for (const path of [
    'none.js',
    'assets/none.js',
    'assets/',
    'assets/../../index.html',
    'assets/%2e%2e/index.html',
    '.env',
  ]) {
    const { statusCode, headers, body } = await app.inject(`/console/${path}`);
    if (statusCode === 200) t.equal(body, consolePage, path);
    // A path that leads out of the console needs credentials.
    else
      t.match(
        [statusCode, headers['cache-control']],
        [path.includes('../../') ? 401 : 404, 'no-store'],
        path,
      );
  }
  t.match(
    (await app.inject('/console/none.js')).json(),
    plainError(404, 'There is nothing at /console/none.js.'),
  );
  t.match(await app.inject({ method: 'POST', url: '/console/tokens' }), { statusCode: 405 });
});

t.test('CONSOLE=false, and a build without the files, leave it out', async (t) => {
  const off = await openApp(t, { env: { CONSOLE: 'false' } });
  for (const url of ['/console', '/console/', '/console/tokens', script])
    t.equal((await off.app.inject(url)).statusCode, 404, url);
  t.match(await off.app.inject({ url: '/', headers: html }), {
    statusCode: 200,
    body: /<h1>Metadata catalog/,
  });
  const { links } = (await off.app.inject('/')).json();
  t.notOk(links.console);
  t.notMatch((await off.app.inject({ url: '/about', headers: html })).body, '/console/');

  const empty = pathToFileURL(`${t.testdir()}/`);
  const built = await openApp(t, { consoleFiles: empty });
  t.equal((await built.app.inject('/console/')).statusCode, 404);
  t.equal((await built.app.inject({ url: '/', headers: html })).statusCode, 200);
  const warnings = built.lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
  t.match(warnings, [{ msg: 'the console is off: this build does not contain its files' }]);
});
