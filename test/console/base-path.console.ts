import { request } from 'node:http';
import t from 'tap';
import { serve } from '../support/serve.js';
import { inTab, openAccount, section, settled, signIn, startBrowser } from './support/browser.js';
import { sampleService } from './support/service.js';

const browser = await startBrowser(t);
const service = await sampleService(t, { PUBLIC_URL: 'http://127.0.0.1:1/data/catalog' });
const base = '/data/catalog';

/** Starts a proxy that serves the catalog below a path, beside another page. */
async function startProxy(isPathRemoved: boolean): Promise<string> {
  const { url } = await serve(t, (incoming, outgoing) => {
    const { url = '', method, headers } = incoming;
    if (!url.startsWith(`${base}/`)) return outgoing.writeHead(404).end('another service');
    const { hostname, port } = new URL(service.url);
    const path = isPathRemoved ? url.slice(base.length) : url;
    const forwarded = request({ hostname, port, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  return url + base;
}

for (const isPathRemoved of [false, true])
  t.test(
    `the console works behind a proxy that ${isPathRemoved ? 'removes' : 'forwards'} a path`,
    async (t) => {
      const url = await startProxy(isPathRemoved);
      await inTab(t, browser, {}, async (page) => {
        const outside: string[] = [];
        page.on('request', (one) => {
          if (!one.url().startsWith(`${url}/`)) outside.push(one.url());
        });
        await signIn(page, url, service.adminToken);
        await section(page, 'Tags').click();
        await settled(page);
        t.equal(page.url(), `${url}/console/tags`);
        await page.reload();
        await settled(page);
        t.match(await page.locator('main h1').textContent(), 'Tags');
        await openAccount(page);
        await page.getByRole('link', { name: 'About this service' }).last().click();
        await page.waitForURL(`${url}/about`);
        await page.getByRole('link', { name: 'API', exact: true }).click();
        await page.waitForURL(`${url}/docs`);
        for (const path of ['docs', 'graphiql'])
          await page.goto(`${url}/${path}`, { waitUntil: 'networkidle' });
        t.strictSame(outside, [], 'no request leaves the path');
        const [cookie] = await page.context().cookies();
        t.equal(cookie?.path, base);
      });
    },
  );
