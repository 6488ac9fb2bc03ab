import { readFile } from 'node:fs/promises';
import t from 'tap';
import { cell } from '../../src/console/pages/audit/cell.js';
import { checkAccessible, inTab, settled, signIn, startBrowser } from './support/browser.js';
import { sampleService } from './support/service.js';

const browser = await startBrowser(t);
// Below the export's page, so that it has to ask for smaller ones.
const service = await sampleService(t, { PAGE_SIZE_MAX: '60' });
const users = 130;

for (let number = 0; number < users; number += 1)
  await fetch(`${service.url}/api/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${service.adminToken}`,
      'user-agent': number % 2 === 0 ? '=HYPERLINK("http://127.0.0.1")' : '@sum, "quoted"',
    },
    body: JSON.stringify({
      query: 'mutation ($input: CreateUserInput!) { createUser(input: $input) }',
      variables: { input: { id: `made${number}`, displayName: `Made ${number}` } },
    }),
  });

t.test('no cell is a formula', async (t) => {
  for (const start of ['=', '+', '-', '@', '\t', '\r'])
    t.match(cell(`${start}1`), /^"?'/, JSON.stringify(start));
  t.equal(cell('a=1'), 'a=1');
  t.equal(cell('a "b", c'), '"a ""b"", c"');
  t.equal(cell(-1), '-1', 'a number stays one');
});

t.test('the audit names actors and what they acted on, and exports what the filters leave', async (t) => {
  await inTab(t, browser, { expected: /status of 400/ }, async (page) => {
    await signIn(page, service.url, service.adminToken, '/console/audit?type=CreateUserEvent');
    await settled(page);
    const link = page.getByRole('link', { name: `Made ${users - 1}`, exact: true });
    await link.waitFor();
    t.equal(await link.getAttribute('title'), `urn:li:corpuser:made${users - 1}`);
    await checkAccessible(t, page, 'audit with names');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ]);
    t.match(download.suggestedFilename(), /^audit-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).replace(/^\ufeff/, '').split('\r\n');
    t.match(lines[0], /^time,timeMillis,type,/);
    const rows = lines.filter((line) => line.includes('urn:li:corpuser:made'));
    t.equal(rows.length, users, 'over several pages, each event once');
    t.equal(new Set(rows).size, users);
    t.ok(
      rows.every((row) => row.includes('CreateUserEvent')),
      'only what the filter leaves',
    );
    t.match(rows.join('\n'), `"'=HYPERLINK(""http://127.0.0.1"")"`);
    t.notMatch(rows.join('\n'), /(^|,)"?[=+@]/m);
    await link.click();
    await page.getByRole('heading', { name: `Made ${users - 1}`, level: 1 }).waitFor();
  });
});

t.test('an export shows its progress and can be canceled', async (t) => {
  await inTab(t, browser, { expected: /status of 400/ }, async (page) => {
    await signIn(page, service.url, service.adminToken, '/console/audit?type=CreateUserEvent');
    await settled(page);
    let downloads = 0;
    page.on('download', () => {
      downloads += 1;
    });
    await page.route('**/api/graphql', async (route) => {
      const { start = 0 } = route.request().postDataJSON().variables.input ?? {};
      // The second page does not come.
      if (start === 0) await route.continue();
    });
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    await page.getByText(/^60 of 13\d events$/).waitFor();
    await page.getByRole('button', { name: 'Cancel the export' }).click();
    await page.getByRole('button', { name: 'Export as CSV' }).waitFor();
    t.equal(downloads, 0, 'nothing was saved');
    t.equal(await page.getByRole('alert').count(), 0);
  });
});
