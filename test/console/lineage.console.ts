import type { Page } from 'playwright-core';
import t from 'tap';
import { becomes, checkAccessible, fits, screenshot, settled } from './support/browser.js';
import { openConsole } from './support/service.js';

const { service, visit } = await openConsole(t);
const urnOf = (name: string) => `urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`;
const lineagePath = (urn: string) => `/console/entity?${new URLSearchParams({ urn, part: 'lineage' })}`;

/** Writes what a dataset is made from. */
const make = (name: string, from: readonly string[]) =>
  service.ingest(urnOf(name), 'upstreamLineage', {
    upstreams: from.map((each) => ({ dataset: urnOf(each), type: 'TRANSFORMED' })),
  });

const sinks = Array.from({ length: 12 }, (_, index) => `sink_${index + 10}`);
await make('middle', ['left_one', 'left_two']);
await make('left_one', ['source']);
for (const sink of sinks) await make(sink, ['middle']);
await make('beyond', ['sink_10']);

const graph = (page: Page) => page.getByRole('group', { name: 'Graph of the lineage' });
const node = (page: Page, name: string) => graph(page).getByRole('link', { name });
const rows = (page: Page) => page.getByRole('table', { name: 'Lineage' }).locator('tbody').getByRole('row');
const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent');

t.test('with the mouse: paths are lit, and entities are followed further', async (t) => {
  await visit(t, lineagePath(urnOf('middle')), {}, async (page) => {
    await node(page, 'left_one').waitFor();
    await settled(page);
    await becomes(t, () => graph(page).getByRole('link').count(), 11, 'two before it, eight after it');
    await becomes(t, () => rows(page).count(), 10, 'the list has the same');
    await checkAccessible(t, page, 'lineage');
    await screenshot(page, 'lineage');

    await node(page, 'left_one').hover();
    await becomes(t, () => graph(page).locator('.edge.on').count(), 1, 'the path to it is lit');
    await graph(page).getByRole('button', { name: '4 more' }).click();
    await becomes(t, () => graph(page).getByRole('link').count(), 15);

    await graph(page).getByRole('button', { name: 'Show what is upstream of left_one' }).click();
    await node(page, 'source').waitFor();
    await node(page, 'source').hover();
    await becomes(t, () => graph(page).locator('.edge.on').count(), 2, 'over two steps');
    await page.getByRole('combobox', { name: 'Downstream' }).selectOption('2');
    await node(page, 'beyond').waitFor();
    await settled(page);

    const width = async () => (await graph(page).boundingBox())!.width;
    const fit = await width();
    await page.getByRole('button', { name: 'Larger' }).click();
    await page.getByText('125 %').waitFor();
    await becomes(t, async () => (await width()) > fit, true, 'it is larger');
    await page.getByRole('button', { name: 'Fit to the window' }).click();
    await becomes(t, width, fit);

    await node(page, 'beyond').click();
    await page.getByRole('heading', { name: 'beyond', level: 1 }).waitFor();
  });
});

t.test('with the keyboard only: arrows go along the edges, Enter opens', async (t) => {
  await visit(t, lineagePath(urnOf('middle')), {}, async (page) => {
    await node(page, 'left_one').waitFor();
    await settled(page);
    for (let count = 0; count < 60 && !(await focused(page)).startsWith('middle'); count += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowLeft');
    await becomes(t, async () => (await focused(page)).startsWith('left_'), true, 'upstream');
    await page.keyboard.press('Home');
    await becomes(t, async () => (await focused(page)).startsWith('left_one'), true);
    await page.keyboard.press('ArrowDown');
    await becomes(t, async () => (await focused(page)).startsWith('left_two'), true);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await node(page, 'source').waitFor();
    await becomes(t, async () => (await focused(page)).startsWith('left_one'), true, 'it keeps the focus');
    await page.keyboard.press('ArrowLeft');
    await becomes(t, async () => (await focused(page)).startsWith('source'), true);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'source', level: 1 }).waitFor();
  });
});

t.test('a phone starts with the list, and no window is too narrow', async (t) => {
  for (const [width, theme] of [
    [320, 'light'],
    [390, 'dark'],
  ] as const)
    await visit(t, lineagePath(urnOf('middle')), { width, theme }, async (page) => {
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
  await service.ingest(urnOf('alone'), 'status', { removed: false });
  await visit(t, lineagePath(urnOf('alone')), { theme: 'dark' }, async (page) => {
    await page.getByText('No lineage yet').waitFor();
    await checkAccessible(t, page, 'no lineage');
  });
});
