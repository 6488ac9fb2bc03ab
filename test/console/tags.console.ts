import t from 'tap';
import { schemaWith } from '../support/schemas.js';
import { becomes, checkAccessible, choose, goTo, screenshot, settled } from './support/browser.js';
import { countPlaces, hold, message, undo } from './support/edits.js';
import { openConsole, userToken } from './support/service.js';

const { service, visit } = await openConsole(t);
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

/** Returns some datasets of the sample as resources of a batch. */
async function someDatasets(count: number): Promise<readonly { resourceUrn: string }[]> {
  const { searchAcrossEntities } = await service.graphql<{
    searchAcrossEntities: { searchResults: { entity: { urn: string } }[] };
  }>(
    `query ($count: Int) { searchAcrossEntities(input: { query: "*", types: [DATASET], start: 0, count: $count }) {
      searchResults { entity { urn } } } }`,
    { count },
  );
  return searchAcrossEntities.searchResults.map(({ entity }) => ({ resourceUrn: entity.urn }));
}

const placesOf = (id: string) => countPlaces(service, `urn:li:tag:${id}`);

t.test('a tag is created, found by the filter, changed, and deleted after its hit list', async (t) => {
  await visit(t, '/console/tags', {}, async (page) => {
    await checkAccessible(t, page, 'tags');
    await screenshot(page, 'tags');
    await page.getByRole('button', { name: 'Create a tag' }).click();
    const dialog = page.getByRole('dialog');
    const create = dialog.getByRole('button', { name: 'Create tag' });
    await dialog.getByLabel('Name', { exact: true }).fill('Quarterly');
    await dialog.getByLabel('Id (optional)').fill('quarterly,(1)');
    await dialog.getByText('It contains "," "(" or ")"').waitFor();
    await becomes(t, () => create.getAttribute('aria-disabled'), 'true', 'a bad id is not sent');
    await dialog.getByLabel('Id (optional)').fill('quarterly');
    await dialog.getByRole('radio', { name: 'violet' }).check();
    await becomes(t, () => dialog.getByLabel('Another colour').inputValue(), '#8e4ec6');
    await dialog.getByLabel('Another colour').fill('#12');
    await dialog.getByText('Write it as # and six hexadecimal digits').waitFor();
    await becomes(t, () => create.getAttribute('aria-disabled'), 'true', 'a bad colour is not sent');
    await dialog.getByLabel('Another colour').fill('#0b7285');
    await checkAccessible(t, page, 'create a tag');
    await screenshot(page, 'tag-create');
    await create.click();
    await page.getByRole('heading', { name: 'Quarterly', level: 1 }).waitFor();
    await page.getByRole('heading', { name: 'Unused' }).waitFor();

    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await becomes(t, () => dialog.getByLabel('Another colour').inputValue(), '#0b7285');
    await dialog.getByLabel('Name', { exact: true }).fill('Every quarter');
    await dialog.getByLabel('Description').fill('Written **four** times a year');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Every quarter', level: 1 }).waitFor();
    await page.getByText('Written four times a year').waitFor();

    await page.goto(`${service.url}/console/tags`);
    await page.getByLabel('Filter tags').fill('every q');
    await page.waitForURL(/filter=every/);
    await settled(page);
    await becomes(t, () => page.locator('tbody tr').count(), 1);
    await page.getByRole('button', { name: 'Name' }).click();
    await page.waitForURL(/order=NAME/);
    await page.goBack();
    await page.waitForURL((url) => !url.search.includes('order'));
    await becomes(
      t,
      () => page.getByLabel('Filter tags').inputValue(),
      'every q',
      'the address has the filter',
    );
    await page.getByRole('button', { name: /^On columns/ }).click();
    await page.getByText('No tags match').waitFor();
    await page.getByRole('button', { name: /^Unused/ }).click();
    await page
      .getByRole('row', { name: /Every quarter/ })
      .getByText('unused')
      .waitFor();

    await usedTag('Doomed');
    await page.goto(service.url + tagPath('Doomed'));
    await page.getByRole('button', { name: 'Delete this tag' }).click();
    await dialog.getByText('It will be removed from 1 dataset and 2 columns.').waitFor();
    await dialog.getByText('itself and 2 columns').waitFor();
    await checkAccessible(t, page, 'delete a tag');
    await screenshot(page, 'tag-delete');
    await dialog.getByRole('button', { name: 'Delete tag' }).click();
    await page.getByRole('heading', { name: 'Tags', level: 1 }).waitFor();
    await undo(page, 'The tag Doomed is deleted.');
    await message(page, 'The tag Doomed is restored.').waitFor();
    t.equal(await placesOf('Doomed'), 3, 'it is back where it was');
    await choose(page, 'Actions for Doomed', 'Delete …');
    await dialog.getByRole('button', { name: 'Delete tag' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.goto(service.url + tagPath('Doomed'));
    await page.getByText('This tag was deleted').waitFor();
    await page.goto(service.url + tagPath('never-there'));
    await page.getByText('There is no such tag').waitFor();
  });
});

t.test('a tag with many places is deleted after its name was typed', async (t) => {
  await service.graphql('mutation ($input: CreateTagInput!) { createTag(input: $input) }', {
    input: { id: 'Widely', name: 'Widely used' },
  });
  const resources = await someDatasets(10);
  await service.graphql('mutation ($input: BatchAddTagsInput!) { batchAddTags(input: $input) }', {
    input: { tagUrns: ['urn:li:tag:Widely'], resources },
  });
  await visit(t, tagPath('Widely'), {}, async (page) => {
    await page.getByRole('heading', { name: 'Used by 10' }).waitFor();
    await page.getByRole('button', { name: 'Delete this tag' }).press('Enter');
    const field = page.getByLabel('Type Widely used to confirm');
    await field.waitFor();
    await becomes(t, () => page.evaluate('document.activeElement?.tagName'), 'INPUT');
    const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete tag' });
    await page.keyboard.type('Widely');
    await page.keyboard.press('Enter');
    await becomes(t, () => remove.getAttribute('aria-disabled'), 'true');
    await page.keyboard.type(' used');
    await becomes(t, () => remove.getAttribute('aria-disabled'), null);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Tags', level: 1 }).waitFor();
    await page.getByText('The tag Widely used is deleted.').waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('The tag Widely used is restored.').waitFor();
    t.equal(await placesOf('Widely'), 10);
  });
});

t.test('a new tag, group or account gets its id from its name, and what has the same is named', async (t) => {
  await service.graphql(`mutation { createTag(input: { id: "Cost-centre", name: "Cost centre" })
    createGroup(input: { id: "finance", name: "Finance" })
    createServiceAccount(input: { displayName: "Nightly load" }) { urn } }`);
  await visit(t, '/console/tags', {}, async (page) => {
    await page.getByRole('button', { name: 'Create a tag' }).click();
    const dialog = page.getByRole('dialog');
    const [name, id] = [dialog.getByLabel('Name', { exact: true }), dialog.getByLabel('Id (optional)')];
    await name.fill('Cost centre');
    await becomes(t, () => id.inputValue(), 'Cost-centre');
    await dialog.getByText('The tag Cost centre already has this id. Choose another one.').waitFor();
    await id.fill('cost-CENTRE');
    await dialog.getByText('The tag Cost centre already has this name or id.').waitFor();
    await name.fill('cost centre 2');
    await becomes(t, () => id.inputValue(), 'cost-CENTRE', 'an id that was changed stays');
    await id.fill('another');
    await dialog.getByText(/The tag Cost centre/).waitFor({ state: 'detached' });
    await name.fill('COST CENTRE');
    const twin = dialog.getByRole('link', { name: 'Cost centre' });
    await twin.waitFor();
    await checkAccessible(t, page, 'a twin');
    await twin.click();
    await page.getByRole('heading', { name: 'Cost centre', level: 1 }).waitFor();

    for (const [path, create, twin, text] of [
      ['groups', 'Create a group', 'finance', 'The group Finance already has this id.'],
      [
        'service-accounts',
        'Create a service account',
        'nightly load',
        'The user Nightly load already has this name',
      ],
    ] as const) {
      await page.goto(`${service.url}/console/${path}`);
      await page.getByRole('button', { name: create }).click();
      await name.fill(twin);
      await dialog.getByText(text).waitFor();
    }

    await page.goto(`${service.url}/console/tags`);
    await page.getByRole('button', { name: 'Create a tag' }).click();
    await name.fill('Made of words (2)');
    await dialog.getByRole('button', { name: 'Create tag' }).click();
    await page.getByText('urn:li:tag:Made-of-words-2', { exact: true }).waitFor();
  });
});

t.test('a tag is removed from what is chosen, and comes back when refused, and by Undo', async (t) => {
  await usedTag('Chosen');
  const [other] = (await someDatasets(2)).filter(({ resourceUrn }) => resourceUrn !== dataset);
  await service.graphql('mutation ($input: BatchAddTagsInput!) { batchAddTags(input: $input) }', {
    input: { tagUrns: ['urn:li:tag:Chosen'], resources: [other] },
  });
  await visit(t, tagPath('Chosen'), {}, async (page) => {
    const row = page.getByRole('row', { name: /fct_users_created/ });
    await row.getByText('the dataset itself').waitFor();
    await row.getByText('user_name').waitFor();
    const remove = page.getByRole('button', { name: 'Remove Chosen' });
    t.equal(await remove.count(), 0, 'nothing is selected');
    await page.getByLabel('Select fct_users_created').check();
    await page.getByText('1 selected').waitFor();
    await checkAccessible(t, page, 'a tag');
    await screenshot(page, 'tag');
    let isRefused = false;
    await page.route('**/api/graphql', async (route) => {
      if (!isRefused && route.request().postData()?.includes('batchRemoveTags')) {
        isRefused = true;
        const errors = [{ message: 'Not now.', extensions: { code: 'SERVICE_UNAVAILABLE' } }];
        return route.fulfill({ json: { data: null, errors } });
      }
      return route.continue();
    });
    await remove.click();
    await page.getByText('Chosen was not removed from 3 places. Not now.').waitFor();
    await becomes(t, () => row.count(), 1, 'it is back');
    t.equal(await placesOf('Chosen'), 4);

    await page.getByLabel('Select all on this page').check();
    await page.getByText('2 selected').waitFor();
    await page.getByLabel('Select fct_users_created').uncheck();
    await page.getByText('1 selected').waitFor();
    await page.getByLabel('Select all on this page').press('Space');
    await page.getByText('2 selected').waitFor();
    await remove.press('Enter');
    await hold(page, 'Chosen was removed from 4 places.');
    t.equal(await placesOf('Chosen'), 0);
    await page.getByText('Nothing has this tag yet').waitFor();
    await becomes(
      t,
      () => page.evaluate('document.activeElement.tagName !== "BODY"'),
      true,
      'the focus stays in the page',
    );
    await undo(page, 'Chosen was removed from 4 places.');
    await row.waitFor();
    t.equal(await placesOf('Chosen'), 4, 'one Undo takes all back');
  });
});

t.test('what has a tag is shown by kind, searched, and has a history', async (t) => {
  await usedTag('Found');
  await visit(t, tagPath('Found'), { width: 390, theme: 'dark' }, async (page) => {
    await page.getByRole('heading', { name: 'Used by 3' }).waitFor();
    await page.getByText('2 columns').waitFor();
    await page.getByRole('tab', { name: 'Datasets and columns 1', selected: true }).waitFor();
    await checkAccessible(t, page, 'a tag on a phone');
    await page.getByLabel('Search in these').fill('nothing like it');
    await page.waitForURL(/filter=nothing/);
    await page.getByText('Nothing matches').waitFor();
    await page.getByLabel('Search in these').fill('fct_users');
    await page.getByRole('row', { name: /fct_users_created/ }).waitFor();
    await page.getByRole('tab', { selected: true }).focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.waitForURL(/kind=history/);
    await page.getByRole('region', { name: 'History' }).getByRole('listitem').first().waitFor();
    await checkAccessible(t, page, 'the history of a tag');
    await goTo(page, `${service.url}/console/tags`);
    await checkAccessible(t, page, 'tags on a phone');
  });
});

t.test('who may change nothing sees what has a tag, and no way to change it', async (t) => {
  await usedTag('Seen');
  const token = await userToken(service, 'reader');
  await visit(t, tagPath('Seen'), { token }, async (page) => {
    await page.getByText('user_name').waitFor();
    await settled(page);
    t.equal(await page.getByRole('checkbox').count(), 0);
    t.equal(await page.getByRole('button', { name: /Edit|Delete|Remove/ }).count(), 0);
    await goTo(page, `${service.url}/console/tags`);
    t.equal(await page.getByRole('button', { name: 'Create a tag' }).count(), 0);
    await page.getByRole('button', { name: 'Actions for Seen' }).click();
    await becomes(t, () => page.getByRole('menuitem').allInnerTexts(), ['Show where it is used', 'Copy URN']);
  });
});

t.test('tags of columns that the schema does not have, or under another path, can be removed', async (t) => {
  const urn = 'urn:li:dataset:(urn:li:dataPlatform:hive,changed_schema,PROD)';
  const path = '[version=2.0].[type=R].[type=string].mail';
  const write = (aspectName: string, value: object) => service.ingest(urn, aspectName, value);
  const tagged = (fieldPath: string) => ({
    fieldPath,
    globalTags: { tags: [{ tag: 'urn:li:tag:Stale' }] },
  });
  await write('schemaMetadata', {
    ...schemaWith(),
    fields: [
      { fieldPath: path, type: { type: { 'com.linkedin.schema.StringType': {} } }, nativeDataType: 'text' },
    ],
  });
  await write('editableSchemaMetadata', {
    editableSchemaFieldInfo: [tagged('mail'), tagged('gone'), { fieldPath: path, description: 'Addresses' }],
  });
  await visit(t, `/console/entity?urn=${encodeURIComponent(urn)}`, {}, async (page) => {
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
    t.equal(await placesOf('Stale'), 0);
  });
});
