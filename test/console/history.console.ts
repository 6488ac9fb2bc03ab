import type { Locator, Page } from 'playwright-core';
import t from 'tap';
import { becomes, checkAccessible, fits, screenshot, settled } from './support/browser.js';
import { countPlaces, hold, tabTo, undo } from './support/edits.js';
import { openConsole, userToken } from './support/service.js';

const { service, visit } = await openConsole(t);
const dataset = 'urn:li:dataset:(urn:li:dataPlatform:hive,fct_users_created,PROD)';
const historyPath = (urn: string, column = '') =>
  `/console/entity?${new URLSearchParams({ urn, part: 'history', ...(column && { column }) })}`;

const change = (name: string, type: string, input: object) =>
  service.graphql(`mutation ($input: ${type}!) { ${name}(input: $input) }`, { input });
const addTags = (resourceUrn: string, ids: readonly string[], columns: readonly string[] = []) =>
  change('batchAddTags', 'BatchAddTagsInput', {
    tagUrns: ids.map((id) => `urn:li:tag:${id}`),
    resources:
      columns.length === 0
        ? [{ resourceUrn }]
        : columns.map((subResource) => ({ resourceUrn, subResource, subResourceType: 'DATASET_FIELD' })),
  });
const describe = (resourceUrn: string, description: string) =>
  change('updateDescription', 'DescriptionUpdateInput', { resourceUrn, description });

async function createTag(id: string, name = id): Promise<void> {
  await change('createTag', 'CreateTagInput', { id, name });
}

const line = (page: Page, text: string | RegExp): Locator =>
  page.locator('main').getByRole('listitem').filter({ hasText: text });
const undoIn = (one: Locator) => one.getByRole('button', { name: 'Undo' });

t.test('what was done is told, and taken back with the mouse', async (t) => {
  await createTag('told', 'Told');
  await createTag('also', 'Also told');
  await addTags(dataset, ['told', 'also'], ['user_id', 'user_name']);
  await describe(dataset, 'One row for each user, with those that were deleted.');
  await describe(dataset, 'One row for each user, without those that were deleted.');
  await visit(t, historyPath(dataset), {}, async (page) => {
    await page.getByRole('tab', { name: 'History', selected: true }).waitFor();
    const added = line(page, 'added Told and Also told to user_id and user_name');
    await added.waitFor();
    const described = line(page, 'changed the description');
    await becomes(t, () => described.locator('del').textContent(), 'with');
    await becomes(t, () => described.locator('ins').textContent(), 'without');
    await becomes(t, () => undoIn(line(page, 'added a description')).count(), 0, 'it was changed since');
    await settled(page);
    await checkAccessible(t, page, 'history');
    await screenshot(page, 'history');

    await undoIn(added).click();
    await hold(page, 'Undone');
    await line(page, /removed (Told and Also told|Also told and Told) from/).waitFor();
    await added.getByText('undone').waitFor();
    await becomes(t, () => undoIn(added).count(), 0, 'it is taken back once');
    await becomes(
      t,
      () => page.evaluate('document.activeElement.textContent.includes("added")'),
      true,
      'its line keeps the focus',
    );

    await undo(page, 'Undone');
    await becomes(
      t,
      () => line(page, /added (Told and Also told|Also told and Told) to/).count(),
      2,
      'and done again',
    );

    await page.getByRole('button', { name: /^Descriptions 2/ }).click();
    await becomes(t, () => line(page, 'Told').count(), 0);
    await becomes(t, () => line(page, 'description').count(), 2);
  });
});

t.test('with the keyboard only: a change is taken back', async (t) => {
  await createTag('keyed', 'Keyed');
  await addTags(dataset, ['keyed']);
  await visit(t, historyPath(dataset), {}, async (page) => {
    const added = line(page, 'added Keyed');
    await added.waitFor();
    await tabTo(page, undoIn(added));
    await page.keyboard.press('Enter');
    await added.getByText('undone').waitFor();
    await line(page, 'removed Keyed').waitFor();
    await tabTo(page, undoIn(line(page, 'removed Keyed')));
  });
});

t.test('the history of a column, and without rights', async (t) => {
  await createTag('narrow', 'Narrow');
  await addTags(dataset, ['narrow'], ['user_id']);
  await addTags(dataset, ['narrow']);
  const token = await userToken(service, 'history.reader');
  await visit(t, historyPath(dataset, 'user_id'), { token }, async (page) => {
    await line(page, 'added Narrow to user_id').waitFor();
    await becomes(t, () => line(page, 'added Narrow').count(), 1, 'nothing of the dataset');
    await settled(page);
    await becomes(t, () => page.getByRole('button', { name: 'Undo' }).count(), 0, 'it may not');
    await page.getByRole('button', { name: 'Show all columns' }).click();
    await line(page, 'added Narrow to this entity and user_id').waitFor();
  });
});

t.test('long and right-to-left texts fit every window, in both themes', async (t) => {
  const name = 'أسماء العملاء';
  await createTag('rtl', name);
  await createTag('x'.repeat(200), 'Long'.repeat(50));
  await addTags(dataset, ['rtl', 'x'.repeat(200)]);
  await describe(dataset, `${'unbroken'.repeat(300)} end`);
  for (const [width, theme] of [
    [320, 'light'],
    [390, 'dark'],
    [1_280, 'dark'],
  ] as const)
    await visit(t, historyPath(dataset), { width, theme }, async (page) => {
      await line(page, name).waitFor();
      await settled(page);
      await becomes(t, () => fits(page), true);
      await checkAccessible(t, page, `history, ${theme}, ${width} wide`);
    });
});

t.test('a deleted tag is found among the changes, and restored with its places', async (t) => {
  await createTag('lost', 'Lost');
  await addTags(dataset, ['lost']);
  await service.graphql('mutation { deleteTag(urn: "urn:li:tag:lost") }');
  await visit(t, '/console/changes', {}, async (page) => {
    await page.getByRole('button', { name: /^Other/ }).click();
    await line(page, 'deleted lost').getByRole('link', { name: 'lost' }).click();
    await page.getByText('This tag was deleted').waitFor();
    await settled(page);
    await checkAccessible(t, page, 'a deleted tag');
    await tabTo(page, page.getByRole('button', { name: 'Restore' }));
    await page.keyboard.press('Enter');
    await page.getByText('The tag is restored.').waitFor();
    await page.getByRole('heading', { name: 'Lost', level: 1, exact: true }).waitFor();
  });
  t.equal(await countPlaces(service, 'urn:li:tag:lost'), 1, 'its place is back');
});
