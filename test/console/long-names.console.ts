import t from 'tap';
import { schemaWith } from '../support/schemas.js';
import { becomes, fits, goTo, settled } from './support/browser.js';
import { emptyService, openConsole } from './support/service.js';

const { service, visit } = await openConsole(t, emptyService(t));

/** A name in which no line can be broken between words. */
const long = 'Quartalsabschluss'.repeat(18).slice(0, 250);
const dataset = `urn:li:dataset:(urn:li:dataPlatform:hive,${long},PROD)`;
const other = 'urn:li:dataset:(urn:li:dataPlatform:hive,short,PROD)';
const by = { time: 1_700_000_000_000, actor: 'urn:li:corpuser:long' };
const manyTags = Array.from({ length: 40 }, (_, index) => `urn:li:tag:many${index}`);

await service.ingest('urn:li:tag:long', 'tagProperties', { name: long, description: long });
await service.ingest('urn:li:corpuser:long', 'corpUserInfo', {
  active: true,
  displayName: long,
  title: long,
  email: `${'x'.repeat(200)}@example.com`,
});
await service.ingest('urn:li:domain:long', 'domainProperties', { name: long });
await service.ingest('urn:li:glossaryTerm:long', 'glossaryTermInfo', {
  name: long,
  definition: long,
  termSource: 'INTERNAL',
});
await service.ingest(other, 'datasetProperties', {
  name: long,
  customProperties: Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`key${index}`, 'value'])),
});
await service.ingest(other, 'globalTags', { tags: manyTags.map((tag) => ({ tag })) });
await service.ingest(dataset, 'datasetProperties', {
  name: long,
  description: long,
  customProperties: { [long]: long },
  externalUrl: `https://example.com/${long}`,
});
await service.ingest(dataset, 'ownership', {
  owners: [{ owner: 'urn:li:corpuser:long', type: 'DATAOWNER' }],
  lastModified: by,
});
await service.ingest(dataset, 'domains', { domains: ['urn:li:domain:long'] });
await service.ingest(dataset, 'glossaryTerms', {
  terms: [{ urn: 'urn:li:glossaryTerm:long' }],
  auditStamp: by,
});
await service.ingest(dataset, 'institutionalMemory', {
  elements: [{ url: `https://example.com/${long}`, description: long, createStamp: by }],
});
await service.ingest(dataset, 'upstreamLineage', {
  upstreams: [{ dataset: other, type: 'TRANSFORMED', auditStamp: by }],
});
await service.ingest(dataset, 'globalTags', { tags: [{ tag: 'urn:li:tag:long' }] });
await service.ingest(other, 'upstreamLineage', {
  upstreams: [{ dataset, type: 'TRANSFORMED', auditStamp: by }],
});

const depth = 8;
await service.ingest(other, 'schemaMetadata', {
  ...schemaWith(),
  fields: Array.from({ length: depth + 1 }, (_, level) => ({
    fieldPath: Array.from({ length: level + 1 }, (_, at) => `level${at}`).join('.'),
    type: { type: { [`com.linkedin.schema.${level < depth ? 'Record' : 'String'}Type`]: {} } },
    nativeDataType: level < depth ? 'struct' : 'string',
  })),
});

const entity = (urn: string, part = '') => `entity?urn=${encodeURIComponent(urn)}&part=${part}`;
/** Pages, and what they must show before they are measured. */
const pages: readonly (readonly [path: string, shown: string])[] = [
  ['', '.chip'],
  ['?query=Quartalsabschluss*', '.hit'],
  [entity(dataset), '.side-panel .tag'],
  [entity(dataset, 'lineage'), '.cards .name'],
  [entity(other, 'lineage'), '.cards .tag'],
  [entity(dataset, 'history'), '.event a'],
  ['tags', '.tag'],
  [`tag?urn=urn:li:tag:long`, '.name'],
  ['changes', '.event'],
  ['users', '.who'],
  ['users?urn=urn:li:corpuser:long', '.facts'],
  ['audit', '.audit .tag, .audit a'],
];

for (const width of [1_280, 768, 320])
  t.test(`names of 250 letters without a space fit into a window of ${width} px`, async (t) => {
    await visit(t, '/console/', { width }, async (page) => {
      for (const [path, shown] of pages) {
        await page.goto(`${service.url}/console/${path}`);
        await page.locator(shown).first().waitFor({ state: 'attached' });
        await settled(page);
        t.ok(await fits(page), path || 'home');
      }
    });
  });

t.test('an owner with a long name stays in the column of the owners', async (t) => {
  await visit(t, '/console/?query=Quartalsabschluss*&types=DATASET', {}, async (page) => {
    const [end, who] = [page.locator('.hit .end:has(.who)').first(), page.locator('.hit .who').first()];
    t.ok((await who.boundingBox())!.x >= (await end.boundingBox())!.x);
  });
});

t.test('a dialog shows all of the name that it asks about, and a message only its beginning', async (t) => {
  for (const width of [1_280, 320])
    await visit(t, '/console/tag?urn=urn:li:tag:long', { width }, async (page) => {
      await page.getByRole('button', { name: 'Delete this tag' }).click();
      const title = page.getByRole('dialog').getByRole('heading', { level: 2 });
      await title.waitFor();
      t.ok(
        await page.evaluate(
          `[...document.querySelectorAll('dialog h2')].every((title) => title.scrollWidth <= title.clientWidth)`,
        ),
      );
      await page.keyboard.press('Escape');

      await goTo(page, `${service.url}/console/${entity(dataset)}`);
      await page.getByRole('button', { name: /^Remove Quartal/ }).click();
      const toast = page.locator('.toast').filter({ hasText: 'was removed' });
      await toast.waitFor();
      t.ok((await toast.boundingBox())!.height < 150, `${width} px`);
      await toast.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('button', { name: /^Remove Quartal/ }).waitFor();
      await page.locator('.toast').filter({ hasText: 'Undone' }).waitFor();
    });
});

t.test('on a phone, the tags of an entity wrap, as high as elsewhere', async (t) => {
  await visit(t, `/console/${entity(other)}`, { width: 360 }, async (page) => {
    const outside = `[...document.querySelectorAll('.side-panel .tag')].filter((tag) => {
    const { right, height } = tag.getBoundingClientRect();
    return right > innerWidth || height > 32;
  }).length`;
    await becomes(t, () => page.locator('.side-panel .tag').count(), 20);
    t.equal(await page.evaluate(outside), 0);
  });
});

t.test('what is smaller than a finger is hit beside it', async (t) => {
  await visit(t, '/console/?query=*', { width: 360 }, async (page) => {
    const boxes = page.getByRole('checkbox', { name: /^Select / });
    t.ok((await boxes.count()) > 2);
    for (const box of (await boxes.all()).slice(0, 3)) {
      const { x, y, width, height } = (await box.boundingBox())!;
      await page.mouse.click(x + width / 2 - 11, y + height / 2 + 11);
      t.ok(await box.isChecked());
      await page.mouse.click(x + width / 2 + 11, y + height / 2 - 11);
      t.notOk(await box.isChecked());
    }
  });
});

t.test('each of eight levels of columns begins further to the right', async (t) => {
  for (const width of [1_280, 320])
    await visit(t, `/console/${entity(other)}`, { width }, async (page) => {
      await page.getByLabel('Filter columns').fill('level8');
      await page.getByRole('rowheader', { name: 'level8' }).last().waitFor();
      const starts = await page.evaluate<number[]>(
        `[...document.querySelectorAll('.col > :first-child')].map((one) => one.getBoundingClientRect().left)`,
      );
      t.equal(starts.length, depth + 1);
      t.same(
        [...new Set(starts)].sort((one, next) => one - next),
        starts,
        `${width} px`,
      );
    });
});

t.test('values beyond those that the service returns are not denied', async (t) => {
  await visit(t, `/console/${entity(other)}`, {}, async (page) => {
    await page.getByText('100 or more properties').click();
    await page.getByText('Only the first 100 are shown.').waitFor();
  });
});
