import type { Page } from 'playwright-core';
import t from 'tap';
import { becomes, checkAccessible, fits, screenshot } from './support/browser.js';
import { best } from './support/edits.js';
import { openConsole, userToken } from './support/service.js';

const { service, test, visit } = await openConsole(t);

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and go' });
const box = (page: Page) => palette(page).getByRole('combobox');
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

/** The id, name or tag of what has the focus. */
const focused = (page: Page) =>
  page.evaluate<string>(
    `(({ activeElement: { id, tagName, ariaLabel } }) => id || ariaLabel || tagName)(document)`,
  );

for (const theme of ['light', 'dark'] as const)
  for (const width of [1_280, 390])
    t.test(`the palette and the list of keys are accessible, ${theme}, ${width} wide`, async (t) => {
      await visit(t, '/console/tags', { theme, width }, async (page) => {
        await page.keyboard.press('Control+k');
        await option(page, /^Home/).waitFor();
        await checkAccessible(t, page, 'the palette before a text');
        await box(page).fill('user');
        await option(page, /fct_users_created/).waitFor();
        await checkAccessible(t, page, 'the palette with names');
        if (theme === 'light' && width === 1_280) await screenshot(page, 'palette');
        t.ok(await fits(page), 'its width');
        await page.keyboard.press('Escape');
        await palette(page).waitFor({ state: 'detached' });
        await page.keyboard.press('?');
        await page.getByRole('dialog', { name: 'Help and keys' }).waitFor();
        await checkAccessible(t, page, 'the list of keys');
      });
    });

t.test('the palette finds names, pages and actions with the keyboard only', async (t) => {
  await visit(t, '/console/tags', {}, async (page) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('fct_users_created');
    // The search for the text is offered before the dataset is found.
    await best(palette(page), /^(?!Search).*fct_users_created/).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/console\/entity\?urn=.*fct_users_created/);
    await palette(page).waitFor({ state: 'detached' });
    await becomes(t, () => focused(page), 'main', 'the focus is on the new page');
    await becomes(t, async () => /fct_users_created · Catalog$/.test(await page.title()), true);

    await page.keyboard.press('Control+k');
    await page.keyboard.type('audit');
    await best(palette(page), /^Audit/).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await heading(page, 'Audit').waitFor();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('nothing is called this');
    await best(palette(page), 'Search for “nothing is called this” everywhere').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console/?query=nothing+is+called+this');

    await page.keyboard.press('Control+k');
    await page.keyboard.type('create tag');
    await best(palette(page), 'Create a tag').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Create a tag' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    const opened = page.context().waitForEvent('page');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('health');
    await best(palette(page), /^Health/).waitFor();
    await page.keyboard.press('Control+Enter');
    const other = await opened;
    await heading(other, 'Health').waitFor();
    await other.close();
    t.equal(await palette(page).count(), 1, 'the palette stays for another one');
  });
});

t.test('keys belong to the palette from the first on, and until its form is there', async (t) => {
  await visit(t, '/console/tags', {}, async (page) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('create tok');
    t.equal(await box(page).inputValue(), 'create tok', 'no code is loaded before the palette opens');
    await best(palette(page), 'Create a token').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('gh?');
    t.equal(await box(page).inputValue(), 'create tokgh?', 'no key reaches the page while the form loads');
    release();
    await page.getByRole('dialog', { name: 'Create a token' }).waitFor();
    t.equal(await page.getByRole('dialog').count(), 1, 'the form is in the place of the palette');
    await page.unroute('**/assets/*.js');
  });
});

test('the palette works with the mouse, and gives the focus back', '/console/', {}, async (page, t) => {
  const opener = page.getByRole('button', { name: /^Go to …/ });
  await opener.click();
  await box(page).waitFor();
  await page.keyboard.press('Escape');
  await palette(page).waitFor({ state: 'detached' });
  await becomes(t, () => page.evaluate('document.activeElement.textContent'), await opener.textContent());
  await opener.click();
  await option(page, /^Tags/).click();
  await heading(page, 'Tags').waitFor();
});

t.test('the palette offers what the caller may do only', async (t) => {
  const token = await userToken(service, 'plain');
  await visit(t, '/console/tags', { token }, async (page) => {
    await page.keyboard.press('Control+k');
    await option(page, /^Home/).waitFor();
    t.equal(await option(page, /^Create a policy/).count(), 0);
    t.equal(await option(page, /^Audit/).count(), 0);
  });
});

t.test('keys lead to the search and the sections, but not while something else has them', async (t) => {
  await visit(t, '/console/tags', {}, async (page) => {
    await page.keyboard.press('/');
    await becomes(t, () => focused(page), 'search');
    await page.keyboard.type('gh?');
    t.equal(await page.getByRole('dialog').count(), 0);
    await becomes(t, () => page.locator('#search').inputValue(), 'gh?', 'a field has its keys');
    await page.keyboard.press('Control+k');
    await palette(page).waitFor();
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });
    await becomes(t, () => focused(page), 'search');

    await page.locator('main').focus();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Help and keys' });
    await keys.waitFor();
    await page.keyboard.type('gh');
    t.match(page.url(), '/console/tags', 'a layer has the keys');
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    for (const [key, name] of [
      ['h', 'Health'],
      ['l', 'Audit'],
      ['g', 'Groups'],
      ['t', 'Tags'],
    ] as const) {
      await page.keyboard.type(`g${key}`);
      await heading(page, name).waitFor();
    }
    await page.goBack();
    await heading(page, 'Groups').waitFor();
    await page.goForward();
    await heading(page, 'Tags').waitFor();
    await becomes(t, () => page.title(), 'Tags · Catalog');
  });
});

t.test('the navigation counts the tokens of the caller that expire soon', async (t) => {
  const token = await userToken(service, 'soon');
  await service.graphql('mutation ($input: PolicyUpdateInput!) { createPolicy(input: $input) }', {
    input: {
      ...{
        type: 'PLATFORM',
        name: 'Tokens',
        state: 'ACTIVE',
        privileges: ['GENERATE_PERSONAL_ACCESS_TOKENS'],
      },
      actors: {
        ...{ users: ['urn:li:corpuser:soon'], allUsers: false, allGroups: false, resourceOwners: false },
      },
    },
  });
  await visit(t, '/console/tags', { token }, async (page) => {
    await page.getByTitle('Tokens: 1 token expires within 7 days').waitFor();
  });
});
