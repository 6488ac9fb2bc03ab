import type { Page } from 'playwright-core';
import t from 'tap';
import { inTab, startBrowser } from './support/browser.js';
import { sampleService } from './support/service.js';

const browser = await startBrowser(t);
const service = await sampleService(t);
const refused = /status of 40[01]/;

/** What the browser keeps of the site, apart from the page itself. */
const keptIn = async (page: Page): Promise<unknown> => ({
  cookies: (await page.context().cookies()).length,
  ...(await page.evaluate<object>(`indexedDB.databases().then((databases) => ({
    local: { ...localStorage }, session: { ...sessionStorage }, databases: databases.length,
    address: location.search + location.hash }))`)),
});

/** What CodeMirror adds to its element. */
interface Editor {
  readonly CodeMirror: { setValue(text: string): void };
}

const setText = (page: Page, editor: string, text: string) =>
  page
    .locator(`${editor} .CodeMirror`)
    .first()
    .evaluate((element, text) => (element as unknown as Editor).CodeMirror.setValue(text), text);

/** Waits until the editor has kept what was typed, which it does after a moment. */
async function isKept(page: Page, text: string): Promise<void> {
  const found = `JSON.stringify([...kept, ...Object.entries(localStorage)]).includes(${JSON.stringify(text)})`;
  while (!(await page.evaluate<boolean>(found))) await page.evaluate('new Promise(requestAnimationFrame)');
}

async function useToken(page: Page) {
  await page.getByLabel('Access token').fill(service.adminToken);
  await page.getByRole('button', { name: 'Use it' }).click();
  await page.locator('.graphiql-query-editor .CodeMirror').waitFor();
}

t.test('GraphiQL leaves nothing of what is typed or answered in the browser', async (t) => {
  await inTab(t, browser, { expected: refused }, async (page) => {
    await page.goto(`${service.url}/about`);
    await page.evaluate(`localStorage.setItem('graphiql:variables', 'of an earlier version')`);
    await page.evaluate(`localStorage.setItem('catalog-theme', 'dark')`);
    await page.goto(`${service.url}/graphiql`);
    await useToken(page);
    await setText(
      page,
      '.graphiql-query-editor',
      'query q($urn: String!) { typed: entityExists(urn: $urn) }',
    );
    await setText(page, '.graphiql-editor-tool', '{"urn": "urn:li:tag:typed"}');
    await page.getByRole('button', { name: /Execute query/ }).click();
    await page.locator('.result-window', { hasText: '"typed": false' }).waitFor();
    await isKept(page, 'urn:li:tag:typed');
    await page.goto(`${service.url}/about`);
    t.strictSame(await keptIn(page), {
      ...{ cookies: 0, session: {}, databases: 0, address: '' },
      local: { 'catalog-theme': 'dark' },
    });
    await page.goto(`${service.url}/graphiql`);
    await useToken(page);
    t.notMatch(await page.locator('body').innerText(), 'typed');
  });
});

t.test('another token leaves the editors as they are', async (t) => {
  await inTab(t, browser, { expected: refused }, async (page) => {
    await page.goto(`${service.url}/graphiql`);
    await setText(page, '.graphiql-query-editor', '{ typed: __typename }');
    await isKept(page, 'typed');
    await useToken(page);
    await page.locator('.graphiql-query-editor', { hasText: 'typed' }).waitFor();
  });
});
