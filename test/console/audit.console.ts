import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import t from 'tap';
import { cell } from '../../src/console/model/csv.js';
import { answer } from './support/answers.js';
import { becomes, checkAccessible, fits, goTo, inTab, settled, signIn } from './support/browser.js';
import { openConsole, sampleService } from './support/service.js';

// Below the export's page, so that it has to ask for smaller ones.
const { browser, service, test, visit } = await openConsole(t, sampleService(t, { PAGE_SIZE_MAX: '60' }));
const users = 130;

for (let number = 0; number < users; number += 1)
  await fetch(`${service.url}/api/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${service.adminToken}`,
      'user-agent': number % 2 === 0 ? '=HYPERLINK("http://127.0.0.1")' : '@sum, "quoted"',
    },
    body: JSON.stringify({
      query: 'mutation ($input: CreateUserInput!) { createUser(input: $input) }',
      variables: { input: { id: `made${number}`, displayName: `Made ${number}` } },
    }),
  });

t.test('no cell is a formula', async (t) => {
  for (const start of ['=', '+', '-', '@', '\t', '\r'])
    t.match(cell(`${start}1`), /^"?'/, JSON.stringify(start));
  t.equal(cell('a=1'), 'a=1');
  t.equal(cell('a "b", c'), '"a ""b"", c"');
  t.equal(cell(-1), '-1', 'a number stays one');
});

t.test('the audit names actors and what they acted on, and exports what the filters leave', async (t) => {
  await visit(t, '/console/audit?type=CreateUserEvent', { expected: /status of 400/ }, async (page) => {
    const link = page.getByRole('link', { name: `Made ${users - 1}`, exact: true });
    await link.waitFor();
    await becomes(t, () => link.getAttribute('title'), `urn:li:corpuser:made${users - 1}`);
    await checkAccessible(t, page, 'audit with names');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    t.match(download.suggestedFilename(), /^audit-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).replace(/^\ufeff/, '').split('\r\n');
    t.match(lines[0], /^time,timeMillis,type,/);
    const rows = lines.filter((line) => line.includes('urn:li:corpuser:made'));
    t.equal(rows.length, users, 'over several pages, each event once');
    t.equal(new Set(rows).size, users);
    t.ok(
      rows.every((row) => row.includes('CreateUserEvent')),
      'only what the filter leaves',
    );
    t.match(rows.join('\n'), `"'=HYPERLINK(""http://127.0.0.1"")"`);
    t.notMatch(rows.join('\n'), /(^|,)"?[=+@]/m);
    await link.click();
    await page.getByRole('heading', { name: `Made ${users - 1}`, level: 1 }).waitFor();
  });
});

t.test('an export shows its progress and can be canceled', async (t) => {
  await visit(t, '/console/audit?type=CreateUserEvent', { expected: /status of 400/ }, async (page) => {
    let downloads = 0;
    page.on('download', () => {
      downloads += 1;
    });
    await page.route('**/api/graphql', async (route) => {
      const { start = 0 } = route.request().postDataJSON().variables.input ?? {};
      // The second page does not come.
      if (start === 0) await route.continue();
    });
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await page.getByText(/^60 of 13\d events$/).waitFor();
    await page.getByRole('button', { name: 'Cancel export' }).click();
    await page.getByRole('button', { name: 'Export CSV' }).waitFor();
    t.equal(downloads, 0, 'nothing was saved');
    t.equal(await page.getByRole('alert').count(), 0);
  });
});

const open = async (page: Page, path = '') => {
  await signIn(page, service.url, service.adminToken, `/console/audit${path}`);
  await settled(page);
};
/** The line of an event. */
const line = (page: Page, text: RegExp) => page.getByRole('row').filter({ hasText: text }).first();

t.test('each event is a sentence, and its details are below it', async (t) => {
  const tag = 'urn:li:tag:audited';
  const dataset = 'urn:li:dataset:(urn:li:dataPlatform:hive,fct_users_created,PROD)';
  const create = (mutation: string, variables: object) => service.graphql(mutation, variables);
  await create('mutation ($input: CreateTagInput!) { createTag(input: $input) }', {
    input: { id: 'audited', name: 'Audited' },
  });
  await create('mutation ($input: TagAssociationInput!) { addTag(input: $input) }', {
    input: { tagUrn: tag, resourceUrn: dataset },
  });
  await create('mutation ($input: CreateGroupInput!) { createGroup(input: $input) }', {
    input: { id: 'audited', name: 'Audited group' },
  });
  await create('mutation ($input: AddGroupMembersInput!) { addGroupMembers(input: $input) }', {
    input: { groupUrn: 'urn:li:corpGroup:audited', userUrns: ['urn:li:corpuser:made1'] },
  });
  await create('mutation ($urn: String!) { deleteTag(urn: $urn) }', { urn: tag });
  await visit(t, '/console/audit', {}, async (page) => {
    await line(page, /admin added \S+ to fct_users_created/).waitFor();
    await line(page, /admin created the group Audited group/).waitFor();
    const added = line(page, /admin added Made 1 to the group Audited group/);
    await added.getByRole('link', { name: 'Made 1' }).waitFor();
    t.equal(await page.getByText(/signed in/).count(), 0, 'sign-ins are hidden');
    const details = added.getByRole('button', { name: 'Details' });
    await details.focus();
    await page.keyboard.press('Enter');
    await page.getByText('urn:li:corpGroup:audited', { exact: true }).waitFor();
    t.equal(await details.getAttribute('aria-expanded'), 'true');
    await checkAccessible(t, page, 'details of an event');
    await page.keyboard.press('Enter');
    await becomes(t, () => details.getAttribute('aria-expanded'), 'false');

    await page.getByRole('switch', { name: 'Hide sign-ins' }).press('Space');
    await line(page, /admin signed in/).waitFor();
    await page.getByRole('button', { name: 'Deletions', exact: true }).click();
    await line(page, /admin deleted \S+, which 1 place had/).waitFor();
    await becomes(t, () => page.getByText(/created|added/).count(), 0, 'only deletions');
    await page.getByRole('button', { name: 'Metadata', exact: true }).click();
    await line(page, /added \S+ to fct_users_created/).waitFor();
    await becomes(t, () => page.getByText(/signed in/).count(), 0, 'only changes of metadata');
  });
});

t.test('a name that could not be looked up is not said to be unknown', async (t) => {
  await visit(t, '/console/audit', { expected: /Failed to load resource/ }, async (page) => {
    await answer(page, 'query Complete', (route) => route.fulfill({ status: 502, body: 'a proxy' }));
    const to = page.getByRole('combobox', { name: 'To what' });
    await to.fill('Made 12');
    await to.press('Enter');
    await page.getByText('The service answered 502.').first().waitFor();
    t.equal(await page.getByText(/^Nothing found/).count(), 0);
  });
});

test('the audit is narrowed to who, what and when', '/console/audit', {}, async (page, t) => {
  const to = page.getByRole('combobox', { name: 'To what' });
  await to.fill('Made 12');
  await page.getByRole('option', { name: /^Made 12 / }).waitFor();
  await to.press('Enter');
  const filter = page.getByRole('button', { name: 'Remove the filter To Made 12' });
  await filter.waitFor();
  await becomes(t, () => page.getByRole('row').count(), 2, 'the head and one event');
  t.match(page.url(), /subject=urn/, 'the filter is in the address');
  await page.reload();
  await settled(page);
  await filter.click();
  await line(page, /Made 1\d\d/).waitFor();
  await to.fill('urn:li:corpuser:made7');
  await page.getByRole('option', { name: 'urn:li:corpuser:made7 URN' }).waitFor();
  await to.press('Enter');
  await becomes(t, () => page.getByRole('row').count(), 2, 'by its URN');
  await goTo(page, `${service.url}/console/audit?view=failed`);
  await page.getByLabel('Period').selectOption({ label: 'Last hour' });
  await page.waitForURL(/period=hour/);
  await page.getByLabel('Period').selectOption({ label: 'From … to …' });
  await page.getByLabel('To', { exact: true }).waitFor();
  // In one task, so that the page is not drawn again between the two.
  await page.evaluate(`{
    const to = document.querySelector('[aria-label="To"]');
    to.value = '2001-01-01';
    to.dispatchEvent(new Event('change'));
    document.querySelector('[aria-label="Kind of event"] button').click();
  }`);
  await page.waitForURL((url) => url.search === '?period=days&to=2001-01-01');
  await settled(page);
  await page.getByText('No events match').waitFor();
  await page.getByLabel('Period').selectOption({ label: 'Any time' });
  const made = line(page, /admin created the user/);
  await made.getByRole('button', { name: 'Only events of admin' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove the filter admin' }).waitFor();
  await checkAccessible(t, page, 'filters that are on');
});

t.test('live adds new events on top, and waits while details are open', async (t) => {
  const createUser = (id: string) =>
    service.graphql('mutation ($input: CreateUserInput!) { createUser(input: $input) }', {
      input: { id, displayName: id },
    });
  await inTab(t, browser, {}, async (page) => {
    await page.clock.install();
    await open(page, '?start=50');
    await page.getByRole('switch', { name: 'Live' }).press('Space');
    await page.getByText('New events are added every 5 s').waitFor();
    await page.waitForURL((url) => url.search === '');
    await createUser('lively');
    await line(page, /admin created the user lively/).waitFor();
    await page.getByRole('button', { name: 'Details' }).first().click();
    await page.getByText('No events are added while details are open').waitFor();
    let asked = 0;
    page.on('request', (request) => {
      if (request.postData()?.includes('auditEvents')) asked += 1;
    });
    await createUser('waiting');
    // Longer than the pause between two looks.
    await page.clock.runFor(20_000);
    t.equal(asked, 0, 'nothing is asked for');
    await page.getByRole('button', { name: 'Details' }).first().click();
    await line(page, /admin created the user waiting/).waitFor();
  });
});

for (const [theme, width] of [
  ['light', 390],
  ['dark', 1_280],
] as const)
  t.test(`the audit is accessible with details, ${theme}, ${width} wide`, async (t) => {
    await visit(t, '/console/audit', { theme, width }, async (page) => {
      await page.getByRole('button', { name: 'Details' }).first().click();
      await page.getByText('Only this event').waitFor();
      await checkAccessible(t, page, 'details');
      t.ok(await fits(page), 'no wider than the window');
    });
  });
