import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import t from 'tap';
import {
  becomes,
  checkAccessible,
  fits,
  inTab,
  screenshot,
  settled,
  signIn,
  startBrowser,
} from './support/browser.js';
import {
  best,
  changeTags,
  countPlaces,
  findDatasets,
  hold,
  message,
  pick,
  readTags,
  tabTo,
  undo,
} from './support/edits.js';
import { largeService, userToken } from './support/service.js';

const browser = await startBrowser(t);
// Three batches of a thousand.
const service = await largeService(t, 2_500);
const all = await findDatasets(service);
const datasetsPath = '/console/?query=*&types=DATASET&sort=name';
const hivePath = `${datasetsPath}&filters=${encodeURIComponent('platform:urn:li:dataPlatform:hive')}`;

const createTag = async (name: string) => {
  await service.graphql('mutation ($input: CreateTagInput!) { createTag(input: $input) }', {
    input: { id: name, name },
  });
  return `urn:li:tag:${name}`;
};
const tagged = (tag: string) => countPlaces(service, tag);

const bar = (page: Page) => page.getByRole('group', { name: 'With the selected results' });
/** The URNs of the results of the page. */
const shownUrns = async (page: Page) => {
  const rows = await page.locator('[data-key]').all();
  return Promise.all(rows.map(async (row) => (await row.getAttribute('data-key'))!));
};
const shown = (page: Page) => page.getByRole('checkbox', { name: /^Select (?!all)/ });

/** Presses keys in one task of the page, as somebody does whose keys are faster than it draws. */
const pressAtOnce = (page: Page, keys: readonly string[]) =>
  page.evaluate(`for (const name of ${JSON.stringify(keys)}) {
    const [key, shift] = name.split('+').reverse();
    const options = { key, shiftKey: shift === 'Shift' || key === 'X', bubbles: true, cancelable: true };
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', options));
  }`);

async function open(page: Page, path = datasetsPath, token = service.adminToken): Promise<void> {
  await signIn(page, service.url, token, path);
  await settled(page);
}

t.test('twenty results are tagged in at most six clicks, and Undo leaves what was there', async (t) => {
  const tag = await createTag('Weekly');
  await inTab(t, browser, {}, async (page) => {
    await open(page);
    await changeTags(service, 'Add', tag, (await shownUrns(page)).slice(0, 5));
    const before = await readTags(service, all);
    await page.reload();
    await settled(page);
    let clicks = 0;
    const click = (target: Locator) => {
      clicks += 1;
      return target.click();
    };
    await click(page.getByRole('checkbox', { name: 'Select all on this page' }));
    await bar(page).getByText('20 selected').waitFor();
    await click(bar(page).getByRole('button', { name: 'Add tags' }));
    const picker = page.getByRole('dialog', { name: 'Tags of 20 entities' });
    await picker.getByRole('combobox').fill('weekly');
    await click(picker.getByRole('option', { name: 'Weekly' }));
    await checkAccessible(t, page, 'tag picker of many');
    await screenshot(page, 'tag-picker');
    await click(picker.getByRole('button', { name: 'Apply to 20' }));
    await hold(page, 'Weekly added: 15 entities changed, 5 already so');
    t.ok(clicks <= 6, `${clicks} clicks`);
    t.equal(await tagged(tag), 20);

    await undo(page, 'Weekly added');
    await message(page, 'Undone').waitFor();
    t.same(await readTags(service, all), before, 'those that had the tag keep it');
    await checkAccessible(t, page, 'selected results');
  });
});

t.test('the keyboard alone selects, tags and takes back', async (t) => {
  const tag = await createTag('Typed');
  await inTab(t, browser, {}, async (page) => {
    await open(page);
    await pressAtOnce(page, ['j', 'x', 'Shift+ArrowDown', 'Shift+ArrowDown']);
    await bar(page).getByText('3 selected').waitFor();
    const addTags = bar(page).getByRole('button', { name: 'Add tags' });
    await tabTo(page, addTags);
    const picker = page.getByRole('dialog', { name: 'Tags of 3 entities' });
    const check = async () => {
      await page.keyboard.press('Enter');
      await picker.getByRole('combobox').and(page.locator(':focus')).waitFor();
      await page.keyboard.type('typed');
      await best(picker, 'Typed').waitFor();
      await page.keyboard.press('Enter');
    };
    await check();
    await page.keyboard.press('Control+Enter');
    await hold(page, 'Typed added: 3 entities changed');
    t.equal(await tagged(tag), 3);
    await addTags.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+z');
    await message(page, 'Undone').waitFor();
    t.equal(await tagged(tag), 0);

    await check();
    await page.keyboard.press('Escape');
    await picker.waitFor({ state: 'hidden' });
    t.equal(await tagged(tag), 0, 'Escape drops what was checked');
    await page.keyboard.press('Escape');
    await bar(page).waitFor({ state: 'detached' });

    await pressAtOnce(page, ['j', 'x', 'Escape', 'x', 'j', 'X', 'Shift+ArrowUp']);
    await bar(page).getByText('2 selected').waitFor();
  });
});

t.test('one who may not change everything changes the rest, and reads what was refused', async (t) => {
  const tag = await createTag('Partly');
  const token = await userToken(service, 'partial');
  let urns: readonly string[] = [];
  await inTab(t, browser, {}, async (page) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await bar(page).getByRole('button', { name: 'Copy URNs' }).click();
    await message(page, '20 URNs copied').waitFor();
    urns = String(await page.evaluate('navigator.clipboard.readText()')).split('\n');
    t.same([...urns].sort(), [...(await shownUrns(page))].sort());
  });
  const [mine, others] = [
    urns.filter((_, index) => index % 3 > 0),
    urns.filter((_, index) => index % 3 === 0),
  ];
  await service.graphql('mutation ($input: PolicyUpdateInput!) { createPolicy(input: $input) }', {
    input: {
      ...{ type: 'METADATA', name: 'Some', description: '', state: 'ACTIVE' },
      privileges: ['EDIT_ENTITY_TAGS'],
      actors: {
        users: ['urn:li:corpuser:partial'],
        ...{ allUsers: false, allGroups: false, resourceOwners: false },
      },
      resources: { type: 'dataset', resources: mine, allResources: false },
    },
  });
  await inTab(t, browser, {}, async (page) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page, datasetsPath, token);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await bar(page).getByRole('button', { name: 'Add tags' }).click();
    await pick(page, 'Partly');
    const dialog = page.getByRole('dialog', { name: `${others.length} entities were refused` });
    const close = dialog.getByRole('button', { name: 'Close', exact: true }).last();
    await dialog.getByText(`${mine.length} entities changed, ${others.length} refused`).waitFor();
    t.equal(await tagged(tag), mine.length);
    await close.click();
    await undo(page, 'Partly added');
    await message(page, 'Undone').waitFor();
    t.equal(await tagged(tag), 0);

    // The list can be read for longer than the message is shown.
    await bar(page).getByRole('button', { name: 'Add tags' }).click();
    await pick(page, 'Partly');
    await dialog.waitFor();
    t.equal(await dialog.getByRole('listitem').count(), others.length);
    await checkAccessible(t, page, 'what was refused');
    await dialog.getByRole('button', { name: 'Copy the list' }).click();
    await becomes(
      t,
      async () =>
        String(await page.evaluate('navigator.clipboard.readText()'))
          .split('\n')
          .map((line) => line.split('\t')[0])
          .sort(),
      [...others].sort(),
    );
    await close.click();
  });
});

t.test('all results are changed in batches, Stop ends after one, Undo is a request for each', async (t) => {
  const tag = await createTag('Everywhere');
  await inTab(t, browser, {}, async (page) => {
    await open(page);
    await shown(page).first().check();
    await bar(page)
      .getByRole('button', { name: `Select all ${all.length.toLocaleString('en-US')}` })
      .click();
    await bar(page)
      .getByText(`${all.length.toLocaleString('en-US')} selected`)
      .waitFor();
    let batches = 0;
    let go = () => {};
    const stopped = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route('**/api/graphql', async (route) => {
      if (/batchAddTags/.test(route.request().postData() ?? '')) {
        batches += 1;
        if (batches === 2) await stopped;
      }
      await route.continue();
    });
    await bar(page).getByRole('button', { name: 'Add tags' }).click();
    await pick(page, 'Everywhere');
    await bar(page).getByText('Changed 1,000 of').waitFor();
    await bar(page).getByRole('button', { name: 'Stop' }).click();
    go();
    await message(page, `2,000 entities changed, ${all.length - 2_000} left as they were`).waitFor();
    t.equal(batches, 2, 'the third batch was not sent');
    t.equal(await tagged(tag), 2_000);

    const sent: string[] = [];
    page.on('request', (one) => {
      const [, name] = /^\s*mutation (\w+)/.exec(String(one.postDataJSON()?.query)) ?? [];
      if (name) sent.push(name);
    });
    await bar(page).getByRole('button', { name: 'Remove tags' }).click();
    await pick(page, 'Everywhere');
    const removed = 'Everywhere removed: 2,000 entities changed';
    await hold(page, removed);
    t.equal(await tagged(tag), 0);
    t.same(sent.splice(0), Array(3).fill('RemoveTags'));
    await undo(page, removed);
    await message(page, 'Undone').waitFor();
    t.equal(await tagged(tag), 2_000);
    t.same(sent, ['UndoCall', 'UndoCall'], 'the batch that has changed nothing has no undo');
  });
});

t.test('Undo leaves what someone else has changed since', async (t) => {
  const tag = await createTag('Shared');
  await inTab(t, browser, {}, async (page) => {
    await open(page);
    const urns = await shownUrns(page);
    const [first = '', second = ''] = urns;
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await bar(page).getByRole('button', { name: 'Add tags' }).click();
    await pick(page, 'Shared');
    await hold(page, '20 entities changed');
    // Someone takes the tag away, and puts it there again: from now on it is theirs.
    await changeTags(service, 'Remove', tag, [first]);
    await changeTags(service, 'Add', tag, [first]);
    await page.keyboard.press('Control+z');
    await message(page, '19 of 20 changes are undone').waitFor();
    const left = await readTags(service, urns);
    t.ok(left.includes(`${first} ${tag}`), 'theirs stays');
    t.notOk(left.includes(`${second} ${tag}`));
  });
});

t.test('the export has the selected results, and no formula', async (t) => {
  const urn = 'urn:li:dataset:(urn:li:dataPlatform:hive,formula,PROD)';
  await service.ingest(urn, 'datasetProperties', { name: '=1+1', description: '@SUM(A1), and "more"' });
  await inTab(t, browser, {}, async (page) => {
    await open(page, '/console/?query=formula');
    await shown(page).first().check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      bar(page).getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const [head, row] = readFileSync(await download.path(), 'utf8').split('\r\n');
    t.equal(head, '\ufeffurn,name,type,platform,place,tags,owners,description');
    t.equal(row, `"${urn}","'=1+1",Dataset,hive,hive,,,"'@SUM(A1), and ""more"""`);
  });
});

t.test('the bar and its picker fit a phone', async (t) => {
  for (const theme of ['light', 'dark'] as const)
    await inTab(t, browser, { theme, width: 390 }, async (page) => {
      await open(page, hivePath);
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      await bar(page).getByRole('button', { name: 'Remove tags' }).click();
      await page
        .getByRole('dialog', { name: /^Remove tags from/ })
        .getByRole('option')
        .first()
        .waitFor();
      await checkAccessible(t, page, `tag picker, ${theme}, on a phone`);
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 700 });
        t.ok(await fits(page), `${width} px`);
      }
      await page.keyboard.press('Escape');
      await bar(page).getByRole('button', { name: 'More with the selected results' }).click();
      await page.getByRole('menuitem', { name: 'Export CSV' }).waitFor();
      await checkAccessible(t, page, `more of the selected, ${theme}`);
    });
});
