import type { Page } from 'playwright-core';
import t from 'tap';
import {
  becomes,
  checkAccessible,
  fits,
  inTab,
  results,
  screenshot,
  settled,
  signIn,
} from './support/browser.js';
import { openConsole } from './support/service.js';

const { browser, service, test, visit } = await openConsole(t);

const chosen = (page: Page) => () => results(page).getByRole('checkbox', { checked: true }).count();
const focused = (page: Page) => () => page.evaluate('document.activeElement.getAttribute("aria-label")');

test('facets narrow a search, and the address has all of it', '/console/?query=*', {}, async (page, t) => {
  const found = page.getByRole('status').filter({ hasText: /results?$/ });
  const count = async () => Number((await found.innerText()).split(' ')[0]);
  const all = await count();
  await page.getByRole('checkbox', { name: /^s3/ }).check();
  await page.getByRole('button', { name: 'Remove the filter Platform: s3' }).waitFor();
  await settled(page);
  const one = await count();
  t.ok(one > 0 && one < all, `${one} of ${all}`);
  await page.getByRole('checkbox', { name: /^looker/ }).check();
  await page.getByRole('button', { name: 'Remove the filter Platform: looker' }).waitFor();
  await settled(page);
  const two = await count();
  t.ok(two > one, `several values of one field: ${two}`);
  await page.reload();
  await settled(page);
  await becomes(t, count, two, 'the address has the filters');
  await page.goBack();
  await page
    .getByRole('button', { name: 'Remove the filter Platform: looker' })
    .waitFor({ state: 'detached' });
  await settled(page);
  await becomes(t, count, one);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByRole('group', { name: 'Filters' }).waitFor({ state: 'detached' });
  await settled(page);
  await becomes(t, count, all);
  await page.goto(`${service.url}/console/?query=${encodeURIComponent('/q (a')}`);
  await page.getByText('")" is missing').waitFor();
});

t.test('results are chosen with the mouse, over several pages of one search', async (t) => {
  await visit(t, '/console/?query=*', {}, async (page) => {
    const boxes = results(page).getByRole('checkbox');
    await boxes.first().check();
    await boxes.nth(3).click({ modifiers: ['Shift'] });
    await becomes(t, chosen(page), 4, 'Shift chooses those between');
    const all = page.getByRole('checkbox', { name: 'Select all on this page' });
    await becomes(
      t,
      () => page.evaluate('document.querySelector(".results-head input").indeterminate'),
      true,
      'the box of the page stands for some',
    );
    const bar = page.getByRole('group', { name: 'With the selected results' });
    await bar.getByText('4 selected').waitFor();
    await checkAccessible(t, page, 'chosen results');
    await screenshot(page, 'selection');

    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('button', { name: 'Previous page' }).waitFor();
    await settled(page);
    await becomes(t, chosen(page), 0, 'nothing of the second page is chosen');
    await all.check();
    await bar.getByText('24 selected').waitFor();
    await page.goBack();
    await settled(page);
    await becomes(t, chosen(page), 4, 'those of the first page still are');
    await page.getByRole('checkbox', { name: /^Datasets/ }).check();
    await bar.waitFor({ state: 'detached' });
    await settled(page);
    await becomes(t, chosen(page), 0, 'another search begins without a selection');
  });
});

test('results are found, chosen and opened with the keyboard', '/console/', {}, async (page, t) => {
  await page.keyboard.press('/');
  await page.keyboard.type('users');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Results for “users”' }).waitFor();
  await settled(page);
  await page.getByRole('main').focus();
  await page.keyboard.press('j');
  await becomes(t, focused(page), 'Select users');
  await page.keyboard.press('x');
  await becomes(t, chosen(page), 1);
  await page.keyboard.press('Shift+ArrowDown');
  await becomes(t, chosen(page), 2);
  await page.keyboard.press('k');
  await page.keyboard.press('Space');
  await becomes(t, chosen(page), 1, 'Space is that of the browser');
  await page.keyboard.press('Control+a');
  await becomes(t, chosen(page), await results(page).count());
  await page.keyboard.press('Escape');
  await becomes(t, chosen(page), 0);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'users', level: 1 }).waitFor();
});

t.test('a facet with many values is folded, opened and filtered', async (t) => {
  const urn = 'urn:li:dataset:(urn:li:dataPlatform:hive,much_tagged,PROD)';
  const tags = Array.from({ length: 25 }, (_, index) => `urn:li:tag:Many${index + 10}`);
  await service.ingest(urn, 'datasetProperties', { name: 'much_tagged' });
  await service.ingest(urn, 'globalTags', { tags: tags.map((tag) => ({ tag })) });
  await visit(t, '/console/?query=much_tagged', {}, async (page) => {
    const group = page.getByRole('group', { name: 'Tag', exact: true });
    await settled(page);
    const values = () => group.getByRole('checkbox').count();
    await becomes(t, values, 5);
    await results(page).getByRole('button', { name: 'Show 22 more tags' }).click();
    await results(page).getByRole('link', { name: 'Many34' }).waitFor();
    await group.getByRole('button', { name: 'Show more' }).click();
    await becomes(t, values, 25);
    await group.getByRole('button', { name: 'Show less' }).click();
    await becomes(t, values, 5);
    await group.getByRole('textbox', { name: 'Filter tags' }).fill('many3');
    await becomes(t, values, 5, 'Many30 to Many34');
    await checkAccessible(t, page, 'a filtered facet');
    await group.getByRole('checkbox', { name: /Many33/ }).check();
    await page.getByRole('button', { name: 'Remove the filter Tag: Many33' }).waitFor();
  });
});

t.test('a search that finds nothing says what to try', async (t) => {
  await inTab(t, browser, {}, async (page) => {
    const none = '/console/?query=unfindable&types=DATASET';
    await signIn(page, service.url, service.adminToken, none);
    await page.getByRole('heading', { name: 'Nothing matches “unfindable”' }).waitFor();
    await checkAccessible(t, page, 'nothing found');
    await page.getByRole('link', { name: 'Search without the filters' }).click();
    await page.waitForURL('**/console/?query=unfindable');
  });
});

t.test('a search that finds nothing shows what is near to it, and says so', async (t) => {
  await visit(t, '/console/?query=userz%20crated', {}, async (page) => {
    const near = page.getByRole('status').filter({ hasText: 'Nothing matches “userz crated”' });
    await near.getByText('“users” or “user” in place of “userz”').waitFor();
    await near.getByText('“created” in place of “crated”').waitFor();
    await results(page).filter({ hasText: 'fct_users_created' }).first().waitFor();
    await checkAccessible(t, page, 'near results');
    t.equal(await results(page).locator('mark', { hasText: 'users' }).first().textContent(), 'users');
  });
});

t.test('results do not wait for facets, and the old ones are dimmed until the new ones come', async (t) => {
  await inTab(t, browser, {}, async (page) => {
    const held: (() => void)[] = [];
    let isHeld = (operation: string) => /query (Count|Find)\b/.test(operation);
    await page.route('**/api/graphql', async (route) => {
      const { query } = route.request().postDataJSON() as { query: string };
      if (isHeld(query)) await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    const release = () => {
      for (const go of held.splice(0)) go();
    };
    await signIn(page, service.url, service.adminToken, '/console/?query=users');
    await page.getByRole('region', { name: 'Results' }).locator('.sk').first().waitFor();
    t.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Results for “users”');
    isHeld = (operation) => /query Count\b/.test(operation);
    release();
    // The held counts were released too: only those of the next search wait.
    await results(page).first().waitFor();
    isHeld = (operation) => /query (Count|Find)\b/.test(operation);
    await page.locator('#search').fill('orders');
    await page.keyboard.press('Enter');
    await page.locator('.busy').getByRole('link', { name: 'users', exact: true }).waitFor();
    isHeld = (operation) => /query Count\b/.test(operation);
    release();
    await results(page).getByRole('link', { name: 'orders', exact: true }).first().waitFor();
    isHeld = () => false;
    release();
  });
});

for (const theme of ['light', 'dark'] as const) {
  t.test(`long and foreign names fit, ${theme}`, async (t) => {
    const urn = (name: string) => `urn:li:dataset:(urn:li:dataPlatform:postgres,${name},PROD)`;
    const names = ['سفارش‌ها', '受注明細', `${'very_'.repeat(30)}long_oddly`];
    for (const [index, name] of names.entries())
      await service.ingest(urn(`odd${index}`), 'datasetProperties', {
        name,
        description: `oddly ${'word '.repeat(200)}`,
      });
    for (const width of [320, 390, 1_280])
      await visit(t, '/console/?query=oddly', { theme, width }, async (page) => {
        await becomes(t, () => results(page).count(), 3);
        t.ok(await fits(page), `${width} wide`);
        await results(page).getByRole('checkbox').first().check();
        await checkAccessible(t, page, `${width} wide`);
      });
  });
}
