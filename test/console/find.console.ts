import t from 'tap';
import { checkAccessible, inTab, screenshot, settled, signIn, startBrowser } from './support/browser.js';
import { sampleService, userToken } from './support/service.js';

const browser = await startBrowser(t);
const service = await sampleService(t);
const dataset = 'urn:li:dataset:(urn:li:dataPlatform:hive,fct_users_created,PROD)';
const entityPath = `/console/entity?urn=${encodeURIComponent(dataset)}`;

const createTag = (id: string) =>
  service.graphql('mutation ($input: CreateTagInput!) { createTag(input: $input) }', {
    input: { id, name: id },
  });

t.test('a column is tagged and found, and the result names it', async (t) => {
  for (const id of ['Secret', 'Checked']) await createTag(id);
  await inTab(t, browser, {}, async (page) => {
    await signIn(page, service.url, service.adminToken, entityPath);
    await settled(page);
    await page.getByLabel('Choose user_name').check();
    await page.locator('.selection').getByRole('button', { name: 'Add tags' }).click();
    const dialog = page.getByRole('dialog');
    for (const name of ['Secret', 'Checked']) {
      await dialog.getByRole('combobox').fill(name);
      await dialog.getByRole('option', { name }).click();
    }
    await checkAccessible(t, page, 'tags of columns');
    await screenshot(page, 'column-tags');
    await dialog.getByRole('button', { name: 'Add 2 tags' }).click();
    await page.getByRole('button', { name: 'Remove Secret from user_name' }).waitFor();

    await page.keyboard.press('Escape');
    await page.locator('#search').fill('secret');
    await page.keyboard.press('Enter');
    const item = page.locator('.entity-item', { hasText: 'fct_users_created' });
    await item.getByText('Columns tagged').waitFor();
    await item.getByRole('link', { name: 'user_name' }).click();
    await page.getByText('1 of').waitFor();
    t.match(await page.locator('table.columns mark').first().innerText(), 'user_name');

    // The page shows the removal before the service has made it, and a reload would cancel the request.
    const answered = page.waitForResponse((response) =>
      /batchRemoveTags/.test(response.request().postData() ?? ''),
    );
    await page.getByRole('button', { name: 'Remove Secret from user_name' }).click();
    await page.getByRole('button', { name: 'Remove Secret from user_name' }).waitFor({ state: 'detached' });
    await answered;
    await page.reload();
    await page.getByRole('button', { name: 'Remove Checked from user_name' }).waitFor();
    t.equal(await page.getByRole('button', { name: 'Remove Secret from user_name' }).count(), 0);
  });
});

t.test('facets narrow a search, and the address has all of it', async (t) => {
  await inTab(t, browser, {}, async (page) => {
    await signIn(page, service.url, service.adminToken, '/console/?query=*');
    const results = page.locator('.entity-item h3');
    await settled(page);
    const all = await results.count();
    await page.getByRole('checkbox', { name: /^hive/ }).check();
    await page.getByLabel('Remove the filter Platform: hive').waitFor();
    await settled(page);
    t.equal(await results.count(), 1);
    await page.getByRole('checkbox', { name: /^kafka/ }).check();
    await page.getByLabel('Remove the filter Platform: kafka').waitFor();
    await settled(page);
    t.equal(await results.count(), 2, 'several values of one field');
    await page.reload();
    await settled(page);
    t.equal(await results.count(), 2, 'the address has the filters');
    await page.goBack();
    await page.getByLabel('Remove the filter Platform: kafka').waitFor({ state: 'detached' });
    await settled(page);
    t.equal(await results.count(), 1);
    await page.getByRole('link', { name: 'Remove all' }).click();
    await page.getByRole('list', { name: 'Filters' }).waitFor({ state: 'detached' });
    await settled(page);
    t.equal(await results.count(), all);
    await page.goto(`${service.url}/console/?query=${encodeURIComponent('/q (a')}`);
    await page.getByText('")" is missing').waitFor();
  });
});

t.test('a description is edited, and a change that fails goes back', async (t) => {
  await createTag('Unkept');
  await inTab(t, browser, {}, async (page) => {
    await signIn(page, service.url, service.adminToken, entityPath);
    await settled(page);
    await page.getByRole('button', { name: /describe it|edit the description/i }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Description').fill('One row for each user.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('One row for each user.').waitFor();

    await page.getByRole('button', { name: 'Add tags …', exact: true }).click();
    await dialog.getByRole('combobox').fill('Unkept');
    await dialog.getByRole('option', { name: 'Unkept' }).click();
    await service.graphql('mutation ($urn: String!) { deleteTag(urn: $urn) }', { urn: 'urn:li:tag:Unkept' });
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('The tags were not added.').waitFor();
    t.equal(await page.locator('[data-tags]').getByText('Unkept').count(), 0);
  });
});

t.test('who may not edit sees no button, and which privileges are missing', async (t) => {
  const token = await userToken(service, 'reader');
  await inTab(t, browser, {}, async (page) => {
    await signIn(page, service.url, token, entityPath);
    await settled(page);
    await page.getByText('Missing permissions').click();
    await page.getByText('the privilege Edit Dataset Column Tags or Edit Entity').waitFor();
    for (const name of [/Add tags/, /description/i, /^Remove/])
      t.equal(await page.getByRole('main').getByRole('button', { name }).count(), 0, `${name}`);
    await checkAccessible(t, page, 'entity of a reader');
  });
});

t.test('profiles and operations are charts with tables', async (t) => {
  await inTab(t, browser, {}, async (page) => {
    await signIn(page, service.url, service.adminToken, entityPath);
    await page.getByRole('link', { name: 'Profiles and operations' }).click();
    await page.getByLabel('Time').selectOption('everything');
    await page.getByRole('img', { name: /^Rows/ }).waitFor();
    await page.getByText('The profiles as a table').click();
    await page.getByRole('columnheader', { name: 'Rows' }).first().waitFor();
    await checkAccessible(t, page, 'profiles and operations');
    await screenshot(page, 'profiles');
  });
});

t.test('what does not exist is said to be missing', async (t) => {
  await inTab(t, browser, {}, async (page) => {
    await signIn(page, service.url, service.adminToken, '/console/entity?urn=urn:li:container:nowhere');
    await page.getByText('There is no such entity.').waitFor();
  });
});

t.test('a dashboard shows its charts, a chart what it reads, and a dataset what reads it', async (t) => {
  const [board, chart] = ['urn:li:dashboard:(looker,sales)', 'urn:li:chart:(looker,by_day)'];
  const dataset = 'urn:li:dataset:(urn:li:dataPlatform:hive,sales_by_day,PROD)';
  const stamp = { time: 0, actor: 'urn:li:corpuser:ann' };
  const common = { description: '', lastModified: { created: stamp, lastModified: stamp } };
  await service.ingest(dataset, 'datasetProperties', { name: 'Sales by day' });
  await service.ingest(chart, 'chartInfo', { ...common, title: 'By day', inputs: [{ string: dataset }] });
  await service.ingest(board, 'dashboardInfo', { ...common, title: 'Sales', charts: [chart] });
  await inTab(t, browser, {}, async (page) => {
    const open = `/console/entity?urn=${encodeURIComponent(board)}`;
    await signIn(page, service.url, service.adminToken, open);
    for (const [fact, name] of [
      ['Charts', 'By day'],
      ['Reads', 'Sales by day'],
      ['Read by', 'By day'],
      ['On dashboards', 'Sales'],
    ] as const) {
      const found = page.locator(`dt:text-is("${fact}") + dd`);
      await found.getByRole('link', { name, exact: true }).click();
    }
    await page.getByRole('heading', { name: 'Sales', exact: true }).waitFor();
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
  await inTab(t, browser, {}, async (page) => {
    await signIn(
      page,
      service.url,
      service.adminToken,
      `/console/entity?urn=${encodeURIComponent(flow('daily'))}`,
    );
    await page.getByRole('heading', { name: 'Jobs (2)' }).waitFor();
    await settled(page);
    t.same(await page.locator('.entity-item h3').allInnerTexts(), ['clean', 'load']);
    await page.goto(`${service.url}/console/entity?urn=${encodeURIComponent(flow('idle'))}`);
    await page.getByText('No job of this flow is known.').waitFor();
  });
});
