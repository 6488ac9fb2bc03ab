import type { Page } from 'playwright-core';
import t from 'tap';
import { column, schemaWith } from '../support/schemas.js';
import { answer, lose, refuse } from './support/answers.js';
import { checkAccessible } from './support/browser.js';
import { countPlaces, hold, message, pick, undo } from './support/edits.js';
import { openConsole } from './support/service.js';

const { service, test } = await openConsole(t);
const datasetUrn = (name: string) => `urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`;
const paths = Array.from({ length: 1_200 }, (_, index) => `c${String(index).padStart(4, '0')}`);
/** What the browser says of requests that fail. */
const expected = /Failed to load resource/;

/** Ingests a dataset of 1,200 columns that have a tag, and one after it that has the tag on itself. */
async function tagMany(name: string): Promise<string> {
  const urn = `urn:li:tag:${name}`;
  const globalTags = { tags: [{ tag: urn }] };
  await service.ingest(urn, 'tagProperties', { name });
  await service.ingest(datasetUrn(`${name}_wide`), 'editableSchemaMetadata', {
    editableSchemaFieldInfo: paths.map((fieldPath) => ({ fieldPath, globalTags })),
  });
  await service.ingest(datasetUrn(`${name}_zero`), 'globalTags', globalTags);
  return urn;
}

const tagPath = (name: string) => `/console/tag?urn=${encodeURIComponent(`urn:li:tag:${name}`)}`;

async function removeAll(page: Page, name: string): Promise<void> {
  await page.getByLabel(`Select ${name}_zero`).waitFor();
  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: `Remove ${name}` }).click();
}

const urns = { all: '', part: '', lost: '' };
for (const name of ['all', 'part', 'lost'] as const) urns[name] = await tagMany(name);

test(
  'a tag is removed from 1,201 places in two requests, and one Undo takes both back',
  tagPath('all'),
  {},
  async (page, t) => {
    const row = page.getByRole('row', { name: /all_zero/ });
    await row.getByText('the dataset itself').waitFor();
    await page
      .getByRole('row', { name: /all_wide/ })
      .getByText('+1194')
      .waitFor();
    let go = () => {};
    const isSeen = new Promise<void>((resolve) => {
      go = resolve;
    });
    await answer(page, 'mutation RemoveTags', async (route, number) => {
      if (number === 2) await isSeen;
      await route.fallback();
    });
    await removeAll(page, 'all');
    await message(page, 'Removing all: 1,000 of 1,201 places …').waitFor();
    await checkAccessible(t, page, 'a removal that runs');
    t.equal(await countPlaces(service, urns.all), 201);
    go();
    await hold(page, 'all was removed from 1,201 places.');
    t.equal(await message(page, 'Removing').count(), 0);
    t.equal(await countPlaces(service, urns.all), 0);
    await page.getByText('Nothing has this tag yet').waitFor();
    await undo(page, 'all was removed from 1,201 places.');
    await row.waitFor();
    t.equal(await countPlaces(service, urns.all), 1_201);
  },
);

test(
  'after a refusal, messages say what was removed and what was not, and Undo takes the first part back',
  tagPath('part'),
  { expected },
  async (page, t) => {
    await answer(page, 'mutation RemoveTags', (route, number) =>
      number === 2 ? refuse(route) : route.fallback(),
    );
    await removeAll(page, 'part');
    await message(page, 'part was not removed from 201 of 1,201 places. Too many requests.').waitFor();
    const done = 'part was removed from 1,000 of 1,201 places.';
    await hold(page, done);
    t.equal(await countPlaces(service, urns.part), 201);
    // The page shows what is stored.
    await page
      .getByRole('row', { name: /part_wide/ })
      .getByText('+194')
      .waitFor();
    await undo(page, done);
    await page
      .getByRole('row', { name: /part_wide/ })
      .getByText('+1194')
      .waitFor();
    t.equal(await countPlaces(service, urns.part), 1_201);
  },
);

test(
  'after a lost answer, a message says for which part the result is not known',
  tagPath('lost'),
  { expected },
  async (page, t) => {
    await answer(page, 'mutation RemoveTags', (route, number) =>
      number === 2 ? lose(route) : route.fallback(),
    );
    await removeAll(page, 'lost');
    await message(page, 'It is not known whether lost was removed from 201 of 1,201 places.').waitFor();
    await message(page, 'lost was removed from 1,000 of 1,201 places.').waitFor();
    t.equal(await countPlaces(service, urns.lost), 0);
    await page.getByText('Nothing has this tag yet').waitFor();
  },
);

const wide = datasetUrn('columns_wide');
await service.ingest(wide, 'schemaMetadata', schemaWith(...paths.map((path) => column(path))));
await service.ingest('urn:li:tag:Columns', 'tagProperties', { name: 'Columns' });

test(
  'more than 1,000 columns are tagged together',
  `/console/entity?urn=${encodeURIComponent(wide)}`,
  {},
  async (page, t) => {
    await page.locator('main table').getByRole('checkbox').first().check();
    await page.getByText('1,200 selected').waitFor();
    await page.getByRole('group', { name: 'Selected columns' }).getByRole('button', { name: 'Tags' }).click();
    await pick(page, 'Columns');
    await hold(page, 'Columns was added to 1,200 columns.');
    t.equal(await countPlaces(service, 'urn:li:tag:Columns'), 1_200);
    await undo(page, 'Columns was added');
    await message(page, 'Undone').waitFor();
    t.equal(await countPlaces(service, 'urn:li:tag:Columns'), 0);
  },
);
