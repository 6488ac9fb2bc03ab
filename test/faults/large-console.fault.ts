import t from 'tap';
import { checkAccessible, goTo, settled } from '../console/support/browser.js';
import { largeService, openConsole } from '../console/support/service.js';
import { withoutServer } from './support/targets.js';

t.test('the console serves 100,000 datasets and 10,000 tags', { skip: withoutServer }, async (t) => {
  const { service, visit } = await openConsole(t, largeService(t));
  await visit(t, '/console/tags', {}, async (page) => {
    await page.getByText(/of 10,\d{3}/).waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await settled(page);
    await page.getByText(/^(51|101)–/).waitFor();
    await page.goBack();
    await settled(page);
    await page.getByText(/^1–/).waitFor();

    await goTo(page, `${service.url}/console/`);
    await page.getByPlaceholder(/^Search 100,\d{3} datasets/).waitFor();
    await checkAccessible(t, page, 'the home page of a large catalog');
    await goTo(page, `${service.url}/console/?query=refunds`);
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
