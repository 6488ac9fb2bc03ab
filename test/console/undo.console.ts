import type { Page } from 'playwright-core';
import t from 'tap';
import { becomes, inTab, settled, signIn, startBrowser } from './support/browser.js';
import { best, changeTags, hold, message, pick, readTags, tabTo, undo } from './support/edits.js';
import { sampleService } from './support/service.js';

const browser = await startBrowser(t);
const service = await sampleService(t);
const dataset = 'urn:li:dataset:(urn:li:dataPlatform:hive,fct_users_created,PROD)';
const path = `/console/entity?urn=${encodeURIComponent(dataset)}`;
const tagsNow = () => readTags(service, [dataset]);

const createTag = async (name: string) => {
  await service.graphql('mutation ($input: CreateTagInput!) { createTag(input: $input) }', {
    input: { id: name, name },
  });
  return `urn:li:tag:${name}`;
};

const open = async (page: Page) => {
  await signIn(page, service.url, service.adminToken, path);
  await settled(page);
};

t.test('a tag that was removed by mistake is back in one click', async (t) => {
  await changeTags(service, 'Add', await createTag('Wanted'), [dataset]);
  const before = await tagsNow();
  await inTab(t, browser, {}, async (page) => {
    await open(page);
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

t.test(
  'the keyboard alone adds a new tag and takes it back, and Ctrl-Z in a field stays its own',
  async (t) => {
    const before = await tagsNow();
    await inTab(t, browser, {}, async (page) => {
      await open(page);
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
  },
);

t.test(
  'Undo is refused with its reason, and changes nothing, when someone has changed the same thing',
  async (t) => {
    const tag = await createTag('Contested');
    await inTab(t, browser, {}, async (page) => {
      await open(page);
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
  },
);
