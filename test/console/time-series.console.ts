import pg from 'pg';
import t from 'tap';
import { scratchDatabaseUrl } from '../support/database.js';
import { checkAccessible, inTab, screenshot, settled, signIn, startBrowser } from './support/browser.js';
import { sampleService, userToken } from './support/service.js';

const browser = await startBrowser(t);
const database = await scratchDatabaseUrl(t, process.env.TEST_DATABASE_URL!);
const service = await sampleService(t, { DATABASE_URL: database });
const needed = ['GET_TIMESERIES_INDEX_SIZES_PRIVILEGE'];

t.test('an index is truncated after its dry run, and the progress is shown', async (t) => {
  await inTab(t, browser, {}, async (page) => {
    await signIn(page, service.url, service.adminToken, '/console/time-series');
    await settled(page);
    const row = page.getByRole('row', { name: /datasetProfile/ });
    await row.getByRole('button', { name: 'Truncate' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/Delete all events/).fill('1990-01-01');
    await dialog.getByText(/Delete 0 out of|0 rows/).waitFor();
    t.equal(
      await dialog.getByRole('button', { name: 'Truncate' }).getAttribute('aria-disabled'),
      'true',
      'there is nothing to delete',
    );
    await dialog.getByLabel(/Delete all events/).fill('2100-01-01');
    await dialog.getByText(/Delete [1-9]\d* out of [1-9]\d* rows/).waitFor();
    await checkAccessible(t, page, 'truncation');
    await screenshot(page, 'truncate');
    await dialog.getByRole('button', { name: 'Truncate' }).click();
    await page.getByRole('region', { name: 'Truncations' }).getByText('completed').waitFor();
    await page.getByRole('row', { name: /datasetProfile.*none/ }).waitFor();
  });
});

t.test('a truncation that runs is canceled', async (t) => {
  // A reader of the index keeps the truncation waiting.
  const reader = new pg.Client({ connectionString: database });
  await reader.connect();
  await reader.query('BEGIN; LOCK TABLE dataset_operationaspect_v1 IN ACCESS SHARE MODE');
  await inTab(t, browser, {}, async (page) => {
    await signIn(page, service.url, service.adminToken, '/console/time-series');
    await page
      .getByRole('row', { name: /operation/ })
      .getByRole('button', { name: 'Truncate' })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/Delete all events/).fill('2100-01-01');
    await dialog.getByText(/Delete [1-9]\d* out of [1-9]\d* rows/).waitFor();
    await dialog.getByRole('button', { name: 'Truncate', exact: true }).click();
    const tasks = page.getByRole('region', { name: 'Truncations' });
    await tasks.getByText(/operation.*runs/).waitFor();
    await tasks.getByRole('button', { name: 'Cancel operation' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the truncation' }).click();
    await tasks.getByText(/operation.*canceled.*because canceled by urn:li:corpuser:admin/).waitFor();
    t.equal(await tasks.getByRole('button', { name: 'Cancel operation' }).count(), 0, 'it has ended');
  });
  await reader.end();
});

t.test('who may see sizes only is offered no truncation', async (t) => {
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
  await inTab(t, browser, {}, async (page) => {
    await signIn(page, service.url, token, '/console/time-series');
    await settled(page);
    t.equal(await page.getByRole('button', { name: /Truncate/ }).count(), 0);
    t.equal(await page.getByRole('link', { name: 'Policies' }).count(), 0);
  });
});
