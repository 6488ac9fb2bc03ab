import type { Page } from 'playwright-core';
import t from 'tap';
import { columnUrn } from '../../src/urn/column.js';
import { datasetUrn } from '../support/metadata.js';
import { column, schemaWith } from '../support/schemas.js';
import { becomes, checkAccessible, fits, screenshot, settled } from './support/browser.js';
import { changeTags, hold, readTags, tabTo, undo } from './support/edits.js';
import { openConsole, userToken } from './support/service.js';

const { service, visit } = await openConsole(t);

/** Data with a tag: raw.email, which has it, → clean.email → report.email; report → copy, without edges of columns. */
async function makeFlow(name: string) {
  const tag = `urn:li:tag:${name}`;
  const [raw, clean, report, copy] = ['raw', 'clean', 'report', 'copy'].map((each) =>
    datasetUrn(`${name}_${each}`),
  ) as [string, string, string, string];
  await service.ingest(tag, 'tagProperties', { name });
  for (const urn of [raw, clean, report])
    await service.ingest(urn, 'schemaMetadata', schemaWith(column('id'), column('email')));
  for (const [from, to] of [
    [raw, clean],
    [clean, report],
  ] as const)
    await service.ingest(to, 'upstreamLineage', {
      upstreams: [{ dataset: from, type: 'TRANSFORMED' }],
      fineGrainedLineages: [
        {
          ...{ upstreamType: 'FIELD_SET', downstreamType: 'FIELD' },
          ...{ upstreams: [columnUrn(from, 'email')], downstreams: [columnUrn(to, 'email')] },
        },
      ],
    });
  await service.ingest(copy, 'upstreamLineage', { upstreams: [{ dataset: report, type: 'COPY' }] });
  await service.ingest(raw, 'editableSchemaMetadata', {
    editableSchemaFieldInfo: [{ fieldPath: 'email', globalTags: { tags: [{ tag }] } }],
  });
  const place = (urn: string) => `${urn} email ${tag}`;
  return {
    ...{ tag, report, copy, place, raw },
    path: `/console/tag?${new URLSearchParams({ urn: tag, kind: 'reach' })}`,
    read: () => readTags(service, [raw, clean, report, copy]),
  };
}

const rows = (page: Page) => page.getByRole('table', { name: 'Reach' }).locator('tbody').getByRole('row');
/** What has the tag is a start too, and so changes distances. */
const row = (page: Page, name: string) => rows(page).filter({ has: page.getByRole('link', { name }) });

t.test('the reach of a tag names each place, the way to it, and whether the tag is there', async (t) => {
  const { tag } = await makeFlow('pii');
  await visit(t, `/console/tag?${new URLSearchParams({ urn: tag })}`, {}, async (page) => {
    await page.getByRole('tab', { name: 'Reach' }).click();
    await rows(page).first().waitFor();
    await settled(page);
    await becomes(t, () => rows(page).count(), 3);
    t.match(await rows(page).nth(0).textContent(), /pii_clean.*email.*1 step.*pii_raw\.email.*Without/);
    t.match(
      await rows(page).nth(1).textContent(),
      /pii_report.*email.*2 steps.*pii_raw\.email → pii_clean\.email.*Without/,
    );
    t.match(await rows(page).nth(2).textContent(), /pii_copy.*3 steps \*/);
    await page.getByText('Whether the tagged data flows there is not known.').waitFor();
    await checkAccessible(t, page, 'reach');
    await screenshot(page, 'tag-reach');
    await page.getByRole('button', { name: 'Upstream' }).click();
    await page.getByText('No lineage').waitFor();
    await checkAccessible(t, page, 'no reach');
  });
});

t.test('the tag is added where it is missing, and Undo takes it back', async (t) => {
  const { path, read, place, raw, report } = await makeFlow('added');
  await visit(t, path, {}, async (page) => {
    await page.getByLabel('Select added_report.email').check();
    await page.getByText('1 selected').waitFor();
    await page.getByRole('button', { name: 'Add added' }).click();
    await hold(page, 'added was added to 1 place.');
    t.same(await read(), [place(raw), place(report)]);
    await row(page, 'added_report').getByText('Has it').waitFor();
    await page.getByRole('button', { name: /^Without the tag/ }).click();
    await becomes(t, () => rows(page).count(), 2);
    await undo(page, 'added was added to 1 place.');
    await becomes(t, read, [place(raw)]);
  });
});

t.test('with the keyboard only: all that lack the tag get it', async (t) => {
  const { path, read, tag, place, raw, copy } = await makeFlow('keyed');
  await visit(t, `${path}&show=without`, {}, async (page) => {
    await tabTo(page, page.getByLabel('Select all on this page'));
    await page.keyboard.press('Space');
    await page.getByText('3 selected').waitFor();
    await tabTo(page, page.getByLabel('Select keyed_report.email'));
    await page.keyboard.press('x');
    await page.getByText('2 selected').waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Add keyed' }));
    await page.keyboard.press('Enter');
    await becomes(t, () => rows(page).count(), 1);
    await becomes(t, async () => (await read()).length, 3);
    t.ok((await read()).includes(`${copy} ${tag}`));
    await hold(page, 'keyed was added to 2 places.');
    await page.keyboard.press('Control+z');
    await becomes(t, read, [place(raw)]);
  });
});

t.test('where a person has removed the tag, it is added only if the place itself is chosen', async (t) => {
  const { path, tag, copy } = await makeFlow('removed');
  await changeTags(service, 'Add', tag, [copy]);
  await changeTags(service, 'Remove', tag, [copy]);
  await visit(t, path, { theme: 'dark' }, async (page) => {
    await row(page, 'removed_copy').getByText('Removed by').waitFor();
    await page.getByLabel('Select removed_report.email').waitFor();
    await page.getByLabel('Select all on this page').check();
    await page.getByText('2 selected').waitFor();
    await page.getByLabel('Select removed_copy').check();
    await page.getByText('3 selected').waitFor();
    await checkAccessible(t, page, 'reach with a removed tag');
  });
});

t.test('without the rights there is nothing to select, and no window is too narrow', async (t) => {
  const { path } = await makeFlow('read_only');
  const token = await userToken(service, 'reader');
  await visit(t, path, { token, width: 320 }, async (page) => {
    await page.getByRole('link', { name: 'read_only_report' }).waitFor();
    await settled(page);
    await becomes(t, () => page.getByRole('checkbox').count(), 0);
    await becomes(t, () => fits(page), true);
    await checkAccessible(t, page, 'reach on a phone');
  });
});
