import t from 'tap';
import { checkAccessible, inTab, settled, signIn, startBrowser } from './support/browser.js';
import { largeService } from './support/service.js';

const skip = process.env.TEST_DATABASE_URL ? false : 'needs a PostgreSQL';

t.test('the console serves 100,000 datasets and 10,000 tags', { skip }, async (t) => {
  const browser = await startBrowser(t);
  const service = await largeService(t);
  await inTab(t, browser, {}, async (page) => {
    await signIn(page, service.url, service.adminToken, '/console/tags');
    await settled(page);
    await page.getByText(/of 10,\d{3}/).waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await settled(page);
    await page.getByText(/^(51|101)–/).waitFor();
    await page.goBack();
    await settled(page);
    await page.getByText(/^1–/).waitFor();

    await page.goto(`${service.url}/console/`);
    await settled(page);
    await page.getByPlaceholder(/^Search 100,\d{3} datasets/).waitFor();
    await checkAccessible(t, page, 'the home page of a large catalog');
    await page.goto(`${service.url}/console/?query=refunds`);
    await settled(page);
    await page.getByText(/of 4,992/).waitFor();
    await checkAccessible(t, page, 'many results');
    await page.getByRole('checkbox', { name: /^snowflake/i }).check();
    await settled(page);
    await page.getByText(/of 1,040/).waitFor();
    await page
      .getByRole('main')
      .getByRole('link', { name: /refunds/ })
      .first()
      .click();
    await page.waitForURL('**/console/entity?**');
    await settled(page);
    await page.getByRole('heading', { level: 1, name: /refunds/ }).waitFor();
  });
});
