import t from 'tap';
import {
  becomes,
  checkAccessible,
  choose,
  inTab,
  openMenu,
  screenshot,
  section,
  settled,
  signIn,
} from './support/browser.js';
import { openConsole, userToken } from './support/service.js';

const { browser, service, visit } = await openConsole(t);

const isRefused = async (token: string) => {
  const answer = service.graphql('{ me { corpUser { urn } } }', {}, token);
  return answer.then(
    () => false,
    () => true,
  );
};

t.test('a token is created, used, rotated, revoked, and refused from then on', async (t) => {
  await visit(t, '/console/tokens', {}, async (page) => {
    await screenshot(page, 'tokens');

    await checkAccessible(t, page, 'tokens');
    await page.getByRole('button', { name: 'Create a token' }).click();
    const dialog = page.getByRole('dialog');
    const name = dialog.getByLabel('Name', { exact: true });
    t.match(await name.inputValue(), /^cli on \w+, [A-Z][a-z]{2} \d+$/, 'a name is there');
    await name.fill('nightly');
    await dialog.getByRole('button', { name: '90 days' }).click();
    await dialog.getByText(/^On \w+ \d+, \d{4}$/).waitFor();
    await dialog.getByRole('button', { name: 'Date …' }).click();
    await dialog.getByLabel('Last day').fill('2020-01-01');
    await dialog.getByText('Choose a day after today.').waitFor();
    const create = dialog.getByRole('button', { name: 'Create token' });
    await becomes(t, () => create.getAttribute('aria-disabled'), 'true');
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    await dialog.getByLabel('Last day').fill(tomorrow);
    await checkAccessible(t, page, 'create a token');
    await screenshot(page, 'token-create');
    await create.click();
    const text = (await page.locator('[data-token]').innerText()).trim();
    t.match(text, /^mcs_[0-9A-Za-z]{17}_[0-9A-Za-z]{33}$/);
    await becomes(t, () => page.evaluate('document.activeElement?.ariaLabel'), 'Copy the token');
    await dialog.getByText(/^nightly acts as admin and expires on /).waitFor();
    await page.keyboard.press('Escape');
    await dialog.getByText(`-H "Authorization: Bearer $TOKEN"`).waitFor();
    await checkAccessible(t, page, 'the token');
    for (const [program, command] of [
      ['catalog', `export CATALOG_TOKEN=${text}`],
      ['DataHub CLI', `datahub init --host ${service.url} --token '${text}'`],
      ['Python', `DatahubRestEmitter("${service.url}", token="${text}")`],
    ] as const) {
      await dialog.getByRole('button', { name: program, exact: true }).click();
      await dialog.getByText(command).waitFor();
    }
    t.equal(await isRefused(text), false, 'the new token is accepted');
    await page.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    t.notMatch(await page.content(), text, 'the text is shown once');

    await choose(page, 'Actions for nightly', 'Rotate …');
    const overlap = dialog.getByLabel('The old token expires');
    await becomes(t, () => overlap.locator('option:checked').innerText(), 'in 1 hour');
    await overlap.selectOption('immediately');
    await dialog.getByRole('button', { name: 'Rotate token' }).click();
    const rotated = (await page.locator('[data-token]').innerText()).trim();
    t.equal(await isRefused(text), true, 'the old text is refused');
    t.equal(await isRefused(rotated), false);
    await page.getByRole('button', { name: 'Done' }).click();

    await choose(page, 'Actions for nightly', 'Revoke …');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    t.equal(await isRefused(rotated), false, 'nothing is revoked without the second step');
    await choose(page, 'Actions for nightly', 'Revoke …');
    await dialog.getByRole('button', { name: 'Revoke token' }).click();
    await page.getByText('Token nightly revoked').waitFor();
    t.equal(await isRefused(rotated), true, 'the revoked token is refused');
  });
});

t.test('tokens are sorted by their end, filtered by chips and user, and shown in the audit', async (t) => {
  const { createServiceAccount } = await service.graphql<{ createServiceAccount: { urn: string } }>(
    'mutation { createServiceAccount(input: { displayName: "Harvester" }) { urn } }',
  );
  const create = (name: string, actorUrn: string, input: object) =>
    service.graphql(
      'mutation ($input: GetAccessTokenInput!) { createAccessToken(input: $input) { accessToken } }',
      { input: { name, actorUrn, type: 'PERSONAL', ...input } },
    );
  const robot = { type: 'SERVICE_ACCOUNT', scopes: ['READ'] };
  await create('ends today', createServiceAccount.urn, { ...robot, duration: 'ONE_HOUR' });
  await create('ends this week', createServiceAccount.urn, { ...robot, durationIso: 'P3D' });
  await create('ends later', 'urn:li:corpuser:admin', { duration: 'THREE_MONTHS' });
  await visit(t, '/console/tokens', {}, async (page) => {
    await page.getByRole('button', { name: /^All/, pressed: true }).waitFor();
    const names = () => page.locator('tbody th .name').filter({ hasText: /^ends/ }).allInnerTexts();
    await becomes(t, names, ['ends today', 'ends this week', 'ends later']);
    const expiry = (name: string) => page.getByRole('row', { name: new RegExp(name) }).locator('.bad, .warn');
    await becomes(t, () => expiry('ends today').getAttribute('class'), 'bad');
    await becomes(t, () => expiry('ends this week').getAttribute('class'), 'warn');
    await becomes(t, () => expiry('ends later').count(), 0);
    await page.getByRole('button', { name: 'Expires' }).click();
    await becomes(t, names, ['ends later', 'ends this week', 'ends today']);
    await page.getByRole('button', { name: /^Mine/ }).click();
    await becomes(t, names, ['ends later']);
    await page.getByRole('button', { name: /^Never used/ }).click();
    await becomes(t, names, ['ends later', 'ends this week', 'ends today']);
    await page.getByRole('button', { name: /^Expired/ }).click();
    await page.getByText('No access tokens match').waitFor();
    await page.getByRole('button', { name: /^Ending soon/ }).click();
    await becomes(t, names, ['ends this week', 'ends today']);
    await page.getByLabel('Filter by name or user').fill('harv');
    await page.waitForURL(/filter=harv/);
    await becomes(t, () => page.locator('tbody tr').count(), 2);
    await page
      .getByRole('row', { name: /ends today/ })
      .getByText('Read', { exact: true })
      .waitFor();
    await choose(page, 'Actions for ends today', 'Show in audit');
    await page.waitForURL(/\/console\/audit\?subject=urn/);
  });
});

t.test('whose token is this', async (t) => {
  const token = await userToken(service, 'jane');
  await visit(t, '/console/tokens', {}, async (page) => {
    await page.getByRole('button', { name: 'Whose token is this?' }).click();
    await page.getByLabel('Token', { exact: true }).fill(token);
    await page.getByRole('button', { name: 'Look up' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByTitle('urn:li:corpuser:jane').waitFor();
    await page.keyboard.press('Escape');
    await becomes(t, () => dialog.count(), 0, 'Escape closes the dialog');

    await page.getByRole('button', { name: 'Whose token is this?' }).click();
    await dialog.getByLabel('Token', { exact: true }).fill(token);
    await dialog.getByRole('button', { name: 'Look up' }).click();
    await dialog.getByRole('button', { name: 'Revoke …' }).click();
    await dialog.getByText('It acts as jane').waitFor();
    t.equal(await isRefused(token), false, 'nothing is revoked without the second step');
    await dialog.getByRole('button', { name: 'Revoke token' }).click();
    await page.getByText('Token test revoked').waitFor();
    t.equal(await isRefused(token), true);
    await becomes(t, () => page.evaluate('document.activeElement?.textContent'), 'Whose token is this?');
  });
});

t.test('all tokens of a user are revoked, with the keyboard only', async (t) => {
  const token = await userToken(service, 'leaver');
  await visit(t, '/console/tokens', {}, async (page) => {
    await openMenu(page, 'More actions');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Revoke all tokens of a user?' });
    const box = dialog.getByRole('combobox');
    await box.focus();
    // As one piece: the options of fewer letters cannot be chosen.
    await page.keyboard.insertText('leaver');
    await dialog.getByRole('option', { name: /leaver/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog.getByText('All tokens that act as leaver').waitFor();
    await dialog.getByRole('button', { name: 'Revoke all tokens' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('1 token revoked').waitFor();
    t.equal(await isRefused(token), true);
  });
});

t.test('everything is reached with the keyboard', async (t) => {
  await inTab(t, browser, {}, async (page) => {
    // The keys come right after the page has loaded, however slow the machine is.
    await page.addInitScript(`Object.defineProperty(Event.prototype, 'timeStamp', { get: () => 100 })`);
    await signIn(page, service.url, service.adminToken);
    await settled(page);
    const visited: string[] = [];
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
    await page.keyboard.press('t');
    await page.keyboard.press('g');
    await page.keyboard.press('k');
    await page.waitForURL('**/console/tokens');
    t.same(visited, ['/console/tokens'], 'a letter alone leads nowhere');
    await settled(page);
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await keys.waitFor();
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await becomes(t, () => page.evaluate('document.activeElement?.id'), 'search');
  });
});

t.test('a guest sees no token page, and which privilege it needs', async (t) => {
  await visit(t, '/console/tokens', { token: await userToken(service, 'visitor') }, async (page) => {
    await page.getByText('the privilege Generate Personal Access Tokens').waitFor();
    t.equal(await section(page, 'Tokens').count(), 0);
    await checkAccessible(t, page, 'refused page');
  });
});
