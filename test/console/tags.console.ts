import t from 'tap';
import { checkAccessible, inTab, screenshot, settled, signIn, startBrowser } from './support/browser.js';
import { sampleService, userToken } from './support/service.js';

const browser = await startBrowser(t);
const service = await sampleService(t);
const dataset = 'urn:li:dataset:(urn:li:dataPlatform:hive,fct_users_created,PROD)';
const tagPath = (id: string) => `/console/tag?urn=${encodeURIComponent(`urn:li:tag:${id}`)}`;

/** Creates a tag that is on a dataset and on two of its columns. */
async function usedTag(id: string): Promise<void> {
  await service.graphql('mutation ($input: CreateTagInput!) { createTag(input: $input) }', {
    input: { id, name: id },
  });
  const columns = ['user_id', 'user_name'].map((subResource) => ({
    resourceUrn: dataset,
    subResource,
    subResourceType: 'DATASET_FIELD',
  }));
  await service.graphql('mutation ($input: BatchAddTagsInput!) { batchAddTags(input: $input) }', {
    input: { tagUrns: [`urn:li:tag:${id}`], resources: [{ resourceUrn: dataset }, ...columns] },
  });
}

async function countPlaces(id: string): Promise<number> {
  const { tag } = await service.graphql<{ tag: { associations: { total: number } } }>(
    'query ($urn: String!) { tag(urn: $urn) { associations { total } } }',
    { urn: `urn:li:tag:${id}` },
  );
  return tag.associations.total;
}

t.test('a tag is created, found by the filter, changed and deleted after its hit list', async (t) => {
  await inTab(t, browser, {}, async (page) => {
    await signIn(page, service.url, service.adminToken, '/console/tags');
    await page.getByRole('button', { name: 'Create a tag' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Quarterly');
    const create = page.getByRole('button', { name: 'Create', exact: true });
    await page.getByLabel('Id (optional)').fill('quarterly,(1)');
    await page.getByText('It contains "," "(" or ")"').waitFor();
    t.equal(await create.getAttribute('aria-disabled'), 'true', 'a bad id is not sent');
    await page.getByLabel('Id (optional)').fill('quarterly');
    await page.getByLabel('with a colour').check();
    await checkAccessible(t, page, 'create a tag');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('#0b7285').waitFor();

    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Every quarter');
    await page.getByLabel('Description').fill('Written four times a year');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Every quarter', level: 1 }).waitFor();
    await page.getByText('Written four times a year').waitFor();

    await page.goto(`${service.url}/console/tags`);
    await page.getByLabel('Filter').fill('every q');
    await page.waitForURL(/filter=every/);
    await settled(page);
    t.equal(await page.locator('tbody tr').count(), 1);
    await page.getByRole('button', { name: /^Entities/ }).click();
    t.match(page.url(), 'order=-ENTITIES');
    await page.goBack();
    await page.waitForURL((url) => !url.search.includes('order'));
    t.equal(await page.getByLabel('Filter').inputValue(), 'every q', 'the address has the filter');

    await usedTag('Doomed');
    await page.goto(service.url + tagPath('Doomed'));
    await page.getByRole('button', { name: 'Delete …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('It will be removed from 3 places').waitFor();
    await dialog.getByText('user_name').waitFor();
    await checkAccessible(t, page, 'delete a tag');
    await screenshot(page, 'tag-delete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Tags', level: 1 }).waitFor();
    await page.goto(service.url + tagPath('Doomed'));
    await page.getByText('There is no such tag.').waitFor();
  });
});

t.test('a tag is removed from what is chosen, and comes back when the service refuses', async (t) => {
  await usedTag('Chosen');
  await inTab(t, browser, {}, async (page) => {
    await signIn(page, service.url, service.adminToken, tagPath('Chosen'));
    await page.getByLabel('user_id').check();
    let isRefused = false;
    await page.route('**/api/graphql', async (route) => {
      if (!isRefused && route.request().postData()?.includes('batchRemoveTags')) {
        isRefused = true;
        const errors = [{ message: 'Not now.', extensions: { code: 'SERVICE_UNAVAILABLE' } }];
        return route.fulfill({ json: { data: null, errors } });
      }
      return route.continue();
    });
    await page.getByRole('button', { name: 'Remove from 1 chosen' }).click();
    await page.getByText('Chosen stays where it was. Not now.').waitFor();
    t.equal(await page.getByLabel('user_id').count(), 1, 'it is back');
    t.equal(await countPlaces('Chosen'), 3);

    await page.getByLabel('all 3 on this page').check();
    await page.getByLabel('user_name').uncheck();
    await page.getByRole('button', { name: 'Remove from 2 chosen' }).click();
    await page.getByText('Chosen is removed from 2 places.').waitFor();
    t.equal(await countPlaces('Chosen'), 1);
  });
});

t.test('who may change nothing sees what has a tag, and no way to change it', async (t) => {
  await usedTag('Seen');
  const token = await userToken(service, 'reader');
  await inTab(t, browser, {}, async (page) => {
    await signIn(page, service.url, token, tagPath('Seen'));
    await page.getByText('user_name').waitFor();
    await settled(page);
    t.equal(await page.getByRole('checkbox').count(), 0);
    t.equal(await page.getByRole('button', { name: /Edit|Delete|Remove/ }).count(), 0);
    await page.goto(`${service.url}/console/tags`);
    await settled(page);
    t.equal(await page.getByRole('button', { name: 'Create a tag' }).count(), 0);
  });
});

t.test(
  'tags of columns that the schema no longer has, or has under another path, can be removed',
  async (t) => {
    const urn = 'urn:li:dataset:(urn:li:dataPlatform:hive,changed_schema,PROD)';
    const path = '[version=2.0].[type=R].[type=string].mail';
    const write = (aspectName: string, value: object) => service.ingest(urn, aspectName, value);
    const tagged = (fieldPath: string) => ({
      fieldPath,
      globalTags: { tags: [{ tag: 'urn:li:tag:Stale' }] },
    });
    await write('schemaMetadata', {
      ...{ schemaName: 's', platform: 'urn:li:dataPlatform:hive', version: 0, hash: '' },
      platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
      fields: [
        { fieldPath: path, type: { type: { 'com.linkedin.schema.StringType': {} } }, nativeDataType: 'text' },
      ],
    });
    await write('editableSchemaMetadata', {
      editableSchemaFieldInfo: [
        tagged('mail'),
        tagged('gone'),
        { fieldPath: path, description: 'Addresses' },
      ],
    });
    await inTab(t, browser, {}, async (page) => {
      await signIn(page, service.url, service.adminToken, `/console/entity?urn=${encodeURIComponent(urn)}`);
      await page.getByText('not in the schema').waitFor();
      await page.getByText('Addresses').waitFor();
      for (const name of ['mail', 'gone']) {
        const remove = page.getByRole('button', { name: `Remove Stale from ${name}`, exact: true });
        const answered = page.waitForResponse((response) =>
          /removeTag/i.test(response.request().postData() ?? ''),
        );
        await remove.click();
        await answered;
        await remove.waitFor({ state: 'detached' });
      }
      t.equal(await countPlaces('Stale'), 0);
    });
  },
);
