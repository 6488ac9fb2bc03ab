import type { Page } from 'playwright-core';
import t from 'tap';
import { becomes, checkAccessible, screenshot, settled } from './support/browser.js';
import { best, message, undo } from './support/edits.js';
import { openConsole, userToken } from './support/service.js';

const { service, test, visit } = await openConsole(t);
const dataset = 'urn:li:dataset:(urn:li:dataPlatform:hive,fct_users_created,PROD)';
const pathOf = (urn: string) => `/console/entity?urn=${encodeURIComponent(urn)}`;
const entityPath = pathOf(dataset);

const createTag = (id: string) =>
  service.graphql('mutation ($input: CreateTagInput!) { createTag(input: $input) }', {
    input: { id, name: id },
  });

/** The layer in which tags are chosen, while it is open. */
const picker = (page: Page) => page.getByRole('dialog', { name: /^Tags of / });

/** The name of what has the focus. */
const focusedName = (page: Page) =>
  page.evaluate<string>(`(() => {
    const { activeElement: element } = document;
    return element.getAttribute('aria-label') ?? element.textContent.trim();
  })()`);

t.test('columns are tagged together and found, and one removal is taken back', async (t) => {
  for (const id of ['Secret', 'Checked']) await createTag(id);
  await visit(t, entityPath, {}, async (page) => {
    await page.getByLabel('Select user_name').check();
    const selected = page.getByRole('group', { name: 'Selected columns' });
    await selected.getByText('1 selected').waitFor();
    await selected.getByRole('button', { name: 'Tags' }).click();
    for (const name of ['Secret', 'Checked']) {
      await picker(page).getByRole('combobox').fill(name);
      await picker(page)
        .getByRole('option', { name: new RegExp(`^${name}`) })
        .click();
    }
    await checkAccessible(t, page, 'tags of columns');
    await screenshot(page, 'column-tags');
    await page.keyboard.press('Control+Enter');
    await page.getByText('2 tags were added to user_name.').waitFor();
    const remove = page.getByRole('button', { name: 'Remove Secret from user_name' });
    await remove.waitFor();
    await selected.getByRole('button', { name: 'Clear the selection' }).click();
    await selected.waitFor({ state: 'detached' });

    await page.goto(`${service.url}/console/?query=secret`);
    const hit = page.getByRole('main').getByRole('listitem').filter({ hasText: 'fct_users_created' });
    await hit.getByRole('link', { name: 'user_name' }).click();
    await page.getByText(/^1 of \d+ columns/).waitFor();
    t.match(await page.locator('table.columns mark').first().innerText(), 'user_name');
    await remove.click();
    await remove.waitFor({ state: 'detached' });
    await undo(page, 'Secret was removed from user_name.');
    await remove.waitFor();
    await page.reload();
    await remove.waitFor();
  });
});

t.test('an entity is tagged and described with the keyboard only', async (t) => {
  await createTag('Typed');
  await visit(t, entityPath, {}, async (page) => {
    await page.getByRole('button', { name: 'Add tags', exact: true }).waitFor();
    await page.keyboard.press('t');
    await picker(page).getByRole('combobox').fill('Typed');
    await best(picker(page), 'Typed').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Remove Typed', exact: true }).waitFor();
    await becomes(t, () => focusedName(page), 'Add tags');

    await page.keyboard.press('e');
    const field = page.getByRole('textbox', { name: 'Description' });
    await field.waitFor();
    await field.fill('One row for **each** user, see [docs](https://docs.example/a).\n\n- first\n- second');
    await page.getByRole('button', { name: 'Preview' }).press('Enter');
    await page.getByRole('group', { name: 'Preview' }).getByRole('link', { name: 'docs' }).waitFor();
    await checkAccessible(t, page, 'description that is edited');
    await page.getByRole('button', { name: 'Write' }).press('Enter');
    await field.press('Control+Enter');
    await page.locator('.prose strong', { hasText: 'each' }).waitFor();
    await becomes(t, () => page.locator('.prose li').allInnerTexts(), ['first', 'second']);
    await becomes(t, () => focusedName(page), 'Edit');
    await message(page, /^The description .* is saved/)
      .getByRole('button', { name: 'Undo' })
      .press('Enter');
    await page.locator('.prose strong').waitFor({ state: 'detached' });
    await page.reload();
    await settled(page);
    t.equal(await page.locator('.prose strong').count(), 0);
  });
});

t.test('a change that fails goes back', async (t) => {
  await createTag('Unkept');
  await visit(t, entityPath, {}, async (page) => {
    await page.getByRole('button', { name: 'Add tags', exact: true }).click();
    await picker(page).getByRole('combobox').fill('Unkept');
    await picker(page)
      .getByRole('option', { name: /^Unkept/ })
      .click();
    await service.graphql('mutation ($urn: String!) { deleteTag(urn: $urn) }', { urn: 'urn:li:tag:Unkept' });
    await page.keyboard.press('Control+Enter');
    await page.getByText('Unkept was not added').waitFor();
    await page.getByRole('button', { name: 'Remove Unkept' }).waitFor({ state: 'detached' });
  });
});

t.test('nested columns open and close, and a filter shows them with what they are in', async (t) => {
  const urn = 'urn:li:dataset:(urn:li:dataPlatform:kafka,nested,PROD)';
  const field = (fieldPath: string, type: string, nativeDataType: string) => ({
    ...{ fieldPath, nativeDataType, nullable: true, recursive: false },
    type: { type: { [`com.linkedin.schema.${type}`]: {} } },
  });
  const inRecord = '[version=2.0].[type=R].[type=Customer].customer';
  await service.ingest(urn, 'schemaMetadata', {
    ...{ schemaName: 's', platform: 'urn:li:dataPlatform:kafka', version: 0, hash: '' },
    platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
    fields: [
      field('[version=2.0].[key=True].[type=K].[type=long].id', 'NumberType', 'long'),
      field(inRecord, 'RecordType', 'Customer'),
      field(`${inRecord}.[type=string].email`, 'StringType', 'string'),
      field(`${inRecord}.[type=Address].address`, 'RecordType', 'Address'),
      field(`${inRecord}.[type=Address].address.[type=string].شهر`, 'StringType', 'string'),
      ...Array.from({ length: 200 }, (_, index) => field(`plain_${index}`, 'StringType', 'varchar')),
    ],
  });
  for (const [age, share] of [
    [2, 0.05],
    [1, 0.4],
  ] as const)
    await service.ingest(urn, 'datasetProfile', {
      timestampMillis: Date.now() - age * 86_400_000,
      rowCount: 1_234_567,
      fieldProfiles: [{ fieldPath: 'plain_0', nullProportion: share }],
    });
  // A narrower window has no room for the course of the shares.
  await visit(t, pathOf(urn), { width: 1_440 }, async (page) => {
    const rows = page.getByRole('table', { name: 'Columns' }).locator('tbody tr');
    const cell = (name: string) => page.getByRole('rowheader', { name, exact: true });
    await page.getByText('1.2M rows').waitFor();
    await cell('id PK').waitFor();
    await cell('email').waitFor();
    await becomes(t, () => rows.count(), 150, 'as many rows as are drawn at once');
    await page.getByText('40%', { exact: true }).waitFor();
    await page.getByRole('img', { name: 'from 5% to 40%, at most 40%' }).waitFor();
    await checkAccessible(t, page, 'nested columns');

    await page.getByRole('button', { name: 'Close customer', exact: true }).click();
    await cell('email').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Open customer', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    await cell('شهر').waitFor();
    await page.getByLabel('Select customer.address', { exact: true }).focus();
    await page.keyboard.press('ArrowLeft');
    await cell('شهر').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowLeft');
    await becomes(t, () => focusedName(page), 'Select customer', 'the left arrow goes up');
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();

    await page.getByLabel('Filter columns').fill('شهر');
    await page.getByText('1 of 205 columns').waitFor();
    await becomes(t, () => rows.count(), 3, 'the column and the two that it is in');
    await page.getByLabel('Filter columns').fill('');
    await becomes(t, () => rows.count(), 150);
    await page.getByRole('button', { name: 'Show 54 more' }).scrollIntoViewIfNeeded();
    await becomes(t, () => rows.count(), 204, 'the others follow on scroll');
  });
});

test('several columns get one description, and lose it together', entityPath, {}, async (page, t) => {
  for (const name of ['user_id', 'user_name'])
    await page.getByLabel(`Select ${name}`, { exact: true }).check();
  await page
    .getByRole('group', { name: 'Selected columns' })
    .getByRole('button', { name: 'Describe' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Describe 2 columns' });
  await dialog.getByLabel('Description').fill('Said of both.');
  for (const _ of Array(3)) await page.keyboard.press('Escape');
  t.equal(
    await dialog.getByLabel('Description').inputValue(),
    'Said of both.',
    'Escape keeps what was typed',
  );
  await checkAccessible(t, page, 'description of columns');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await becomes(t, () => page.getByText('Said of both.').count(), 2);
  await undo(page, 'The description of 2 columns is saved.');
  await becomes(t, () => page.getByText('Said of both.').count(), 0);
});

t.test('a long description is folded, and the focus unfolds it', async (t) => {
  const urn = 'urn:li:dataset:(urn:li:dataPlatform:hive,told,PROD)';
  await service.ingest(urn, 'datasetProperties', {
    description: `${'A line of text.\n\n'.repeat(12)}[The end](https://docs.example/end)`,
  });
  await visit(t, pathOf(urn), { width: 390, theme: 'dark' }, async (page) => {
    const button = page.getByRole('button', { name: 'Show all' });
    await button.click();
    await page.getByRole('button', { name: 'Show less' }).click();
    await button.waitFor();
    await page.getByRole('link', { name: 'The end' }).focus();
    await page.getByRole('button', { name: 'Show less' }).waitFor();
    await checkAccessible(t, page, 'description that is unfolded');
  });
});

t.test('who may not edit sees no button, and which privileges are missing', async (t) => {
  const token = await userToken(service, 'reader');
  await visit(t, entityPath, { token }, async (page) => {
    await page.getByText('Missing permissions').click();
    await page.getByText('the privilege Edit Dataset Column Tags or Edit Entity').waitFor();
    for (const name of [/Add tags/, /descri/i, /^Edit/, /^Remove/])
      t.equal(await page.getByRole('main').getByRole('button', { name }).count(), 0, `${name}`);
    t.equal(await page.getByRole('checkbox').count(), 0);
    await checkAccessible(t, page, 'entity of a reader');
  });
});

test('profiles and operations are charts with tables', entityPath, {}, async (page, t) => {
  await page.getByRole('tab', { name: 'Profiles' }).click();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  const chart = page.getByRole('slider', { name: 'Rows' });
  await chart.focus();
  await page.keyboard.press('Home');
  await becomes(t, () => chart.getAttribute('aria-valuenow'), '0', 'the keys choose a value');
  t.match(await chart.getAttribute('aria-valuetext'), / on /);
  await page.getByText('Show the profiles as a table').click();
  await page.getByRole('columnheader', { name: 'Rows' }).first().waitFor();
  await checkAccessible(t, page, 'profiles and operations');
  await screenshot(page, 'profiles');
});

t.test('what does not exist is said to be missing', async (t) => {
  await visit(t, '/console/entity?urn=urn:li:container:nowhere', {}, async (page) => {
    await page.getByRole('heading', { name: 'There is no such entity' }).waitFor();
  });
});

t.test('a platform, an owner, a domain and a term lead to the entities that have them', async (t) => {
  const urn = 'urn:li:dataset:(urn:li:dataPlatform:oracle,linked,PROD)';
  const time = { time: 0, actor: 'urn:li:corpuser:ann' };
  const owner = 'urn:li:corpuser:unstored';
  await service.ingest(urn, 'datasetProperties', { name: 'linked' });
  await service.ingest(urn, 'ownership', { owners: [{ owner, type: 'DATAOWNER' }], lastModified: time });
  await service.ingest(urn, 'domains', { domains: ['urn:li:domain:unstored_domain'] });
  await service.ingest(urn, 'glossaryTerms', {
    terms: [{ urn: 'urn:li:glossaryTerm:unstored_term' }],
    auditStamp: time,
  });
  await visit(t, pathOf(urn), {}, async (page) => {
    const main = page.getByRole('main');
    for (const [place, name] of [
      ['Place', 'oracle'],
      ['Owners', 'unstored'],
      ['Domain and terms', 'unstored_domain'],
      ['Domain and terms', 'unstored_term'],
    ] as const) {
      await main.getByLabel(place, { exact: true }).getByRole('link', { name, exact: true }).click();
      await page.waitForURL('**filters=**');
      await settled(page);
      await main.getByRole('link', { name: 'linked', exact: true }).click();
      await page.getByRole('heading', { name: 'linked', level: 1 }).waitFor();
    }
    await page.goto(`${service.url}/console/entity?urn=urn:li:domain:unstored_domain`);
    await page.getByRole('heading', { name: 'There is no such entity' }).waitFor();
    await page.getByRole('link', { name: 'Search for what refers to it' }).click();
    await main.getByRole('link', { name: 'linked', exact: true }).waitFor();
  });
});

t.test('a dashboard shows its charts, a chart its dashboards, and both lead to what they read', async (t) => {
  const [board, chart] = ['urn:li:dashboard:(looker,sales)', 'urn:li:chart:(looker,by_day)'];
  const dataset = 'urn:li:dataset:(urn:li:dataPlatform:hive,sales_by_day,PROD)';
  const stamp = { time: 0, actor: 'urn:li:corpuser:ann' };
  const common = { description: '', lastModified: { created: stamp, lastModified: stamp } };
  await service.ingest(dataset, 'datasetProperties', { name: 'Sales by day' });
  await service.ingest(chart, 'chartInfo', { ...common, title: 'By day', inputs: [{ string: dataset }] });
  await service.ingest(board, 'dashboardInfo', { ...common, title: 'Sales', charts: [chart] });
  await visit(t, pathOf(board), {}, async (page) => {
    const main = page.getByRole('main');
    const open = async (name: string) => {
      await main.getByRole('link', { name, exact: true }).first().click();
      await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
    };
    await open('By day');
    await open('Sales');
    await open('By day');
    await page.getByRole('tab', { name: 'Lineage' }).click();
    for (const name of ['Sales by day', 'By day']) {
      await main
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .first()
        .click();
      await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
    }
  });
});

t.test('the page of a flow shows its jobs, and that it has none', async (t) => {
  const flow = (id: string) => `urn:li:dataFlow:(airflow,${id},PROD)`;
  for (const id of ['daily', 'daily_2', 'idle'])
    await service.ingest(flow(id), 'dataFlowInfo', { name: id, customProperties: {} });
  for (const [id, name] of [
    ['daily', 'load'],
    ['daily', 'clean'],
    ['daily_2', 'other'],
  ] as const)
    await service.ingest(`urn:li:dataJob:(${flow(id)},${name})`, 'dataJobInfo', {
      ...{ name, type: { string: 'COMMAND' }, customProperties: {} },
    });
  await visit(t, pathOf(flow('daily')), {}, async (page) => {
    await page.getByRole('heading', { name: 'Jobs (2)' }).waitFor();
    await settled(page);
    await becomes(t, () => page.getByRole('main').locator('h3 a').allInnerTexts(), ['clean', 'load']);
    await page.goto(`${service.url}${pathOf(flow('idle'))}`);
    await page.getByText('This flow has no jobs yet.').waitFor();
  });
});
