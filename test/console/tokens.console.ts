import t from 'tap';
import { checkAccessible, inTab, screenshot, settled, signIn, startBrowser } from './support/browser.js';
import { sampleService, userToken } from './support/service.js';

const browser = await startBrowser(t);
const service = await sampleService(t);

const isRefused = async (token: string) => {
  const answer = service.graphql('{ me { corpUser { urn } } }', {}, token);
  return answer.then(
    () => false,
    () => true,
  );
};

t.test('a token is created, used, rotated, revoked, and refused from then on', async (t) => {
  await inTab(t, browser, {}, async (page) => {
    await signIn(page, service.url, service.adminToken, '/console/tokens');
    await settled(page);
    await screenshot(page, 'tokens');

    await page.getByRole('button', { name: 'Create a token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('nightly');
    await dialog.getByLabel('Expires').selectOption('ONE_DAY');
    t.match(await dialog.innerText(), /It expires on .*\d{4}/, 'the picker shows the date');
    await screenshot(page, 'token-create');
    await dialog.getByRole('button', { name: 'Create' }).click();
    const text = (await page.locator('[data-token]').innerText()).trim();
    t.match(text, /^mcs_[0-9A-Za-z]{17}_[0-9A-Za-z]{33}$/);
    t.match(
      await page.getByRole('dialog').innerText(),
      `datahub init --host ${service.url} --token '${text}'`,
    );
    t.equal(await isRefused(text), false, 'the new token is accepted');
    await page.getByRole('button', { name: 'Done' }).click();
    t.notMatch(await page.content(), text, 'the text is shown once');

    await page.getByRole('button', { name: 'Rotate nightly' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    const rotated = (await page.locator('[data-token]').innerText()).trim();
    t.equal(await isRefused(text), true, 'the old text is refused');
    t.equal(await isRefused(rotated), false);
    await page.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('button', { name: 'Revoke nightly' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    t.equal(await isRefused(rotated), false, 'nothing is revoked without the second step');
    await page.getByRole('button', { name: 'Revoke nightly' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('nightly is revoked.').waitFor();
    t.equal(await isRefused(rotated), true, 'the revoked token is refused');
  });
});

t.test('whose token is this', async (t) => {
  const token = await userToken(service, 'jane');
  await inTab(t, browser, {}, async (page) => {
    await signIn(page, service.url, service.adminToken, '/console/tokens');
    await page.getByRole('button', { name: 'Whose token is this?' }).click();
    await page.getByLabel('Token', { exact: true }).fill(token);
    await page.getByRole('button', { name: 'Look it up' }).click();
    await page.getByRole('dialog').getByText('urn:li:corpuser:jane').waitFor();
    await page.keyboard.press('Escape');
    t.equal(await page.getByRole('dialog').count(), 0, 'Escape closes the dialog');
  });
});

t.test('everything is reached with the keyboard', async (t) => {
  await inTab(t, browser, {}, async (page) => {
    // The keys come right after the page has loaded, however slow the machine is.
    await page.addInitScript(`Object.defineProperty(Event.prototype, 'timeStamp', { get: () => 100 })`);
    await signIn(page, service.url, service.adminToken);
    await page.keyboard.press('t');
    await page.waitForTimeout(100);
    t.equal(new URL(page.url()).pathname, '/console/', 'a letter alone leads nowhere');
    await page.keyboard.press('g');
    await page.keyboard.press('k');
    await page.waitForURL('**/console/tokens');
    await settled(page);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    t.equal(await page.evaluate('document.activeElement?.id'), 'search');
  });
});

t.test('a guest sees no token page, and which privilege it needs', async (t) => {
  await inTab(t, browser, {}, async (page) => {
    await signIn(page, service.url, await userToken(service, 'visitor'), '/console/tokens');
    await page.getByText('This page needs the privilege Generate Personal Access Tokens').waitFor();
    t.equal(await page.getByRole('link', { name: 'Tokens' }).count(), 0);
    await checkAccessible(t, page, 'refused page');
  });
});
