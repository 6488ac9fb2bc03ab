import type { Page } from 'playwright-core';
import t from 'tap';
import { serve } from '../support/serve.js';
import { becomes, checkAccessible, inTab, openAccount, section, settled, signIn } from './support/browser.js';
import { createToken, openConsole, userToken } from './support/service.js';

const { browser, service, test, visit } = await openConsole(t);
const admin = 'urn:li:corpuser:admin';
const refused = /status of (401|403)/;

const revoke = (token: string) =>
  service.graphql('mutation ($tokenId: String!) { revokeAccessToken(tokenId: $tokenId) }', {
    tokenId: token.split('_')[1],
  });

/** Revokes a token when the page sends an operation, so that no earlier request of the page is refused. */
async function revokeAt(page: Page, operation: string, token: string): Promise<void> {
  let isRevoked = false;
  await page.route('**/api/graphql', async (route) => {
    if (!isRevoked && route.request().postData()?.includes(operation)) {
      isRevoked = true;
      await revoke(token);
    }
    await route.continue();
  });
}

t.test('a wrong token is refused in words', async (t) => {
  await inTab(t, browser, { expected: refused }, async (page) => {
    await page.goto(`${service.url}/console/`);
    await page.getByLabel('Access token').fill('mcs_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This token cannot sign in: it is unknown, revoked or expired').waitFor();
    t.equal(await page.getByLabel('Access token').getAttribute('aria-invalid'), 'true');
    t.equal(await page.getByRole('navigation', { name: 'Sections' }).count(), 0);
    await checkAccessible(t, page, 'a refused token');
  });
});

t.test('a token can be shown, and the page says where to get one', async (t) => {
  await inTab(t, browser, {}, async (page) => {
    await page.goto(`${service.url}/console/`);
    const field = page.getByLabel('Access token');
    await field.waitFor();
    await becomes(t, () => page.evaluate('document.activeElement.id'), await field.getAttribute('id'));
    await page.keyboard.type('mcs_typed');
    t.equal(await field.getAttribute('type'), 'password');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await becomes(t, () => field.getAttribute('type'), 'text');
    await page.getByRole('button', { name: 'Show the token', pressed: true }).waitFor();
    await page.getByText('Where do I get a token?').click();
    await page.getByText('catalog token create --local').waitFor();
    await page.getByRole('button', { name: 'Copy the command' }).waitFor();
    await checkAccessible(t, page, 'sign-in with its help');
  });
});

t.test('a session ends with its token at the next request', async (t) => {
  await inTab(t, browser, { expected: refused }, async (page) => {
    const token = await createToken(service, admin);
    await signIn(page, service.url, token, '/console/tags');
    await settled(page);
    await revoke(token);
    await section(page, 'Health').click();
    await page.getByText('Your session has ended').waitFor();
  });
});

t.test('a page keeps what was typed when its session ends, and goes on after a sign-in', async (t) => {
  await inTab(t, browser, { expected: refused }, async (page) => {
    const token = await createToken(service, admin);
    await signIn(page, service.url, token, '/console/tags');
    await page.getByRole('button', { name: 'Create a tag' }).click();
    const form = page.getByRole('dialog', { name: 'Create a tag' });
    await form.getByLabel('Name', { exact: true }).fill('Typed before');
    await form.getByLabel('Description').fill('Long and kept');
    await revokeAt(page, 'mutation CreateTag', token);
    await form.getByRole('button', { name: 'Create tag', exact: true }).click();
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.getByText('Your session has ended').waitFor();
    await checkAccessible(t, page, 'sign in again');
    for (const _ of Array(10)) await page.keyboard.press('Escape');
    t.equal(await again.isVisible(), true, 'Escape does not close it');
    await again.getByLabel('Access token').fill('mcs_wrong');
    await again.getByRole('button', { name: 'Sign in' }).click();
    await again.getByText('This token cannot sign in').waitFor();
    await again.getByLabel('Access token').fill(service.adminToken);
    await again.getByRole('button', { name: 'Sign in' }).click();
    await again.waitFor({ state: 'detached' });
    await becomes(t, () => form.getByLabel('Name', { exact: true }).inputValue(), 'Typed before');
    await becomes(t, () => form.getByLabel('Description').inputValue(), 'Long and kept');
    await form.getByRole('button', { name: 'Create tag', exact: true }).click();
    await page.getByRole('heading', { name: 'Typed before', level: 1 }).waitFor();
  });
});

t.test('another person who signs in gets nothing of what was typed', async (t) => {
  await inTab(t, browser, { expected: refused }, async (page) => {
    const token = await createToken(service, admin);
    const other = await userToken(service, 'successor');
    await signIn(page, service.url, token, '/console/tags');
    await page.getByRole('button', { name: 'Create a tag' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Not for others');
    await revokeAt(page, 'mutation CreateTag', token);
    await page.getByRole('button', { name: 'Create tag', exact: true }).click();
    await page.getByLabel('Access token').fill(other);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Account of successor' }).waitFor();
    await becomes(t, () => page.getByRole('dialog').count(), 0);
  });
});

test('scripts see neither the token nor the session', '/console/', {}, async (page, t) => {
  const seen = await page.evaluate(
    'JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }, location.href])',
  );
  t.equal(seen, JSON.stringify(['', { 'catalog-session': 'yes' }, {}, `${service.url}/console/`]));
  const [cookie] = await page.context().cookies();
  t.match(cookie, { httpOnly: true, sameSite: 'Strict' });
  t.notMatch(service.log(), service.adminToken.split('_')[2]);
  t.notMatch(service.log(), cookie!.value);
});

t.test('signing out ends this session, "end all" ends the others', async (t) => {
  await inTab(t, browser, { expected: refused }, (one) =>
    inTab(t, browser, { expected: refused }, async (other) => {
      for (const page of [one, other]) await signIn(page, service.url, service.adminToken);
      await openAccount(one);
      await one.getByRole('button', { name: 'End all my sessions' }).click();
      await one.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).click();
      await one.getByRole('heading', { name: 'Sign in' }).waitFor();
      await section(other, 'Health').click();
      await other.getByText('Your session has ended').waitFor();
      await signIn(one, service.url, service.adminToken);
      const cookies = await one.context().cookies();
      await openAccount(one);
      await one.getByRole('button', { name: 'Sign out' }).click();
      await one.getByRole('heading', { name: 'Sign in' }).waitFor();
      await one.context().addCookies(cookies);
      await one.evaluate(`localStorage.setItem('catalog-session', 'yes')`);
      await one.reload();
      await one.getByRole('heading', { name: 'Sign in' }).waitFor();
    }),
  );
});

t.test('another site cannot use the session', async (t) => {
  const { url: other } = await serve(t, (_, response) =>
    response.setHeader('content-type', 'text/html').end('<p>elsewhere'),
  );
  await visit(t, '/console/', { expected: /./ }, async (page) => {
    // The same site for cookies, which know no ports, but another origin: only the check of the origin refuses it.
    await page.goto(other);
    /** Sends a request as a script of the other site can. Resolves with the status that it may see, 0: none. */
    const send = (path: string, method: string, mode: string, type: string, body: string) => {
      const init = { method, mode, body, credentials: 'include', headers: { 'content-type': type } };
      return page.evaluate(
        `fetch(${JSON.stringify(service.url + path)}, ${JSON.stringify(init)}).then(({ status }) => status, () => 0)`,
      );
    };
    const create = JSON.stringify({ query: 'mutation { createTag(input: { name: "forged" }) }' });
    t.equal(await send('/api/graphql', 'POST', 'cors', 'application/json', create), 0);
    t.equal(await send('/api/graphql', 'POST', 'no-cors', 'text/plain', create), 0);
    t.equal(await send('/console/session', 'DELETE', 'cors', 'application/json', '{}'), 0);
    const { listTags } = await service.graphql<{ listTags: { total: number } }>(
      '{ listTags(input: { query: "forged" }) { total } }',
    );
    t.equal(listTags.total, 0, 'nothing was written');
    await page.goto(`${service.url}/console/tags`);
    await page.getByRole('heading', { name: 'Tags' }).waitFor();
  });
});

t.test('a theme that was chosen is there before the program', async (t) => {
  await visit(t, '/console/tags', { theme: 'light' }, async (page) => {
    const theme = () => page.evaluate('document.documentElement.dataset.theme ?? "system"');
    t.equal(await theme(), 'system');
    await page.getByRole('button', { name: /^Account/ }).click();
    for (const next of ['light', 'dark']) {
      await page.getByRole('button', { name: /^Theme/ }).click();
      await page.getByRole('button', { name: `Theme: ${next}` }).waitFor();
      t.equal(await theme(), next);
    }
    await page.route('**/console/assets/*.js', () => {});
    await page.reload({ waitUntil: 'commit' });
    await page.locator('#frame').waitFor();
    t.equal(await theme(), 'dark', 'the program is not loaded yet');
    await page.unroute('**/console/assets/*.js');
  });
});
