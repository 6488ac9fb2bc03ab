import t from 'tap';
import { checkAccessible, inTab, screenshot, settled, signIn, startBrowser } from './support/browser.js';
import { sampleService } from './support/service.js';

const browser = await startBrowser(t);
const service = await sampleService(t);

const dataset = 'urn:li:dataset:(urn:li:dataPlatform:hive,fct_users_created,PROD)';
const pages: readonly (readonly [name: string, path: string])[] = [
  ['find', ''],
  ['results', '?query=users'],
  ['entity', `entity?urn=${encodeURIComponent(dataset)}`],
  ['tags', 'tags'],
  ['tag', `tag?urn=${encodeURIComponent('urn:li:tag:Legacy')}`],
  ['tokens', 'tokens'],
  ['time-series', 'time-series'],
  ['users', 'users'],
  ['groups', 'groups'],
  ['service-accounts', 'service-accounts'],
  ['policies', 'policies'],
  ['audit', 'audit'],
  ['health', 'health'],
];

for (const theme of ['light', 'dark'] as const) {
  t.test(`every page is accessible, ${theme}`, async (t) => {
    await inTab(t, browser, { theme }, async (page) => {
      await page.goto(`${service.url}/console/`);
      await page.getByLabel('Access token').waitFor();
      await checkAccessible(t, page, 'sign-in');
      if (theme === 'light') await screenshot(page, 'sign-in');
      await signIn(page, service.url, service.adminToken);
      for (const [name, path] of pages) {
        await page.goto(`${service.url}/console/${path}`);
        await settled(page);
        await checkAccessible(t, page, name);
        if (theme === 'light') await screenshot(page, name);
        else if (name === 'entity') await screenshot(page, 'dark');
      }
    });
  });
}

t.test('no page is wider than a phone', async (t) => {
  await inTab(t, browser, { width: 375 }, async (page) => {
    await signIn(page, service.url, service.adminToken);
    for (const [name, path] of pages) {
      await page.goto(`${service.url}/console/${path}`);
      await settled(page);
      t.equal(await page.evaluate('document.documentElement.scrollWidth'), 375, name);
      if (name === 'results') await screenshot(page, 'phone');
    }
  });
});

t.test('no table cuts its last button at 1,280 pixels', async (t) => {
  await inTab(t, browser, { width: 1_280 }, async (page) => {
    await signIn(page, service.url, service.adminToken);
    for (const [name, path] of [...pages, ['tokens of all', 'tokens?whose=all'] as const]) {
      await page.goto(`${service.url}/console/${path}`);
      await settled(page);
      const cut = await page.evaluate(
        `[...document.querySelectorAll('.table')].filter((table) => table.scrollWidth > table.clientWidth).length`,
      );
      t.equal(cut, 0, name);
    }
  });
});

t.test('no table squeezes a word at the width of a phone', async (t) => {
  await service.graphql(
    'mutation ($input: GetAccessTokenInput!) { createAccessToken(input: $input) { accessToken } }',
    {
      input: {
        type: 'PERSONAL',
        actorUrn: 'urn:li:corpuser:admin',
        duration: 'ONE_HOUR',
        name: 'scoped',
        scopes: ['GENERATE_PERSONAL_ACCESS_TOKENS', 'EDIT_DATASET_COL_DESCRIPTION'],
      },
    },
  );
  await inTab(t, browser, { width: 360 }, async (page) => {
    await signIn(page, service.url, service.adminToken);
    for (const [name, path] of pages) {
      await page.goto(`${service.url}/console/${path}`);
      await settled(page);
      await page.evaluate(
        `for (const details of document.querySelectorAll('td details')) details.open = true`,
      );
      t.same(await page.evaluate(squeezed), [], name);
      t.equal(await page.evaluate('document.documentElement.scrollWidth'), 360, `${name}: its width`);
    }
  });
});

/** The words of cells that are broken into several lines: those below ten characters, and all of privileges. */
const squeezed = `[...document.querySelectorAll('td')].flatMap((cell) => {
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const broken = [];
  while (texts.nextNode()) {
    for (const { 0: word, index } of texts.currentNode.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => top)).size;
      if (lines > 1 && (word.length < 10 || texts.currentNode.parentElement.matches('li.tag'))) broken.push(word);
    }
  }
  return broken;
})`;

t.test('back and forward lead through the pages', async (t) => {
  await inTab(t, browser, {}, async (page) => {
    await signIn(page, service.url, service.adminToken);
    await page.getByRole('link', { name: 'Tags', exact: true }).click();
    await page.getByRole('heading', { name: 'Tags', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Health' }).click();
    await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Tags', level: 1 }).waitFor();
    await page.goForward();
    await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor();
    t.match(await page.title(), 'Health');
  });
});

t.test('a page whose script does not load says so, and loads when it is tried again', async (t) => {
  await inTab(t, browser, { expected: /Failed to load resource/ }, async (page) => {
    await signIn(page, service.url, service.adminToken);
    await settled(page);
    const scripts = '**/assets/{tags,tokens}-*.js';
    await page.route(scripts, (route) => route.abort('connectionrefused'));
    const sections = page.getByRole('navigation', { name: 'Sections' });
    const failure = page.getByRole('main').getByRole('alert');
    for (const name of ['Tags', 'Tokens']) {
      await sections.getByRole('link', { name }).click();
      await page.waitForURL(`**/console/${name.toLowerCase()}`);
      await failure.getByText('The service cannot be reached, or it was upgraded').waitFor();
      t.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'The page did not load', name);
    }
    await checkAccessible(t, page, 'a page that did not load');
    await sections.getByRole('link', { name: 'Find' }).click();
    await page.getByRole('heading', { name: 'Find', level: 1 }).waitFor();
    await page.goBack();
    await failure.waitFor();
    await page.unroute(scripts);
    await failure.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Access tokens', level: 1 }).waitFor();
    await settled(page);
  });
});

t.test(
  'a list has its filter and its order in the address, and back and forward lead through them',
  async (t) => {
    await inTab(t, browser, {}, async (page) => {
      await signIn(page, service.url, service.adminToken, '/console/tokens?whose=all&filter=first');
      await settled(page);
      t.equal(await page.getByLabel('Show').inputValue(), 'all', 'a deep link chooses');
      t.equal(await page.getByLabel('Name contains').inputValue(), 'first');
      await page.getByLabel('Show').selectOption('owner');
      await page.waitForURL('**/tokens?filter=first&whose=owner');
      await page.goBack();
      await page.waitForURL('**/tokens?whose=all&filter=first');
      t.equal(await page.getByLabel('Show').inputValue(), 'all');
      await page.goForward();
      await page.waitForURL('**/tokens?filter=first&whose=owner');
      await page.reload();
      await settled(page);
      t.equal(await page.getByLabel('Show').inputValue(), 'owner', 'a reload keeps it');

      await page.goto(`${service.url}/console/audit?type=LogInEvent&from=2020-01-01&start=nonsense`);
      await settled(page);
      t.equal(await page.getByLabel('What', { exact: true }).inputValue(), 'LogInEvent');
      t.equal(await page.getByLabel('From', { exact: true }).inputValue(), '2020-01-01');
      const subject = page.getByLabel(/^To what/);
      await subject.fill('urn:li:corpuser:nobody');
      await subject.press('Enter');
      await page.getByText('No events match.').waitFor();
      await page.goBack();
      await page
        .getByRole('row', { name: /Log in/ })
        .first()
        .waitFor();
      t.equal(await subject.inputValue(), '', 'back empties the field');

      const lists: readonly (readonly [path: string, label: string, value: string])[] = [
        ['tags?show=unused&order=-ENTITIES', 'Show', 'unused'],
        ['users?filter=adm', 'Filter', 'adm'],
        ['groups?filter=stew', 'Filter', 'stew'],
        ['service-accounts?filter=night', 'Filter', 'night'],
        ['policies?state=DRAFT', 'State', 'DRAFT'],
      ];
      for (const [path, label, value] of lists) {
        await page.goto(`${service.url}/console/${path}`);
        await settled(page);
        t.equal(await page.getByLabel(label, { exact: true }).inputValue(), value, path);
      }

      // A page after the last one leads to the last.
      await page.goto(`${service.url}/console/tags?start=5000`);
      await page.waitForURL('**/console/tags');
      await page.locator('tbody tr').first().waitFor();
    });
  },
);

t.test('an address without a good URN names its value and leads back', async (t) => {
  const bad: readonly (readonly [path: string, value: string, back: string])[] = [
    ['entity/nonsense', '/console/entity/nonsense', 'Home'],
    ['entity/50%25', '/console/entity/50%25', 'Home'],
    ['nowhere', '/console/nowhere', 'Home'],
    ['entity?urn=nonsense', 'nonsense', 'Find an entity'],
    ['entity?urn=urn:li:dataset:(half', 'urn:li:dataset:(half', 'Find an entity'],
    ['tag?urn=urn:li:corpuser:admin', 'urn:li:corpuser:admin', 'All tags'],
    ['tag?urn=urn:li:tag:a,b', 'urn:li:tag:a,b', 'All tags'],
    ['users?urn=nonsense', 'nonsense', 'All users'],
    ['groups?urn=nonsense', 'nonsense', 'All groups'],
    ['service-accounts?urn=nonsense', 'nonsense', 'All users'],
  ];
  await inTab(t, browser, { expected: /status of 400/ }, async (page) => {
    await signIn(page, service.url, service.adminToken);
    for (const [path, value, back] of bad) {
      await page.goto(`${service.url}/console/${path}`);
      await page.getByRole('main').locator('code', { hasText: value }).waitFor();
      t.equal(await page.getByRole('alert').count(), 0, `${path}: no error of the service`);
      t.equal(await page.getByRole('main').getByRole('link', { name: back }).count(), 1, back);
    }
    await checkAccessible(t, page, 'no URN');
    await page.goto(`${service.url}/console/entity?urn=nonsense`);
    await page.getByText('nonsense is not an entity URN.').waitFor();
    await page.goto(`${service.url}/console/entity`);
    await page.getByText('The address contains no URN.').waitFor();
  });
});

t.test('before the program runs there is a frame, and without JavaScript a sentence', async (t) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${service.url}/console/tags`);
  t.match(await page.locator('body').innerText(), /Metadata catalog[\s\S]*needs JavaScript/);
  const frame = await page.locator('header.top').boundingBox();
  t.equal(frame?.y, 0, 'the header has its place and its styles');
  await page.getByRole('link', { name: 'page about the service' }).click();
  await page.waitForURL('**/about');
  await context.close();
});
