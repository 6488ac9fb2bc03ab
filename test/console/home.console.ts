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
import { emptyService, openConsole, userToken } from './support/service.js';

t.test('the home page leads to what the catalog has', async (t) => {
  const { browser, service, visit } = await openConsole(t);
  const mine = 'urn:li:dataset:(urn:li:dataPlatform:hive,mine,PROD)';
  const owner = { owner: 'urn:li:corpuser:mina', type: 'DATAOWNER' };
  await service.ingest(mine, 'datasetProperties', { name: 'mine' });
  await service.ingest(mine, 'ownership', {
    owners: [owner],
    lastModified: { time: 0, actor: owner.owner },
  });
  const token = await userToken(service, 'mina');

  await t.test('each part leads on', async (t) => {
    await visit(t, '/console/', { token }, async (page) => {
      await page.getByPlaceholder(/^Search \d+ datasets/).waitFor();
      const examples = page.getByText(/^Try/).getByRole('link');
      const count = await examples.count();
      t.ok(count >= 2, `${count} examples`);
      for (let index = 0; index < count; index += 1) {
        await examples.nth(index).click();
        await results(page).first().waitFor();
        await page.goBack();
        await examples.nth(index).waitFor();
      }
      await page
        .getByRole('navigation', { name: 'Platforms' })
        .getByRole('link', { name: /snowflake/ })
        .click();
      await page.getByRole('button', { name: 'Remove the filter Platform: snowflake' }).waitFor();
      await page.goBack();
      const part = (title: string) =>
        page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
      await part('Recently changed').getByRole('listitem').first().waitFor();
      await becomes(t, () => part('My datasets').getByRole('listitem').count(), 1);
      await part('My datasets').getByText('no description or tags').waitFor();
      await part('My datasets').getByRole('link', { name: 'All 1' }).click();
      await becomes(t, () => results(page).count(), 1);
      await page.goBack();
      t.ok(
        (await part('Most used tags').getByRole('link').count()) <= 13,
        'at most 12 tags, and the link to all',
      );
      await part('Most used tags').getByRole('link', { name: 'Nightly' }).click();
      await page.getByRole('heading', { level: 1, name: 'Nightly' }).waitFor();
    });
  });

  await t.test('a part that is refused or empty is absent', async (t) => {
    await inTab(t, browser, { expected: /status of 403/ }, async (page) => {
      await page.route('**/api/graphql', (route) =>
        /query RecentChanges\b/.test(route.request().postData() ?? '')
          ? route.fulfill({
              status: 403,
              json: { errors: [{ message: 'Refused', extensions: { code: 'FORBIDDEN' } }] },
            })
          : route.continue(),
      );
      await signIn(page, service.url, service.adminToken);
      await settled(page);
      await page.getByRole('heading', { name: 'Most used tags' }).waitFor();
      for (const name of ['Recently changed', 'My datasets'])
        t.equal(await page.getByRole('heading', { name }).count(), 0, name);
    });
  });

  for (const theme of ['light', 'dark'] as const)
    await t.test(`it is accessible and fits, ${theme}`, async (t) => {
      for (const width of [320, 390, 1_280])
        await visit(t, '/console/', { token, theme, width }, async (page) => {
          await checkAccessible(t, page, `${width} wide`);
          t.ok(await fits(page), `${width} wide`);
        });
    });
});

t.test('a new installation has the first steps, and becomes the home page by itself', async (t) => {
  const { service, visit } = await openConsole(t, emptyService(t));
  for (const [theme, width] of [
    ['light', 1_280],
    ['dark', 320],
  ] as const)
    await visit(t, '/console/', { theme, width }, async (page) => {
      await page.getByRole('heading', { name: 'Your catalog is ready' }).waitFor();
      for (const way of ['catalog ingest', 'curl', 'DataHub CLI']) {
        await page.getByRole('button', { name: way, exact: true }).click();
        await page.getByRole('button', { name: way, exact: true, pressed: true }).waitFor();
        t.ok(await fits(page), `${way}, ${width} wide`);
      }
      await page.getByText(service.url).waitFor();
      await checkAccessible(t, page, `first steps, ${theme}`);
      if (theme === 'light') await screenshot(page, 'home-new');
    });
  await visit(t, '/console/', {}, async (page) => {
    await page.getByRole('button', { name: 'curl', exact: true }).click();
    const command = await page.locator('.code', { hasText: 'curl' }).innerText();
    const [, body] = /-d '([^']+)'/.exec(command)!;
    const [, address] = /curl '([^']+)'/.exec(command)!;
    const response = await fetch(address!, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${service.adminToken}` },
      body: body!,
    });
    t.equal(response.status, 200, 'the command that is shown works');
    await page.getByRole('heading', { name: 'Find data' }).waitFor();
    await page.getByPlaceholder('Search 1 dataset, its columns, tags and people').waitFor();
  });
});
