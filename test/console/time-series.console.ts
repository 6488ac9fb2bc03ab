import pg from 'pg';
import type { Page } from 'playwright-core';
import t from 'tap';
import { scratchDatabaseUrl } from '../support/database.js';
import { becomes, checkAccessible, openMenu, screenshot, section } from './support/browser.js';
import { openConsole, sampleService, userToken } from './support/service.js';

const database = await scratchDatabaseUrl(t, process.env.TEST_DATABASE_URL!);
const { service, test, visit } = await openConsole(t, sampleService(t, { DATABASE_URL: database }));
const needed = ['GET_TIMESERIES_INDEX_SIZES_PRIVILEGE'];

const deletions = (page: Page) => page.getByRole('region', { name: 'Deletions' });
const row = (page: Page, name: RegExp) => page.getByRole('row', { name });

/** Opens the form that deletes old events of an index. */
async function openForm(page: Page, index: string) {
  await page.getByRole('button', { name: `Actions for ${index}` }).click();
  await page.getByRole('menuitem', { name: 'Delete old events' }).click();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: /^Delete ([\d,]+ )?events?$/ });
  return { dialog, submit };
}

t.test('the months of an index are read with the keyboard, and listed', async (t) => {
  await visit(t, '/console/time-series', {}, async (page) => {
    const chart = page.getByRole('img', { name: /Size of datasetProfile by month/ });
    t.match(await chart.getAttribute('aria-label'), / to .*, at most .*B a month$/);
    const value = row(page, /^datasetProfile/).getByRole('status');
    t.match(await value.textContent(), /^\+/, 'what the last month has added');
    await chart.focus();
    await page.keyboard.press('End');
    const thisMonth = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
    await value.getByText(`${thisMonth.format(Date.now())}: `).waitFor();
    await page.keyboard.press('Home');
    await value.getByText(/: 0 byte$/).waitFor();
    await page.keyboard.press('Tab');
    await value.getByText(/^\+/).waitFor();
    await chart.hover();
    await value.getByText(/^\w+ \d+: /).waitFor();
    await page.getByRole('button', { name: 'Actions for datasetProfile' }).click();
    await page.getByRole('menuitem', { name: 'Size by month' }).click();
    await page
      .getByRole('dialog')
      .getByText(/\d kB$/)
      .first()
      .waitFor();
    await checkAccessible(t, page, 'months');
    await page.keyboard.press('Escape');
    await becomes(
      t,
      () => page.evaluate('document.activeElement.getAttribute("aria-label")'),
      'Actions for datasetProfile of dataset',
      'the button of the menu has the focus again',
    );
  });
});

t.test('old events are deleted after a preview, and the progress is shown', async (t) => {
  await visit(t, '/console/time-series', {}, async (page) => {
    const { dialog, submit } = await openForm(page, 'datasetProfile');
    const day = dialog.getByLabel('Up to and including');
    await dialog.getByRole('button', { name: '90 days' }).click();
    const then = new Date(Date.now() - 90 * 86_400_000).toISOString().slice(0, 10);
    await becomes(t, () => day.inputValue(), then);
    // The oldest events of the sample are of that day or of the next one, by the hour of its start.
    await dialog.getByRole('button', { name: '2 years' }).click();
    await dialog.getByText('nothing: no event is as old as that').waitFor();
    t.equal(await submit.textContent(), 'Delete events');
    t.equal(await submit.getAttribute('aria-disabled'), 'true');
    await day.fill('');
    await dialog.getByText('Choose a day').waitFor();
    t.equal(await submit.getAttribute('aria-disabled'), 'true', 'no day is chosen');
    await page.route('**/api/graphql', async (route) => {
      if (route.request().postDataJSON().variables?.input?.dryRun) await answered;
      await route.continue();
    });
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const lastMonth = new Date(new Date().setUTCDate(0)).toISOString().slice(0, 10);
    await day.fill(lastMonth);
    await dialog.getByText('Counting the events').waitFor();
    t.equal(await submit.getAttribute('aria-disabled'), 'true', 'the preview has not answered');
    answer();
    await dialog.getByText(/^[1-9][\d,]* of [1-9][\d,]* events \(\d+%\)$/).waitFor();
    await dialog.getByText(/^about .*B of .*B$/).waitFor();
    await checkAccessible(t, page, 'deletion');
    await screenshot(page, 'truncate');
    await day.fill('2100-01-01');
    await dialog.getByText('no event', { exact: true }).waitFor();
    t.match(await submit.textContent(), /^Delete [1-9][\d,]* events$/, 'the button says the number');
    await submit.click();
    await deletions(page)
      .getByText(/^Deleted datasetProfile events/)
      .waitFor();
    await row(page, /datasetProfile.*none/).waitFor();
  });
});

t.test('a deletion that runs is canceled, with the keyboard only', async (t) => {
  // A reader of the index keeps the deletion waiting.
  const reader = new pg.Client({ connectionString: database });
  await reader.connect();
  await reader.query('BEGIN; LOCK TABLE dataset_operationaspect_v1 IN ACCESS SHARE MODE');
  await visit(t, '/console/time-series', {}, async (page) => {
    await openMenu(page, 'Actions for operation of dataset');
    await page.keyboard.press('d');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Up to and including').fill('2100-01-01');
    const submit = dialog.getByRole('button', { name: /^Delete [1-9][\d,]* events$/ });
    await submit.focus();
    await page.keyboard.press('Enter');
    const tasks = deletions(page);
    await tasks.getByText(/^Deleting operation events/).waitFor();
    await checkAccessible(t, page, 'a deletion that runs');
    await tasks.getByRole('button', { name: 'Cancel the deletion of operation' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel the deletion' }).focus();
    await page.keyboard.press('Enter');
    await tasks.getByText(/^Canceled: deletion of operation events/).waitFor();
    await tasks.getByText(/canceled by admin/).waitFor();
    t.equal(await tasks.getByRole('button', { name: 'Cancel' }).count(), 0, 'it has ended');
    await becomes(
      t,
      async () =>
        /Canceled: deletion of operation/.test(
          `${await page.evaluate('document.activeElement.closest("li")?.textContent')}`,
        ),
      true,
      'its row has the focus, because the button is gone',
    );
  });
  await reader.end();
});

test('the table is sorted by its heads', '/console/time-series', {}, async (page, t) => {
  const first = () => page.getByRole('rowheader').first().textContent();
  await page.getByRole('button', { name: 'Index' }).click();
  await becomes(t, first, 'datasetProfile of dataset');
  await page.getByRole('button', { name: 'Index' }).click();
  await becomes(t, first, 'operation of dataset');
  await page.waitForURL(/order=-index/);
});

t.test('who may see sizes only is offered no deletion', async (t) => {
  const token = await userToken(service, 'watcher');
  await service.graphql('mutation ($input: PolicyUpdateInput!) { createPolicy(input: $input) }', {
    input: {
      type: 'PLATFORM',
      name: 'watchers',
      state: 'ACTIVE',
      privileges: needed,
      actors: {
        users: ['urn:li:corpuser:watcher'],
        allUsers: false,
        allGroups: false,
        resourceOwners: false,
      },
    },
  });
  await visit(t, '/console/time-series', { token, width: 390 }, async (page) => {
    await page.getByRole('button', { name: 'Actions for datasetProfile' }).click();
    await page.getByRole('menuitem', { name: 'Size by month' }).waitFor();
    t.equal(await page.getByRole('menuitem', { name: /Delete/ }).count(), 0);
    t.equal(await deletions(page).count(), 0);
    t.equal(await section(page, 'Policies').count(), 0);
    await checkAccessible(t, page, 'on a phone');
  });
});
