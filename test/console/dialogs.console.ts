import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import t from 'tap';
import { root } from '../support/root.js';
import { becomes, checkAccessible, goTo, inTab, openMenu, signIn } from './support/browser.js';
import { openConsole, userToken } from './support/service.js';

const { browser, service, test, visit } = await openConsole(t);
const at = (path: string, urn: string) => `${path}?urn=${encodeURIComponent(urn)}`;
const entity = at('entity', 'urn:li:dataset:(urn:li:dataPlatform:hive,fct_users_created,PROD)');

await userToken(service, 'dora');
await service.graphql(`mutation { createGroup(input: { id: "editors", name: "Editors" })
  createServiceAccount(input: { displayName: "Robot" }) { urn }
  createTag(input: { id: "Spare", name: "Spare" }) }`);
const policyNamed = (name: string) =>
  service.graphql('mutation ($input: PolicyUpdateInput!) { createPolicy(input: $input) }', {
    input: {
      ...{ type: 'PLATFORM', name, state: 'DRAFT', privileges: ['CREATE_TAGS'] },
      actors: { users: [], allUsers: true, allGroups: false, resourceOwners: false },
    },
  });
await policyNamed('Kept');
await service.graphql('mutation ($input: PolicyUpdateInput!) { createPolicy(input: $input) }', {
  input: {
    ...{ type: 'PLATFORM', name: 'Hooks', state: 'ACTIVE', privileges: ['MANAGE_WEBHOOKS'] },
    actors: { users: ['urn:li:corpuser:otto'], allUsers: false, allGroups: false, resourceOwners: false },
  },
});
// Of another owner, so that it can be taken over.
await service.graphql(
  'mutation { createWebhook(input: { name: "Hook", url: "https://hooks.example.org/" }) { id } }',
  {},
  await userToken(service, 'otto'),
);

/** What is opened on each page, by the mouse or by the keyboard. */
const paths = [
  ...['', 'tags', at('tag', 'urn:li:tag:Spare'), 'tokens', 'time-series'],
  ...['users', at('users', 'urn:li:corpuser:dora'), 'groups', at('groups', 'urn:li:corpGroup:editors')],
  ...['service-accounts', 'policies', 'webhooks', 'audit', 'health', '?query=users', entity],
];

/** The titles of the dialogs of each file. */
const titles: Readonly<Record<string, readonly RegExp[]>> = {
  'layout/account.tsx': [/^End all your sessions/],
  'layout/keys.tsx': [/^Help and keys$/],
  'pages/tags/create.tsx': [/^Create a tag$/],
  'pages/tags/edit.tsx': [/^Edit Spare$/],
  'pages/tags/delete.tsx': [/^Delete the tag Spare/],
  'pages/tokens/create.tsx': [/^Create a token$/],
  'pages/tokens/rotate.tsx': [/^Rotate /],
  'pages/tokens/revoke.tsx': [/^Revoke (?!all)/, /^Revoke all tokens/],
  'pages/tokens/whose.tsx': [/^Whose token/],
  'pages/users/create-user.tsx': [/^Create a user$/],
  'pages/users/create-service-account.tsx': [/^Create a service account$/],
  'pages/users/actions.tsx': [/^Suspend /, /^Delete dora/],
  'pages/users/edit-profile.tsx': [/^Edit dora$/],
  'pages/groups/create-group.tsx': [/^Create a group$/],
  'pages/groups/group-page.tsx': [/^Delete Editors/],
  'pages/policies/policy-form.tsx': [/^Create a policy$/, /^Edit /],
  'pages/policies/policy-item.tsx': [/^Delete Kept/],
  'pages/webhooks/form.tsx': [/^Create a webhook$/, /^Edit Hook$/],
  'pages/webhooks/replay.tsx': [/^Send changes to Hook again$/],
  'pages/webhooks/secret.tsx': [/^Rotate the secret of Hook/],
  'pages/webhooks/actions.tsx': [/^Take over Hook/, /^Delete Hook/],
  'pages/time-series/delete-old.tsx': [/^Delete old events/],
  'pages/time-series/index-table.tsx': [/^Size of /],
};

/** Dialogs that no button of a page opens, or that the tests of their pages open. */
const others: Readonly<Record<string, string>> = {
  'kit/form-dialog.tsx': 'what the others consist of',
  'kit/use-dialog.tsx': 'asks for the others',
  'kit/saved-warnings.tsx': 'takes the place of another dialog',
  'pages/tokens/text.tsx': 'takes the place of another dialog',
  'edits/outcome.tsx': 'names what was refused: bulk.console.ts',
  'layout/navigation.tsx': 'of phones, below',
  'layout/sign-in.tsx': 'opens when a session ends: session.console.ts',
  'pages/entity/columns/columns.tsx': 'of a column, below',
  'pages/time-series/tasks.tsx': 'of a deletion that runs: time-series.console.ts',
};

const focused = (page: Page) =>
  page.evaluate<string>(`(() => {
    const { activeElement: element } = document;
    return element.getAttribute('aria-label') ?? element.textContent.trim();
  })()`);

const layer = (page: Page) => page.locator('dialog[open], :popover-open').last();
const noLayer = (page: Page) =>
  page.locator('dialog[open], :popover-open').first().waitFor({ state: 'detached' });

/** What opens a layer: the buttons of menus and popovers, and those whose name says that something will be asked. */
const opens = /…$|^(Create a |Edit|Whose|Help and keys|Account of|Add tags)/;
/** Several rows have the same menu: the first one is enough, and for a name below it that of the test. */
const kindOf = (name: string) => name.replace(/(Actions for|Add tags to|Describe) .*/, '$1');
const isWanted = (name: string) => /\b(dora|Kept|Spare|Robot)\b/.test(name);

/** What the test reads of a button; the types of the browser are not those of the tests. */
interface Attributed {
  readonly textContent: string | null;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
}

/** The names of the buttons that open something, one of each kind. */
async function openersOf(page: Page, path: string): Promise<string[]> {
  const names = await page
    // The top bar is the same on all pages.
    .locator(path === '' ? 'main button:visible, .top button:visible' : 'main button:visible')
    .evaluateAll((buttons) =>
      (buttons as unknown as readonly Attributed[]).map((button) => [
        button.getAttribute('aria-label') ?? button.textContent?.trim() ?? '',
        button.hasAttribute('popovertarget') || button.hasAttribute('aria-haspopup'),
      ]),
    );
  const kinds = new Map<string, string>();
  for (const [name, isMenu] of names as [string, boolean][]) {
    // Descriptions of entities are edited in place.
    const isInPlace = path === entity && /^Edit/.test(name);
    if (isInPlace || name.startsWith('Go to …') || !(isMenu || opens.test(name))) continue;
    const kind = kindOf(name);
    if (!kinds.has(kind) || isWanted(name)) kinds.set(kind, name);
  }
  return [...kinds.values()];
}

/** Escape closes one layer after the other; the list of a field is one. */
async function closeLayers(page: Page): Promise<void> {
  for (let left = 3; left > 0; left -= 1) {
    await page.keyboard.press('Escape');
    const isClosed = await page.locator('dialog[open], :popover-open').count();
    if (isClosed === 0) return;
  }
  await noLayer(page);
}

t.test('no file with a dialog is left out', async (t) => {
  const folder = fileURLToPath(new URL('src/console/', root));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.tsx') && /<(?:Form)?Dialog\s|\bask\(\{/.test(readFileSync(folder + file, 'utf8')),
  );
  t.same(files.sort(), [...Object.keys(titles), ...Object.keys(others)].sort());
});

t.test('every dialog, menu and popover gives the focus back to the button that opened it', async (t) => {
  const seen: string[] = [];
  await visit(t, '/console/', {}, async (page) => {
    for (const path of paths) {
      await goTo(page, `${service.url}/console/${path}`);
      for (const name of await openersOf(page, path)) {
        const opener = page.getByRole('button', { name, exact: true }).first();
        /** Opens the layer of the button, and one of its entries. */
        const open = async (entry?: string) => {
          await opener.press('Enter');
          await layer(page).locator(':focus').waitFor();
          if (entry === undefined) return;
          await layer(page).locator(`button`, { hasText: entry }).first().press('Enter');
          await page.locator('dialog[open]').waitFor();
        };
        const isBack = async (what: string) => {
          await closeLayers(page);
          await becomes(t, () => focused(page), name, `/${path}: ${what}`);
        };
        await open();
        const title = page.locator('dialog[open] h2');
        if (await title.count()) {
          seen.push(await title.first().innerText());
          await checkAccessible(t, page, `/${path}: ${name}`);
          await isBack(name);
          continue;
        }
        const entries = await layer(page).locator('button:visible').allInnerTexts();
        await isBack(name);
        for (const entry of entries.map((text) => text.split('\n')[0]!.trim())) {
          if (!/…$|^(Edit|Size by month|Create|Duplicate|Keys)/.test(entry)) continue;
          await open(entry);
          seen.push(await title.first().innerText());
          await isBack(`${name}, ${entry}`);
        }
      }
    }
  });
  for (const [file, patterns] of Object.entries(titles))
    for (const pattern of patterns)
      t.ok(
        seen.some((title) => pattern.test(title)),
        `${file}: ${pattern}`,
      );
});

t.test('the sections of a phone give the focus back, and lead on', async (t) => {
  await visit(t, '/console/tags', { width: 390 }, async (page) => {
    await page.getByRole('button', { name: 'More', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Sections' }).waitFor();
    await page.keyboard.press('Escape');
    await noLayer(page);
    await becomes(t, () => focused(page), 'More');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Sections' }).getByRole('link', { name: 'Policies' }).click();
    await page.getByRole('heading', { name: 'Policies', level: 1 }).waitFor();
    await noLayer(page);
  });
});

test('Tab leaves a menu for what comes after its button', '/console/tags', {}, async (page) => {
  const account = page.getByRole('button', { name: 'Account of admin' });
  await account.press('Enter');
  await layer(page).locator(':focus').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await noLayer(page);
  await page.getByRole('main').locator(':focus').waitFor();
});

t.test('the focus goes to the row or the heading when the button disappears', async (t) => {
  await policyNamed('Doomed');
  await inTab(t, browser, {}, async (page) => {
    /** Chooses an entry of a menu with the keyboard, and confirms the dialog. */
    const act = async (path: string, menu: string, entry: string, confirm: string) => {
      await goTo(page, `${service.url}/console/${path}`);
      await openMenu(page, menu);
      await page.getByRole('menuitem', { name: entry }).press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: confirm, exact: true }).press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await signIn(page, service.url, service.adminToken);
    await act('policies', 'Actions for Doomed', 'Delete …', 'Delete');
    await becomes(t, () => page.getByRole('button', { name: 'Actions for Doomed' }).count(), 0);
    await becomes(
      t,
      async () => (await focused(page)) !== '' && page.evaluate('document.activeElement !== document.body'),
      true,
    );
    await act('users?filter=dora', 'Actions for dora', 'Suspend …', 'Suspend');
    await becomes(t, () => focused(page), 'Actions for dora');
    await act('users?filter=dora', 'Actions for dora', 'Delete …', 'Delete');
    await becomes(t, () => focused(page), 'Users');
    t.equal(await page.getByRole('button', { name: 'Actions for dora' }).count(), 0);
  });
});

t.test('what is still faded in is checked as it will be read', async (t) => {
  await inTab(t, browser, {}, async (page) => {
    await page.setContent(`<!doctype html><html lang="en"><title>Fading</title>
      <style>@keyframes pop { from { opacity: 0.2 } } main { animation: pop 700ms } i { animation: pop 1s infinite }</style>
      <main><h1>Text</h1><button style="background:#fff;color:#555">Close</button><i></i></main></html>`);
    await checkAccessible(t, page, 'a part that fades in');
  });
});
