import t from 'tap';
import { becomes, goTo, inTab, section, settled, signIn } from './support/browser.js';
import { openConsole } from './support/service.js';

const { browser, service } = await openConsole(t);

const urn = 'urn:li:dataset:(urn:li:dataPlatform:hive,hostile,PROD)';
const script = '<img src=x onerror="document.title = 1"><script>document.title = 2</script>';

await service.ingest('urn:li:tag:hostile', 'tagProperties', {
  name: script,
  description: script,
  colorHex: 'url(/metrics)',
});
await service.ingest(urn, 'datasetProperties', {
  name: script,
  description: script,
  externalUrl: 'javascript:document.title = 3',
  customProperties: { [script]: script },
  created: { time: 9_007_199_254_740_991, actor: 'urn:li:corpuser:admin' },
});
const markdown = `[a](javascript:document.title=4) ![b](/metrics) [c](data:text/html,x) [d](//evil.example)
[e](https://good.example/x) <script>document.title = 5</script>`;
await service.ingest(urn, 'editableDatasetProperties', { description: markdown });
const deep = 'urn:li:dataset:(urn:li:dataPlatform:hive,hostile_deep,PROD)';
await service.ingest(deep, 'datasetProperties', { description: `${'> '.repeat(4_000)}the bottom` });
const slow = 'urn:li:dataset:(urn:li:dataPlatform:hive,hostile_slow,PROD)';
await service.ingest(slow, 'datasetProperties', { description: '_*a_*'.repeat(2_000) });
await service.ingest(urn, 'globalTags', { tags: [{ tag: 'urn:li:tag:hostile' }] });

const lines = 'urn:li:dataset:(urn:li:dataPlatform:hive,hostile_lines,PROD)';
await service.ingest(lines, 'datasetProperties', {
  description: 'one\ntwo\n\n- a\n- b\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n```\ncode 1\ncode 2\n```',
});

t.test('a line break of a description is one, beside lists, tables and code', async (t) => {
  await inTab(t, browser, {}, async (page) => {
    await signIn(page, service.url, service.adminToken, `/console/entity?urn=${encodeURIComponent(lines)}`);
    const description = page.getByRole('region', { name: 'Description' });
    await description.locator('br').waitFor({ state: 'attached' });
    t.equal(await description.locator('p').first().innerText(), 'one\ntwo');
    t.equal(await description.getByRole('listitem').count(), 2);
    t.equal(await description.getByRole('cell').count(), 2);
    t.equal(await description.locator('pre').innerText(), 'code 1\ncode 2');
  });
});

t.test('metadata is text: it runs nothing, loads nothing, and breaks no page', async (t) => {
  await inTab(t, browser, {}, async (page) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await signIn(page, service.url, service.adminToken, '/console/tags');
    await settled(page);
    await page.getByText('<img src=x').first().waitFor();
    await goTo(page, `${service.url}/console/entity?urn=${encodeURIComponent(urn)}`);
    await page.getByText('9007199254740991').first().waitFor();
    t.equal(await page.locator('a[href^="javascript"]').count(), 0);
    const description = page.getByRole('region', { name: 'Description' });
    await description.getByRole('link', { name: 'e', exact: true }).waitFor();
    t.equal(await description.getByRole('link').count(), 1, 'only addresses of the web are links');
    t.equal(await description.locator('img, script').count(), 0);
    t.match(await description.innerText(), '<script>document.title = 5</script>', 'HTML is text');
    await page.goto(`${service.url}/console/entity?urn=${encodeURIComponent(deep)}`);
    await page.getByText('the bottom').first().waitFor();
    await page.goto(`${service.url}/console/entity?urn=${encodeURIComponent(slow)}`);
    await description.locator('.plain-text').getByText('_*a_*').first().waitFor();
    t.equal(
      await description.locator('em').count(),
      0,
      'a text that is too much work is shown as it was written',
    );
    await goTo(page, `${service.url}/console/?query=hostile`);
    await section(page, 'Tags').click();
    await page.getByRole('heading', { name: 'Tags', level: 1 }).waitFor();
    t.notOk(asked.includes('/metrics'), 'a colour is no address');
    await becomes(t, () => page.title(), 'Tags · Catalog');
  });
});
