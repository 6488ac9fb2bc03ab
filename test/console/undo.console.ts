import type { Page } from 'playwright-core';
import t from 'tap';
import { answer, lose, refuse } from './support/answers.js';
import { becomes } from './support/browser.js';
import {
  best,
  changeTags,
  countPlaces,
  hold,
  message,
  pick,
  readTags,
  tabTo,
  undo,
} from './support/edits.js';
import { openConsole } from './support/service.js';

const { service, test, visit } = await openConsole(t);
const dataset = 'urn:li:dataset:(urn:li:dataPlatform:hive,fct_users_created,PROD)';
const path = `/console/entity?urn=${encodeURIComponent(dataset)}`;
/** What the browser says of requests that fail. */
const expected = /Failed to load resource/;
const tagsNow = () => readTags(service, [dataset]);

const createTag = async (name: string) => {
  await service.graphql('mutation ($input: CreateTagInput!) { createTag(input: $input) }', {
    input: { id: name, name },
  });
  return `urn:li:tag:${name}`;
};

const addTag = async (page: Page, ...names: readonly string[]) => {
  await page.getByRole('button', { name: 'Add tags', exact: true }).click();
  await pick(page, ...names);
};

t.test('a tag that was removed by mistake is back in one click', async (t) => {
  await changeTags(service, 'Add', await createTag('Wanted'), [dataset]);
  const before = await tagsNow();
  await visit(t, path, {}, async (page) => {
    const remove = page.getByRole('button', { name: 'Remove Wanted', exact: true });
    await remove.click();
    await hold(page, 'Wanted was removed');
    await remove.waitFor({ state: 'detached' });
    t.notSame(await tagsNow(), before);
    await undo(page, 'Wanted was removed');
    await message(page, 'Undone').waitFor();
    await remove.waitFor();
    t.same(await tagsNow(), before);
  });
});

t.test('the keyboard alone adds a new tag and takes it back, and Ctrl-Z in a field is its own', async (t) => {
  const before = await tagsNow();
  await visit(t, path, {}, async (page) => {
    const addTags = page.getByRole('button', { name: 'Add tags', exact: true });
    await tabTo(page, addTags);
    await page.keyboard.press('Enter');
    const picker = page.getByRole('dialog', { name: /^Tags of/ });
    await picker.getByRole('combobox').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Brand new');
    await best(picker, 'Create tag “Brand new”').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await hold(page, 'Brand new was added');
    await becomes(t, async () => (await tagsNow()).length, before.length + 1);
    await page.locator('#search').focus();
    await page.keyboard.press('Control+z');
    t.equal(await message(page, 'Brand new was added').count(), 1, 'the field has an undo of its own');
    await tabTo(page, addTags);
    await page.keyboard.press('Control+z');
    await message(page, 'Undone').waitFor();
    t.same(await tagsNow(), before);
  });
});

t.test('Undo is refused with a reason, and changes nothing, after a change of the same thing', async (t) => {
  const tag = await createTag('Contested');
  await visit(t, path, {}, async (page) => {
    await page.getByRole('button', { name: 'Add tags', exact: true }).click();
    await pick(page, 'Contested');
    await hold(page, 'Contested was added');
    await changeTags(service, 'Remove', tag, [dataset]);
    await changeTags(service, 'Add', tag, [dataset]);
    const before = await tagsNow();
    await undo(page, 'Contested was added');
    await message(page, /^Not undone\. The same thing has changed again/).waitFor();
    t.same(await tagsNow(), before);
  });
});

t.test('an Undo that could not be sent can be tried again', async (t) => {
  await createTag('Again');
  await visit(t, path, { expected }, async (page) => {
    await answer(page, 'mutation Undo', (route, number) => (number === 1 ? refuse(route) : route.fallback()));
    const before = await tagsNow();
    await addTag(page, 'Again');
    await message(page, 'Again was added').getByRole('button', { name: 'Undo' }).click();
    await message(page, 'Not undone. Too many requests.').getByRole('button', { name: 'Undo' }).click();
    await message(page, 'Undone').waitFor();
    t.same(await tagsNow(), before);
  });
});

t.test('an Undo whose answer is lost can be tried again, and then says that it was done', async (t) => {
  await createTag('Twice');
  await visit(t, path, { expected }, async (page) => {
    await answer(page, 'mutation UndoCall', (route, number) =>
      number === 1 ? lose(route) : route.fallback(),
    );
    const before = await tagsNow();
    await addTag(page, 'Twice');
    await message(page, 'Twice was added').getByRole('button', { name: 'Undo' }).click();
    await message(page, 'may have been made').getByRole('button', { name: 'Undo' }).click();
    await message(page, 'It was already undone').waitFor();
    t.same(await tagsNow(), before);
  });
});

t.test('an Undo of several requests goes on where it has failed, the newest first', async (t) => {
  await visit(t, path, { expected }, async (page) => {
    const calls: string[] = [];
    page.on('response', async (response) => {
      if (/mutation Describe/.test(response.request().postData() ?? ''))
        calls.push(response.headers()['x-request-id']!);
    });
    const undone: string[] = [];
    await answer(page, 'mutation UndoCall', (route, number) => {
      undone.push(route.request().postDataJSON().variables.changeSet);
      return number === 2 ? refuse(route) : route.fallback();
    });
    const boxes = page.locator('main table').getByRole('checkbox');
    await boxes.nth(1).check();
    await boxes.nth(2).check();
    await page.getByRole('button', { name: 'Describe', exact: true }).click();
    await page.getByRole('textbox', { name: 'Description' }).fill('in two requests');
    await page.getByRole('button', { name: 'Save' }).click();
    await message(page, 'is saved').getByRole('button', { name: 'Undo' }).click();
    const failure = message(page, '1 of 2 changes are undone. Too many requests.');
    await failure.getByRole('button', { name: 'Undo' }).click();
    await message(page, 'Undone').waitFor();
    await becomes(t, () => page.getByText('in two requests').count(), 0);
    const [first, second] = calls;
    t.same(undone, [second, first, first]);
  });
});

test('after a part of an Undo was refused, columns show what is stored', path, {}, async (page, t) => {
  const boxes = page.locator('main table').getByRole('checkbox');
  await boxes.nth(1).check();
  await boxes.nth(2).check();
  await page.getByRole('button', { name: 'Describe', exact: true }).click();
  await page.getByRole('textbox', { name: 'Description' }).fill('for both');
  await page.getByRole('button', { name: 'Save' }).click();
  const saved = message(page, 'is saved');
  await saved.waitFor();
  const { changes } = await service.graphql<{ changes: { changes: { fieldPath: string }[] } }>(
    'query ($urn: String!) { changes(input: { urn: $urn, count: 1 }) { changes { fieldPath } } }',
    { urn: dataset },
  );
  await service.graphql('mutation ($input: DescriptionUpdateInput!) { updateDescription(input: $input) }', {
    input: {
      ...{ resourceUrn: dataset, subResource: changes.changes[0]!.fieldPath },
      ...{ subResourceType: 'DATASET_FIELD', description: 'of another person' },
    },
  });
  await saved.getByRole('button', { name: 'Undo' }).click();
  await message(page, '1 of 2 changes are undone').waitFor();
  await page.getByText('of another person').waitFor();
  await becomes(t, () => page.getByText('for both').count(), 0);
});

t.test('an Undo that the service has not finished in time is offered again', async (t) => {
  await createTag('Slow');
  await visit(t, path, { expected }, async (page) => {
    const cut = {
      message: 'It did not end.',
      path: ['undoChanges'],
      extensions: { type: 'SERVICE_UNAVAILABLE' },
    };
    await answer(page, 'mutation UndoCall', (route, number) =>
      number === 1 ? route.fulfill({ status: 200, json: { data: null, errors: [cut] } }) : route.fallback(),
    );
    const before = await tagsNow();
    await addTag(page, 'Slow');
    await undo(page, 'Slow was added');
    await undo(page, 'Not all changes are undone. It did not end.');
    await message(page, 'Undone').waitFor();
    t.same(await tagsNow(), before);
  });
});

t.test('many that were changed by a request whose answer was cut off can be taken back', async (t) => {
  const tag = await createTag('Cut');
  await visit(t, '/console/?query=*&types=DATASET', { expected }, async (page) => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await answer(page, 'mutation AddTags', async (route) =>
      route.fulfill({ response: await route.fetch(), body: '{"data":{' }),
    );
    await addTag(page, 'Cut');
    const outcome = /^Cut added: \d+ entities changed\. The response could not be read/;
    await hold(page, outcome);
    t.ok((await countPlaces(service, tag)) > 1);
    await undo(page, outcome);
    await message(page, 'Undone').waitFor();
    t.equal(await countPlaces(service, tag), 0);
  });
});
