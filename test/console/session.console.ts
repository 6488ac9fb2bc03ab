import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t from 'tap';
import {
  becomes,
  checkAccessible,
  inTab,
  openAccount,
  section,
  settled,
  signIn,
  startBrowser,
} from './support/browser.js';
import { createToken, sampleService, userToken } from './support/service.js';

const browser = await startBrowser(t);
const service = await sampleService(t);
const admin = 'urn:li:corpuser:admin';
const refused = /status of (401|403)/;

const revoke = (token: string) =>
  service.graphql('mutation ($tokenId: String!) { revokeAccessToken(tokenId: $tokenId) }', {
    tokenId: token.split('_')[1],
  });

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
    await revoke(token);
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
    await revoke(token);
    await page.getByRole('button', { name: 'Create tag', exact: true }).click();
    await page.getByLabel('Access token').fill(other);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Account of successor' }).waitFor();
    await becomes(t, () => page.getByRole('dialog').count(), 0);
  });
});

t.test('scripts see neither the token nor the session', async (t) => {
  await inTab(t, browser, {}, async (page) => {
    await signIn(page, service.url, service.adminToken);
    const seen = await page.evaluate(
      'JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }, location.href])',
    );
    t.equal(seen, JSON.stringify(['', { 'catalog-session': 'yes' }, {}, `${service.url}/console/`]));
    const [cookie] = await page.context().cookies();
    t.match(cookie, { httpOnly: true, sameSite: 'Strict' });
    t.notMatch(service.log(), service.adminToken.split('_')[2]);
    t.notMatch(service.log(), cookie!.value);
  });
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
  const elsewhere = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<p>elsewhere'),
  );
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  t.teardown(() => elsewhere.close());
  const other = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  await inTab(t, browser, { expected: /./ }, async (page) => {
    await signIn(page, service.url, service.adminToken);
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
