import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { post } from '../catalog.js';
import type { Environment } from '../environment.js';
import { median, type Row } from '../measure.js';
import type { Candidate } from '../process.js';
import { searchRows } from '../search-data.js';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const wide = 'urn:li:dataset:(urn:li:dataPlatform:hive,wide,PROD)';

/** Tags that no dataset has, so that there are 10,000. */
const moreTags = `
  WITH e AS (INSERT INTO entities (urn, type, created_at, created_by)
             SELECT 'urn:li:tag:spare' || n, 'tag', 0, '' FROM generate_series(1, 9500) n RETURNING urn)
  INSERT INTO tags (urn, name) SELECT urn, 'Spare ' || substring(urn, '[0-9]+$') FROM e`;

/**
 * The console in Debian's Chromium beside 100,000 datasets and 10,000 tags: the time until the first page can be used, beside
 * a static page of the same service, and the longest time that lists of 10,000 keep the page from answering.
 */
export async function consolePages(environment: Environment, times: number): Promise<Row[]> {
  if (!existsSync(executablePath)) return [{ work: 'console', beside: 'not measured: there is no Chromium' }];
  const catalog = await environment.catalogOn('console', [moreTags, ...searchRows(100_000)]);
  await makeWide(catalog);
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
  try {
    return [...(await firstPage(browser, catalog, times)), ...(await lists(browser, catalog))];
  } finally {
    await browser.close();
    await environment.stop('console');
  }
}

/** A dataset of 10,000 columns. */
async function makeWide({ url, tokens }: Candidate): Promise<void> {
  const fields = Array.from({ length: 10_000 }, (_, n) => ({
    fieldPath: `column_${n}`,
    nativeDataType: 'varchar',
    type: { type: { 'com.linkedin.schema.StringType': {} } },
  }));
  const schema = { schemaName: 'wide', platform: 'urn:li:dataPlatform:hive', version: 0, hash: '', fields };
  const aspect = {
    contentType: 'application/json',
    value: JSON.stringify({
      ...schema,
      platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
    }),
  };
  const proposal = {
    entityType: 'dataset',
    entityUrn: wide,
    changeType: 'UPSERT',
    aspectName: 'schemaMetadata',
    aspect,
  };
  await post(url, tokens[0]!, '/aspects?action=ingestProposal', { proposal });
}

/** Of a browser that has nothing of the catalog in its cache but a session. */
async function firstPage(browser: Browser, catalog: Candidate, times: number): Promise<Row[]> {
  const measured = { console: [] as number[], loaded: [] as number[], about: [] as number[] };
  for (let time = 0; time < times; time += 1) {
    const page = await signedIn(browser, catalog);
    const state = await page.context().storageState();
    await page.context().close();
    for (const kind of ['about', 'console'] as const) {
      const context = await browser.newContext({ storageState: state });
      const fresh = await context.newPage();
      const begin = performance.now();
      await fresh.goto(`${catalog.url}/${kind}`, { waitUntil: 'commit' });
      await fresh.locator(kind === 'about' ? 'main' : '#search').waitFor();
      measured[kind].push(performance.now() - begin);
      if (kind === 'console') {
        await settled(fresh);
        measured.loaded.push(performance.now() - begin);
      }
      await context.close();
    }
  }
  const [usable, loaded, about] = [measured.console, measured.loaded, measured.about].map(median);
  return [
    {
      work: 'console: first page, its search can be used',
      ms: Math.round(usable!),
      beside: `static page ${Math.round(about!)} ms`,
      ratio: (usable! / about!).toFixed(2),
    },
    { work: 'console: first page, everything is loaded', ms: Math.round(loaded!) },
  ];
}

/** The longest task of the page's thread in ms, while something is done. */
async function lists(browser: Browser, catalog: Candidate): Promise<Row[]> {
  const page = await signedIn(browser, catalog);
  const rows: Row[] = [];
  async function measure(work: string, path: string, act: () => Promise<unknown>) {
    await page.goto(`${catalog.url}/console/${path}`);
    await settled(page);
    await page.evaluate(`window.longest = 0; new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
    }).observe({ type: 'longtask' })`);
    const begin = performance.now();
    await act();
    await settled(page);
    const ms = Math.round(performance.now() - begin);
    const longest = await page.evaluate<number>('window.longest');
    rows.push({
      work,
      ms,
      beside: `longest task ${longest > 0 ? `${Math.round(longest)} ms` : 'below 50 ms'}`,
    });
  }
  const next = async (count: number) => {
    for (let turn = 0; turn < count; turn += 1) {
      await page.getByRole('button', { name: 'Next' }).click();
      await settled(page);
    }
  };
  await measure('console: a search from the home page finds 4,992 datasets', '', async () => {
    await page.locator('#search').fill('refunds');
    await page.keyboard.press('Enter');
    await page.getByText('of 4,992').waitFor();
  });
  await measure('console: ten pages of 10,000 tags', 'tags', () => next(10));
  await measure('console: ten pages of 100,000 datasets', '?query=*', () => next(10));
  const wideDataset = `entity?urn=${encodeURIComponent(wide)}`;
  await measure('console: finds one of 10,000 columns', wideDataset, async () => {
    await page.getByLabel('Filter columns').pressSequentially('column_9999');
    await page.getByText('1 of 10,000 columns').waitFor();
  });
  await page.context().close();
  return rows;
}

async function signedIn(browser: Browser, { url, tokens }: Candidate): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${url}/console/`);
  await page.getByLabel('Access token').fill(tokens[0]!);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('#search').waitFor();
  await settled(page);
  return page;
}

async function settled(page: Page): Promise<void> {
  await page.locator('main h1').waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}
