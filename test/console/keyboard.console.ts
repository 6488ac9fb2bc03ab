import type { Page } from 'playwright-core';
import t from 'tap';
import { becomes } from './support/browser.js';
import { message, readTags, tabTo } from './support/edits.js';
import { openConsole } from './support/service.js';

const { service, test, visit } = await openConsole(t);
const dataset = 'urn:li:dataset:(urn:li:dataPlatform:hive,fct_users_created,PROD)';
const entityPath = `/console/entity?urn=${encodeURIComponent(dataset)}`;

const focused = (page: Page) => async () =>
  String(
    await page.evaluate(
      `(document.activeElement.getAttribute('aria-label') || document.activeElement.textContent || '').trim()`,
    ),
  );

t.test('a value that takes the place of its field has the focus, and gives it back', async (t) => {
  await visit(t, '/console/audit', {}, async (page) => {
    await page.getByRole('combobox', { name: 'Who' }).focus();
    await page.keyboard.type('admin');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await becomes(t, focused(page), 'Remove the filter admin');
    await page.keyboard.press('Enter');
    await becomes(t, focused(page), 'Who');
  });
});

t.test('an action that shows its progress has the focus again when it is done', async (t) => {
  await visit(t, '/console/audit', {}, async (page) => {
    await tabTo(page, page.getByRole('button', { name: 'Export CSV' }));
    const saved = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    await saved;
    await becomes(t, focused(page), 'Export CSV');
  });
});

t.test('a member that is removed leaves the focus in the list', async (t) => {
  const group = 'urn:li:corpGroup:keys';
  await service.graphql('mutation { createGroup(input: { id: "keys", name: "keys" }) }');
  await service.graphql('mutation ($input: AddGroupMembersInput!) { addGroupMembers(input: $input) }', {
    input: { groupUrn: group, userUrns: ['urn:li:corpuser:admin', 'urn:li:corpuser:guest'] },
  });
  await visit(t, `/console/groups?urn=${group}`, {}, async (page) => {
    const remove = page.getByRole('button', { name: /^Remove / });
    await remove.nth(1).waitFor();
    await remove.first().focus();
    await page.keyboard.press('Enter');
    await becomes(t, () => remove.count(), 1);
    await becomes(t, () => page.evaluate(`document.activeElement.closest('main section') !== null`), true);
  });
});

test('what was selected is given up without losing the place', '/console/?query=*', {}, async (page, t) => {
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByRole('button', { name: 'Add tags' }).focus();
  await page.keyboard.press('Escape');
  await page.locator('.bulk').waitFor({ state: 'detached' });
  await becomes(t, () => page.evaluate(`document.activeElement.closest('main') !== null`), true);
});

test('after Ctrl-Z the focus is on the button that edits', entityPath, {}, async (page, t) => {
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  await page.keyboard.press('e');
  await page.getByRole('textbox', { name: /description/i }).fill('Typed by mistake');
  await page.keyboard.press('Control+Enter');
  await becomes(t, focused(page), 'Edit');
  await message(page, 'is saved').waitFor();
  await page.keyboard.press('Control+z');
  await message(page, 'Undone').waitFor();
  await becomes(t, focused(page), 'Edit');
});

test('a tag that is typed faster than the service answers is chosen', entityPath, {}, async (page, t) => {
  await page.getByRole('button', { name: 'Add tags', exact: true }).waitFor();
  await page.keyboard.press('t');
  const picker = page.getByRole('dialog', { name: /^Tags of/ });
  await picker.getByRole('option').first().waitFor();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/graphql', async (route) => {
    await released;
    await route.continue();
  });
  await page.keyboard.type('Streaming');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  t.ok(await picker.isVisible(), 'it waits for the answer');
  release();
  await message(page, 'Streaming was added').waitFor();
  await becomes(
    t,
    async () => (await readTags(service, [dataset])).some((tag) => tag.endsWith(':streaming')),
    true,
  );
});
