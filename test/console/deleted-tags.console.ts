import t from 'tap';
import { answer, refuse } from './support/answers.js';
import { becomes, checkAccessible, goTo, settled } from './support/browser.js';
import { countPlaces, message } from './support/edits.js';
import { openConsole, userToken } from './support/service.js';

const { service, test, visit } = await openConsole(t);
const dataset = 'urn:li:dataset:(urn:li:dataPlatform:hive,fct_users_created,PROD)';
const path = '/console/tags?show=deleted';
/** What the browser says of requests that fail. */
const expected = /Failed to load resource/;

async function deleteTag(id: string, name: string): Promise<void> {
  const urn = `urn:li:tag:${id}`;
  await service.graphql(
    `mutation ($create: CreateTagInput!, $add: TagAssociationInput!, $urn: String!) {
       createTag(input: $create) addTag(input: $add) deleteTag(urn: $urn) }`,
    { create: { id, name, description: `About ${name}` }, add: { tagUrn: urn, resourceUrn: dataset }, urn },
  );
}

test('without deleted tags, their list says so', path, {}, async (page, t) => {
  await page.getByText('No deleted tags').waitFor();
  await checkAccessible(t, page, 'no deleted tags');
  await page.getByLabel('Filter tags').fill('x');
  await page.getByText('No tags match').waitFor();
});

t.test('a deleted tag is found later, and restored with its places', async (t) => {
  await deleteTag('first', 'First of two');
  await deleteTag('second', 'Second of two');
  await visit(t, '/console/tags', { expected }, async (page) => {
    await page.getByRole('button', { name: 'Deleted 2' }).click();
    await page.waitForURL(/show=deleted/);
    const table = page.getByRole('table', { name: 'Deleted tags' });
    await table.getByText('About Second of two').waitFor();
    await checkAccessible(t, page, 'deleted tags');
    await page.getByLabel('Filter tags').fill('first');
    await becomes(t, () => table.locator('tbody tr').count(), 1);

    await table.getByRole('link', { name: 'First of two' }).click();
    await page.getByText('This tag was deleted').waitFor();
    await page.goBack();
    await answer(page, 'mutation RestoreTag', (route, number) =>
      number === 1 ? refuse(route) : route.fallback(),
    );
    const restore = table.getByRole('button', { name: 'Restore First of two' });
    await restore.click();
    await message(page, 'The tag First of two is not restored. Too many requests.').waitFor();
    await restore.press('Enter');
    await message(page, 'The tag First of two is restored.').waitFor();
    await page.getByText('No tags match').waitFor();
    await page.getByRole('button', { name: 'Deleted 1' }).waitFor();
    await becomes(
      t,
      () => page.evaluate('document.activeElement.tagName !== "BODY"'),
      true,
      'the focus stays in the page',
    );
    t.equal(await countPlaces(service, 'urn:li:tag:first'), 1);
  });
});

t.test('the list of deleted tags fits a phone', async (t) => {
  await visit(t, path, { width: 390, theme: 'dark' }, async (page) => {
    await page.getByRole('button', { name: 'Restore Second of two' }).waitFor();
    await checkAccessible(t, page, 'deleted tags on a phone');
  });
});

t.test('who may not restore tags sees those that exist', async (t) => {
  const token = await userToken(service, 'reader');
  await visit(t, path, { token }, async (page) => {
    await page.getByRole('table', { name: 'Tags' }).waitFor();
    await goTo(page, service.url + path);
    await settled(page);
    t.equal(await page.getByRole('button', { name: /^(Deleted|Restore)/ }).count(), 0);
  });
});
