import type { Page } from 'playwright-core';
import t from 'tap';
import { checkAccessible, fits, inTab, openAccount } from './support/browser.js';
import { openConsole, userToken } from './support/service.js';

const { browser, service, visit } = await openConsole(t);
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

t.test('GraphiQL uses the session of the console until that ends', async (t) => {
  const run = async (page: Page, result: string) => {
    await page.getByRole('button', { name: /Execute query/ }).click();
    await page.locator('.result-window', { hasText: result }).waitFor();
  };
  await visit(t, '/console/', { expected: refused }, async (page) => {
    await page.goto(`${service.url}/graphiql`);
    await page.getByText('You are signed in to the console as urn:li:corpuser:admin.').waitFor();
    await run(page, '"urn:li:corpuser:admin"');
    // A token is used instead of the session.
    await page.getByLabel('Access token').fill(await userToken(service, 'instead'));
    await page.getByRole('button', { name: 'Use it' }).click();
    await run(page, '"urn:li:corpuser:instead"');

    await page.goto(`${service.url}/console/`);
    await openAccount(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    // As after a session that has ended by itself.
    await page.evaluate(`localStorage.setItem('catalog-session', 'yes')`);
    await page.goto(`${service.url}/graphiql`);
    await page.locator('.graphiql-query-editor', { hasText: 'Give an access token above' }).waitFor();
  });
});

t.test('the API reference has readable colours, and examples', async (t) => {
  await inTab(t, browser, {}, async (page) => {
    await page.goto(`${service.url}/docs`);
    const operations = page.locator('.opblock-summary-control');
    await operations.first().waitFor();
    for (const method of ['get', 'post', 'patch', 'delete'])
      await page.locator(`.opblock-${method}`).first().waitFor();
    await page
      .locator('.opblock-post', { hasText: '/openapi/v1/events/audit/search' })
      .locator(operations)
      .click();
    await page.getByText('DeleteEntityEvent').first().waitFor();
    await checkAccessible(t, page, 'the reference', 'color-contrast');
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

for (const theme of ['light', 'dark'] as const)
  for (const width of [1_280, 390])
    t.test(`the pages beside the console are accessible, ${theme}, ${width} wide`, async (t) => {
      await inTab(t, browser, { theme, width }, async (page) => {
        await page.goto(`${service.url}/about`);
        await page.getByRole('heading', { name: 'Metadata catalog' }).waitFor();
        await checkAccessible(t, page, 'about');
        t.ok(await fits(page), 'its width');
        await page.getByRole('link', { name: 'API', exact: true }).click();
        await page.locator('.opblock-summary-control').first().waitFor();
        await page.getByRole('link', { name: 'About', exact: true }).waitFor();
        await page.goto(`${service.url}/graphiql`);
        await page.getByLabel('Access token').waitFor();
        t.ok(await fits(page), 'the width of GraphiQL');
      });
    });
