import type { Route } from 'playwright-core';
import t from 'tap';
import {
  becomes,
  checkAccessible,
  goTo,
  inTab,
  screenshot,
  section,
  settled,
  signIn,
} from './support/browser.js';
import { openConsole, userToken } from './support/service.js';

const { browser, service, test, visit } = await openConsole(t);

const dataset = 'urn:li:dataset:(urn:li:dataPlatform:hive,fct_users_created,PROD)';
const { createWebhook: webhook } = await service.graphql<{ createWebhook: { id: string } }>(
  'mutation { createWebhook(input: { name: "alerts", url: "https://hooks.example.org/catalog" }) { id } }',
);
const pages: readonly (readonly [name: string, path: string])[] = [
  ['home', ''],
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
  ['webhooks', 'webhooks'],
  ['webhook', `webhooks?id=${webhook.id}`],
  ['audit', 'audit'],
  ['health', 'health'],
];

for (const [theme, width, part] of [
  ['light', 1_280, 'every page'],
  ['dark', 390, 'every page'],
  // Colours depend on the theme, and layouts on the width. These pages have most parts, for what depends on both.
  ['dark', 1_280, 'results and an entity'],
  ['light', 390, 'results and an entity'],
] as const)
  t.test(`accessible, ${theme}, ${width} wide: ${part}`, async (t) => {
    const isShown = theme === 'light' && width === 1_280;
    await inTab(t, browser, { theme, width }, async (page) => {
      await page.goto(`${service.url}/console/`);
      await page.getByLabel('Access token').waitFor();
      await checkAccessible(t, page, 'sign-in');
      if (isShown) await screenshot(page, 'sign-in');
      await signIn(page, service.url, service.adminToken);
      for (const [name, path] of [...pages, ['no page', 'nowhere'] as const]) {
        if (part !== 'every page' && name !== 'results' && name !== 'entity') continue;
        await goTo(page, `${service.url}/console/${path}`);
        await checkAccessible(t, page, name);
        if (isShown && name !== 'no page') await screenshot(page, name);
        else if (name === 'entity' && theme === 'dark' && width === 1_280) await screenshot(page, 'dark');
        else if (name === 'results' && theme === 'light' && width === 390) await screenshot(page, 'phone');
      }
    });
  });

// 640 px are 1,280 at a zoom of 200 %, 320 px at one of 400 %.
for (const width of [640, 390, 320])
  test(`no page is wider than a window of ${width} px`, '/console/', { width }, async (page, t) => {
    for (const [name, path] of pages) {
      await goTo(page, `${service.url}/console/${path}`);
      t.equal(await page.evaluate('document.documentElement.scrollWidth'), width, name);
    }
  });

t.test('every icon button has a name, and Tab goes through each page in reading order', async (t) => {
  await visit(t, '/console/', {}, async (page) => {
    for (const [name, path] of pages) {
      await goTo(page, `${service.url}/console/${path}`);
      t.same(
        await page.evaluate(
          `[...document.querySelectorAll('button')].filter((one) => !(one.ariaLabel || one.textContent.trim())).length`,
        ),
        0,
        `${name}: no button without a name`,
      );
      t.same(
        await page.evaluate(
          `[...document.querySelectorAll('[tabindex]')].filter(({ tabIndex }) => tabIndex > 0).length`,
        ),
        0,
        `${name}: the order is that of the page`,
      );
    }
    await goTo(page, `${service.url}/console/tags`);
    await page.keyboard.press('Tab');
    await becomes(t, () => page.evaluate('document.activeElement.textContent'), 'Skip to the page');
    await page.keyboard.press('Enter');
    await becomes(t, () => page.evaluate('document.activeElement.id'), 'main');
  });
});

test('nothing moves when the system asks for reduced motion', '/console/tags', {}, async (page, t) => {
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  t.equal(await page.evaluate('document.getAnimations().length'), 0);
});

t.test('in forced colours, what is chosen and what is a button can be told apart', async (t) => {
  await inTab(t, browser, {}, async (page) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await signIn(page, service.url, service.adminToken, '/console/tags');
    await settled(page);
    await checkAccessible(t, page, 'forced colours');
    t.equal(
      await page.evaluate(`getComputedStyle(document.querySelector('.btn')).borderTopStyle`),
      'solid',
      'a button has an edge',
    );
    const chosen = `getComputedStyle(document.querySelector('.side [aria-current]')).outlineStyle`;
    t.equal(await page.evaluate(chosen), 'solid', 'the section of the page has an edge');
  });
});

t.test('a service that cannot be reached is asked again, and the page goes on', async (t) => {
  await visit(t, '/console/', { expected: /Failed to load resource/ }, async (page) => {
    await page.route('**/api/graphql', (route) => route.abort('connectionrefused'));
    const away = page.getByRole('heading', { name: 'The service cannot be reached' });
    await section(page, 'Tags').click();
    await away.waitFor();
    await checkAccessible(t, page, 'not reachable');
    // The button is there until the page tries again by itself: from 8 s after the failure on, and then from 16 s.
    await page.getByText(/Trying again in 1\d s/).waitFor();
    await page.unroute('**/api/graphql');
    await page.getByRole('button', { name: 'Try now' }).click();
    await page.getByRole('row', { name: /Legacy/ }).waitFor();

    // At its start, the page has nothing to show before the service answers. It asks by itself.
    await page.route('**/api/graphql', (route) => route.abort('connectionrefused'));
    await page.reload();
    await away.waitFor();
    await checkAccessible(t, page, 'not reachable at the start');
    await page.unroute('**/api/graphql');
    await page.getByRole('row', { name: /Legacy/ }).waitFor();
  });
});

t.test('without a network the page says so until it is back', async (t) => {
  // The script for descriptions is still loading when the network goes.
  await visit(t, '/console/tags', { expected: /ERR_INTERNET_DISCONNECTED/ }, async (page) => {
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await checkAccessible(t, page, 'offline');
    await page.context().setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'detached' });
  });
});

t.test('a page that the caller may not see names the privilege, and has a text to send', async (t) => {
  const token = await userToken(service, 'reader');
  await inTab(t, browser, { expected: /status of 403/ }, async (page) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page, service.url, token, '/console/policies');
    await page.getByRole('heading', { name: 'You may not see this page' }).waitFor();
    await page.getByText('the privilege Manage Policies').waitFor();
    await checkAccessible(t, page, 'not permitted');
    await page.getByRole('button', { name: 'Copy a request to send' }).click();
    await page.getByText('Request copied').waitFor();
    t.match(
      await page.evaluate('navigator.clipboard.readText()'),
      /^Please grant reader \(urn:li:corpuser:reader\) the privilege Manage Policies .*\/console\/policies$/,
    );
  });
});

test('no table cuts its last button at 1,280 pixels', '/console/', { width: 1_280 }, async (page, t) => {
  for (const [name, path] of [...pages, ['own tokens', 'tokens?show=mine'] as const]) {
    await goTo(page, `${service.url}/console/${path}`);
    const cut = await page.evaluate(
      `[...document.querySelectorAll('.table')].filter((table) => table.scrollWidth > table.clientWidth).length`,
    );
    t.equal(cut, 0, name);
  }
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
  await visit(t, '/console/', { width: 360 }, async (page) => {
    for (const [name, path] of pages) {
      await goTo(page, `${service.url}/console/${path}`);
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

test('back and forward lead through the pages', '/console/', {}, async (page, t) => {
  await section(page, 'Tags').click();
  await page.getByRole('heading', { name: 'Tags', level: 1 }).waitFor();
  await section(page, 'Health').click();
  await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Tags', level: 1 }).waitFor();
  await page.goForward();
  await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor();
  await becomes(t, () => page.title(), 'Health · Catalog');
});

t.test(
  'a page and a part of one are loaded with the scripts of the new version after an upgrade',
  async (t) => {
    await visit(t, '/console/', { expected: /Failed to load resource/ }, async (page) => {
      const isDocument = (route: Route) => route.request().resourceType() === 'document';
      await page.route('**/console/', (route) =>
        isDocument(route)
          ? route.continue()
          : route.fulfill({ contentType: 'text/html', body: '<script src="assets/of-the-new-version.js">' }),
      );
      const upgraded = async (scripts: string, open: () => Promise<void>) => {
        let isGone = true;
        page.on('request', (request) => {
          isGone &&= !request.isNavigationRequest();
        });
        await page.route(scripts, (route) => (isGone ? route.fulfill({ status: 404 }) : route.continue()));
        const loaded = page.waitForEvent('load');
        await open();
        await loaded;
      };
      await upgraded('**/assets/tags-*.js', () => section(page, 'Tags').click());
      await page.getByRole('heading', { name: 'Tags', level: 1 }).waitFor();
      await goTo(page, `${service.url}/console/entity?urn=${encodeURIComponent(dataset)}`);
      await upgraded('**/assets/lineage-*.js', () => page.getByRole('tab', { name: 'Lineage' }).click());
      await page.getByRole('tab', { name: 'Lineage', selected: true }).waitFor();
      await settled(page);
    });
  },
);

t.test('a page whose script does not load says so, and loads when it is tried again', async (t) => {
  await visit(t, '/console/', { expected: /Failed to load resource/ }, async (page) => {
    const scripts = '**/assets/{tags,tokens}-*.js';
    await page.route(scripts, (route) => route.abort('connectionrefused'));
    const failure = page.getByRole('main').getByRole('alert');
    for (const name of ['Tags', 'Tokens']) {
      await section(page, name).click();
      await page.waitForURL(`**/console/${name.toLowerCase()}`);
      await failure.getByText('The service cannot be reached.').waitFor();
      t.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'The page did not load', name);
    }
    await checkAccessible(t, page, 'a page that did not load');
    await section(page, 'Users').click();
    await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
    await page.goBack();
    await failure.waitFor();
    await page.unroute(scripts);
    await failure.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Access tokens', level: 1 }).waitFor();
    await settled(page);
  });
});

t.test('a list has its filter and order in the address, and back and forward go through them', async (t) => {
  await visit(t, '/console/tokens?filter=first&show=mine', {}, async (page) => {
    const chosen = (name: string | RegExp) => page.getByRole('button', { name, pressed: true }).waitFor();
    await chosen(/^Mine/);
    await becomes(t, () => page.getByLabel('Filter by name or user').inputValue(), 'first');
    await page.getByRole('button', { name: /^Created by me/ }).click();
    await page.waitForURL('**/tokens?filter=first&show=created');
    await page.goBack();
    await page.waitForURL('**/tokens?filter=first&show=mine');
    await chosen(/^Mine/);
    await page.goForward();
    await page.waitForURL('**/tokens?filter=first&show=created');
    await page.reload();
    await settled(page);
    await chosen(/^Created by me/);

    await goTo(page, `${service.url}/console/audit?type=LogInEvent&from=2020-01-01&start=nonsense`);
    await page.getByRole('button', { name: 'Remove the filter Log in' }).waitFor();
    await becomes(t, () => page.getByLabel('From', { exact: true }).inputValue(), '2020-01-01');
    const subject = page.getByRole('combobox', { name: 'To what' });
    await subject.fill('urn:li:corpuser:nobody');
    await subject.press('Enter');
    await page.getByText('No events match').waitFor();
    await page.goBack();
    await page
      .getByRole('row', { name: /signed in/ })
      .first()
      .waitFor();
    await becomes(t, () => subject.inputValue(), '', 'back empties the field');

    const fields: readonly (readonly [path: string, label: string, value: string])[] = [
      ['users?filter=adm', 'Filter users', 'adm'],
      ['groups?filter=stew', 'Filter groups', 'stew'],
      ['service-accounts?filter=night', 'Filter service accounts', 'night'],
    ];
    for (const [path, label, value] of fields) {
      await goTo(page, `${service.url}/console/${path}`);
      await becomes(t, () => page.getByLabel(label, { exact: true }).inputValue(), value, path);
    }
    const chips: readonly (readonly [path: string, group: string, chip: RegExp])[] = [
      ['tags?show=unused&order=-ENTITIES', 'Show', /^Unused/],
      ['policies?state=DRAFT', 'State', /^Draft/],
    ];
    for (const [path, group, chip] of chips) {
      await goTo(page, `${service.url}/console/${path}`);
      const chosen = page
        .getByRole('group', { name: group })
        .getByRole('button', { name: chip, pressed: true });
      await chosen.waitFor();
    }

    // A page after the last one leads to the last.
    await page.goto(`${service.url}/console/tags?start=5000`);
    await page.waitForURL('**/console/tags');
    await page.locator('tbody tr').first().waitFor();
  });
});

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
  await visit(t, '/console/', { expected: /status of 400/ }, async (page) => {
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
    await page.getByText('The address contains no URN').waitFor();
  });
});

t.test('before the program runs there is a frame, and without JavaScript a sentence', async (t) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${service.url}/console/tags`);
  t.match(await page.locator('body').innerText(), /Catalog[\s\S]*needs JavaScript/);
  const top = await page.locator('header.top').boundingBox();
  t.equal(top?.y, 0, 'the top bar has its place and its styles');
  const side = await page.locator('.side').boundingBox();
  t.equal(side?.x, 0, 'and so has the navigation');
  await page.getByRole('link', { name: 'page about the service' }).click();
  await page.waitForURL('**/about');
  await context.close();
});

t.test('the frame stays until the first page has its script, which loads beside who asks', async (t) => {
  await visit(t, '/console/', {}, async (page) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const asked = page.waitForRequest('**/assets/tags-*.js');
    await page.route('**/assets/tags-*.js', async (route) => {
      await released;
      await route.continue();
    });
    const answered = page.waitForResponse((response) =>
      Boolean(response.request().postData()?.includes('query Granted')),
    );
    await page.goto(`${service.url}/console/tags`, { waitUntil: 'commit' });
    await Promise.all([asked, answered]);
    t.equal(await page.locator('#frame').isVisible(), true);
    t.equal(await page.locator('#search').count(), 0, 'nothing is shown that would be empty');
    release();
    await page.getByRole('heading', { name: 'Tags', level: 1 }).waitFor();
    t.equal(await page.locator('#frame').count(), 0);
    await page.unroute('**/assets/tags-*.js');
  });
});
