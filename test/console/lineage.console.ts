import type { Page } from 'playwright-core';
import t from 'tap';
import { columnUrn } from '../../src/urn/column.js';
import { batchUrl, proposal } from '../support/aspects.js';
import { datasetUrn as urnOf } from '../support/metadata.js';
import { column, schemaWith } from '../support/schemas.js';
import { becomes, checkAccessible, fits, screenshot, settled } from './support/browser.js';
import { openConsole, sampleService } from './support/service.js';

const { service, visit } = await openConsole(t, sampleService(t, { LINEAGE_MAX_RELATIONS: '1100' }));
const lineagePath = (urn: string, path = '') =>
  `/console/entity?${new URLSearchParams({ urn, part: 'lineage', ...(path && { column: path }) })}`;

/** Columns of datasets, as in `middle.email`. */
const columnOf = (text: string) => {
  const [name = '', path = ''] = text.split('.');
  return columnUrn(urnOf(name), path);
};

/** Writes what a dataset is made from, and which columns are made from which, as in `left_one.mail middle.email`. */
const make = (name: string, from: readonly string[], columns: readonly string[] = []) =>
  service.ingest(urnOf(name), 'upstreamLineage', {
    upstreams: from.map((each) => ({ dataset: urnOf(each), type: 'TRANSFORMED' })),
    fineGrainedLineages: columns.map((each) => {
      const [upstream = '', downstream = ''] = each.split(' ').map(columnOf);
      return {
        ...{ upstreamType: 'FIELD_SET', downstreamType: 'FIELD' },
        ...{ upstreams: [upstream], downstreams: [downstream] },
      };
    }),
  });
const exist = (name: string, removed = false) => service.ingest(urnOf(name), 'status', { removed });
// source → left_one → middle → 12 sinks; of these, sink_10 → beyond → last → outmost.
const sinks = Array.from({ length: 12 }, (_, index) => `sink_${index + 10}`);
await make('middle', ['left_one', 'left_two'], ['left_one.mail middle.email']);
await make('left_one', ['source']);
await exist('source');
for (const sink of sinks)
  await make(
    sink,
    ['middle'],
    sink === 'sink_10' ? ['middle.email sink_10.contact', 'middle.email sink_10.key'] : [],
  );
await make('beyond', ['sink_10', 'sink_11'], ['sink_10.contact beyond.contact']);
await make('last', ['beyond']);
await make('outmost', ['last']);
await service.ingest(
  urnOf('middle'),
  'schemaMetadata',
  schemaWith(...['id', 'email', 'unused'].map((path) => column(path))),
);
await service.ingest(urnOf('left_one'), 'globalTags', { tags: [{ tag: 'urn:li:tag:lineage_pii' }] });

const graph = (page: Page) => page.getByRole('group', { name: 'Graph of the lineage' });
const node = (page: Page, name: string) => graph(page).getByRole('link', { name });
const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true });
const rows = (page: Page, name: string) => table(page, name).locator('tbody').getByRole('row');
const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent');
const lit = (page: Page) => graph(page).locator('.edge.on').count();

t.test('three steps are drawn in each direction; the list has all', async (t) => {
  await visit(t, lineagePath(urnOf('middle')), {}, async (page) => {
    await node(page, 'last').waitFor();
    await settled(page);
    await becomes(t, () => graph(page).getByRole('link').count(), 14, '3 before it, 8 and 2 after it');
    await becomes(t, () => node(page, 'outmost').count(), 0, 'it is four steps away');
    await becomes(t, () => rows(page, 'Upstream').count(), 3);
    await becomes(t, () => rows(page, 'Downstream').count(), 15);
    t.match(await node(page, 'left_one').textContent(), /lineage_pii/, 'tags are on the entity');
    t.match(await rows(page, 'Upstream').first().textContent(), /left_one.*1 step.*lineage_pii/);
    t.match(await node(page, 'left_two').textContent(), /Never ingested/);
    await becomes(t, () => rows(page, 'Upstream').getByText('Never ingested').count(), 1);
    await checkAccessible(t, page, 'lineage');
    await screenshot(page, 'lineage');

    const sent: string[] = [];
    page.on('request', (request) => {
      const [, name] = /query (WalkLineage|LineageEntities)/.exec(request.postData() ?? '') ?? [];
      if (name) sent.push(name);
    });
    await page.reload();
    await node(page, 'last').waitFor();
    await settled(page);
    t.same(sent, ['WalkLineage', 'LineageEntities'], 'two requests are enough');

    await node(page, 'source').hover();
    await becomes(t, () => lit(page), 2, 'the path to it is lit');
    await node(page, 'beyond').hover();
    await becomes(t, () => lit(page), 4, 'so are both ways of a diamond');
  });
});

t.test('an entity is followed further, and a direction', async (t) => {
  await visit(t, lineagePath(urnOf('middle')), {}, async (page) => {
    await graph(page).getByRole('button', { name: 'Show what is downstream of last' }).click();
    await node(page, 'outmost').waitFor();
    await page.getByRole('combobox', { name: 'Downstream' }).selectOption('1');
    await becomes(t, () => node(page, 'beyond').count(), 0);
    await page.getByRole('combobox', { name: 'Downstream' }).selectOption('5');
    await node(page, 'outmost').waitFor();
    await settled(page);

    const width = async () => (await graph(page).boundingBox())!.width;
    const fit = await width();
    await page.getByRole('button', { name: 'Larger' }).click();
    await page.getByText('125 %').waitFor();
    await becomes(t, async () => (await width()) > fit, true, 'it is larger');
    await page.getByRole('button', { name: 'Fit to the window' }).click();
    await becomes(t, width, fit);

    await node(page, 'outmost').click();
    await page.getByRole('heading', { name: 'outmost', level: 1 }).waitFor();
    await node(page, 'last').waitFor();
  });
});

t.test('a column is followed, and shown on what it reaches', async (t) => {
  await visit(t, lineagePath(urnOf('middle')), {}, async (page) => {
    await node(page, 'last').waitFor();
    await page.getByRole('combobox', { name: 'Column', exact: true }).fill('mail');
    await page.getByRole('option', { name: 'email' }).click();
    await node(page, 'beyond').waitFor();
    await settled(page);
    await becomes(t, () => graph(page).getByRole('link').count(), 4, 'left_one, itself, sink_10 and beyond');
    t.match(await node(page, 'middle').textContent(), /email/);
    t.match(await node(page, 'left_one').textContent(), /mail/);
    t.match(await node(page, 'sink_10').textContent(), /contact, key/);
    t.match(await rows(page, 'Downstream').first().textContent(), /sink_10.*contact.*key.*1 step/);
    await checkAccessible(t, page, 'lineage of a column');

    await node(page, 'sink_10').click();
    await page.getByRole('heading', { name: 'sink_10', level: 1 }).waitFor();
    await page.getByText('Column contact').waitFor();
    await page.getByRole('button', { name: 'Show the lineage of all columns' }).click();
    await node(page, 'last').waitFor();
    await page.getByRole('combobox', { name: 'Column', exact: true }).waitFor();
  });
  await visit(t, lineagePath(urnOf('middle'), 'unused'), {}, async (page) => {
    await page.getByText('No lineage of this column yet').waitFor();
    await checkAccessible(t, page, 'a column without lineage');
  });
});

t.test('with the keyboard only: arrows go along the edges, Enter opens', async (t) => {
  await visit(t, lineagePath(urnOf('middle')), {}, async (page) => {
    await node(page, 'last').waitFor();
    await settled(page);
    const at = (text: string) => becomes(t, async () => (await focused(page)).startsWith(text), true, text);
    for (let count = 0; count < 60 && !(await focused(page)).startsWith('middle'); count += 1)
      await page.keyboard.press('Tab');
    t.match(
      await page.evaluate('getComputedStyle(document.activeElement).outlineStyle'),
      'solid',
      'the focus is visible',
    );
    await page.keyboard.press('ArrowLeft');
    await at('left_');
    await page.keyboard.press('Home');
    await at('left_one');
    await page.keyboard.press('ArrowDown');
    await at('left_two');
    await page.keyboard.press('ArrowRight');
    await at('middle');
    await page.keyboard.press('ArrowRight');
    await at('sink_');
    await page.keyboard.press('Home');
    await at('sink_10');
    for (const next of ['beyond', 'last']) {
      await page.keyboard.press('ArrowRight');
      await at(next);
    }
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await node(page, 'outmost').waitFor();
    await at('last');
    await page.keyboard.press('ArrowRight');
    await at('outmost');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'outmost', level: 1 }).waitFor();
  });
});

t.test('what a column of the graph has no room for is in the list', async (t) => {
  const many = Array.from({ length: 24 }, (_, index) => `many_${index + 10}`);
  for (const name of many) await make(name, ['busy']);
  await exist('busy');
  await visit(t, lineagePath(urnOf('busy')), {}, async (page) => {
    await node(page, 'many_10').waitFor();
    await graph(page).getByRole('button', { name: 'and 16 more' }).click();
    await becomes(t, () => focused(page), 'Downstream (24)');
    await becomes(t, () => rows(page, 'Downstream').count(), 20);
    await page.getByRole('button', { name: 'Next page' }).click();
    await becomes(t, () => rows(page, 'Downstream').count(), 4);
    await page.getByRole('link', { name: 'many_33' }).waitFor();
  });
});

t.test('a removed entity is shown on the way to others', async (t) => {
  await make('dropped', ['base']);
  await make('after', ['dropped']);
  await exist('dropped', true);
  await exist('base');
  await visit(t, lineagePath(urnOf('base')), {}, async (page) => {
    await node(page, 'after').waitFor();
    await settled(page);
    t.match(await node(page, 'dropped').textContent(), /Removed/);
    await becomes(t, () => rows(page, 'Downstream').getByText('Removed').count(), 1);
    t.equal(await page.getByText('Incomplete.').count(), 0);
  });
});

t.test('a run is shown only on the way to something else', async (t) => {
  const model = 'urn:li:mlModel:(urn:li:dataPlatform:science,churn,PROD)';
  const [training, other] = ['urn:li:dataProcessInstance:training', 'urn:li:dataProcessInstance:other'];
  await exist('features');
  for (const run of [training, other])
    await service.ingest(run, 'dataProcessInstanceInput', { inputs: [urnOf('features')] });
  await service.ingest(model, 'mlModelProperties', { trainingJobs: [training] });
  await visit(t, lineagePath(urnOf('features')), {}, async (page) => {
    await node(page, 'churn').waitFor();
    await settled(page);
    await becomes(t, () => rows(page, 'Downstream').count(), 2);
    t.match(await node(page, 'training').textContent(), /Run/);
    await node(page, 'churn').click();
    await page.getByRole('heading', { name: 'churn', level: 1 }).waitFor();
    await node(page, 'features').waitFor();
    t.match(await rows(page, 'Upstream').last().textContent(), /features.*2 steps/);
  });
});

t.test('a large lineage is read in parts, and says what the service left out', async (t) => {
  const many = Array.from({ length: 1_200 }, (_, index) => `crowd_${index}`);
  const upstreams = [{ dataset: urnOf('crowded'), type: 'TRANSFORMED' }];
  const response = await fetch(`${service.url}${batchUrl}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${service.adminToken}` },
    body: JSON.stringify({
      proposals: [
        proposal(urnOf('crowded'), 'status', { removed: false }),
        ...many.map((name) => proposal(urnOf(name), 'upstreamLineage', { upstreams })),
      ],
    }),
  });
  t.equal(response.status, 200);
  await visit(t, lineagePath(urnOf('crowded')), { theme: 'dark' }, async (page) => {
    await page.getByText('Incomplete.').waitFor();
    await graph(page).getByRole('button', { name: 'and more than 992 more' }).waitFor();
    await page.getByText('The nearest 1,000 of 1,100 results are listed.').waitFor();
    await checkAccessible(t, page, 'incomplete lineage');
    await page.getByRole('button', { name: 'List 1,100' }).click();
    await page.getByRole('heading', { name: 'Downstream (1,100)' }).waitFor();
    await graph(page).getByRole('button', { name: 'and 1,092 more' }).waitFor();
  });
});

t.test('a phone starts with the list, and no window is too narrow', async (t) => {
  for (const [width, theme] of [
    [320, 'light'],
    [390, 'dark'],
  ] as const)
    await visit(t, lineagePath(urnOf('middle'), 'email'), { width, theme }, async (page) => {
      await page.getByRole('link', { name: 'left_one' }).waitFor();
      await settled(page);
      await becomes(t, () => graph(page).count(), 0);
      await becomes(t, () => fits(page), true);
      await checkAccessible(t, page, `list of lineage, ${theme}`);
      await page.getByRole('button', { name: 'Graph' }).click();
      await node(page, 'left_one').waitFor();
      await becomes(t, () => fits(page), true);
      await checkAccessible(t, page, `lineage, ${theme}, ${width} wide`);
    });
});

t.test('nothing upstream or downstream is said', async (t) => {
  await exist('alone');
  await visit(t, lineagePath(urnOf('alone')), { theme: 'dark' }, async (page) => {
    await page.getByText('No lineage yet').waitFor();
    await checkAccessible(t, page, 'no lineage');
  });
});
