import t from 'tap';
import {
  becomes,
  checkAccessible,
  choose,
  openMenu,
  screenshot,
  settled,
  signIn,
} from './support/browser.js';
import { message } from './support/edits.js';
import { createToken, openConsole, userToken } from './support/service.js';

const { service, test, visit } = await openConsole(t);

const mayRead = async (token: string) =>
  service.graphql('{ me { corpUser { urn } } }', {}, token).then(
    () => true,
    () => false,
  );

const createPolicy = (input: object) =>
  service.graphql<{ createPolicy: string }>(
    'mutation ($input: PolicyUpdateInput!) { createPolicy(input: $input) }',
    { input },
  );

const nobodyElse = { allUsers: false, allGroups: false, resourceOwners: false };

test('a user is created, suspended, activated and removed', '/console/users', {}, async (page, t) => {
  await page.getByRole('button', { name: 'Create a user' }).click();
  await page.getByLabel('Id', { exact: true }).fill('jane');
  await page.getByLabel('Display name').fill('Jane Doe');
  await checkAccessible(t, page, 'create a user');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { name: 'Jane Doe', level: 1 }).waitFor();
  const token = await createToken(service, 'urn:li:corpuser:jane');
  t.equal(await mayRead(token), true);
  const { createUser: robot } = await service.graphql<{ createUser: string }>(
    'mutation { createUser(input: { id: "robot" }) }',
  );
  await createPolicy({
    ...{ type: 'PLATFORM', name: 'tokens', description: '', state: 'ACTIVE' },
    privileges: ['MANAGE_ACCESS_TOKENS', 'MANAGE_WEBHOOKS'],
    actors: { ...nobodyElse, users: ['urn:li:corpuser:jane'] },
  });
  await service.graphql(
    `mutation { createAccessToken(input: { type: PERSONAL, actorUrn: "${robot}", duration: ONE_HOUR, name: "for robot" }) {
       accessToken } }`,
    {},
    token,
  );
  await service.graphql(
    'mutation { createWebhook(input: { name: "for jane", url: "https://hooks.example.org/" }) { id } }',
    {},
    token,
  );

  await choose(page, 'Actions', 'Suspend …');
  await page.getByText('Tokens created for others: 1 (for robot)').waitFor();
  await page.getByText('Webhooks, which are paused: 1 (for jane)').waitFor();
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  await page
    .getByText('Refused while the user is suspended: 1 access token of urn:li:corpuser:robot')
    .waitFor();
  await page.getByText('Paused while the user is suspended: 1 webhook of urn:li:corpuser:jane').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Suspended', { exact: true }).waitFor();
  t.equal(await mayRead(token), false);
  await choose(page, 'Actions', 'Activate …');
  await page.getByRole('button', { name: 'Activate', exact: true }).click();
  await page.getByText('Accepted again: 1 access token of urn:li:corpuser:robot').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Active', { exact: true }).waitFor();
  t.equal(await mayRead(token), true);
  await screenshot(page, 'user');

  await choose(page, 'Actions', 'Delete …');
  await page.getByText('Tokens: 1 (test)').waitFor();
  await page.getByText('Webhooks, which are paused: 1 (for jane)').waitFor();
  await checkAccessible(t, page, 'remove a user');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
  t.equal(await mayRead(token), false);
});

t.test('a member of a group has what a policy made by the form grants to it', async (t) => {
  const token = await userToken(service, 'carla');
  const privileges = async () => {
    const { getGrantedPrivileges } = await service.graphql<{
      getGrantedPrivileges: { privileges: string[] };
    }>('{ getGrantedPrivileges(input: { actorUrn: "urn:li:corpuser:carla" }) { privileges } }', {}, token);
    return getGrantedPrivileges.privileges;
  };
  await visit(t, '/console/groups', {}, async (page) => {
    await page.getByRole('button', { name: 'Create a group' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Taggers');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('combobox', { name: 'Add a member' }).fill('carla');
    await page.getByRole('option', { name: 'carla' }).click();
    await page.getByRole('button', { name: 'Remove carla from the group' }).waitFor();
    t.same(await privileges(), []);

    await page.goto(`${service.url}/console/policies`);
    await page.getByRole('button', { name: 'Create a policy' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Taggers make tags');
    await dialog.getByRole('combobox', { name: 'Groups' }).fill('Tagg');
    await dialog.getByRole('option', { name: /Taggers/ }).click();
    await dialog.getByLabel('Privileges over').selectOption('the service');
    await dialog.getByRole('checkbox', { name: 'Create Tags' }).check();
    await checkAccessible(t, page, 'create a policy');
    await screenshot(page, 'policy');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    const box = page.getByRole('listitem', { name: 'Taggers make tags' });
    await box.getByText('May Create Tags.').waitFor();
    await page.getByRole('heading', { name: 'Taggers', level: 2 }).waitFor();
    t.same(await privileges(), ['CREATE_TAGS']);

    const actions = 'Actions for Taggers make tags';
    await choose(page, actions, 'Edit');
    await dialog.getByLabel('State').selectOption('DRAFT');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await box.getByText('Draft', { exact: true }).waitFor();
    t.same(await privileges(), []);
    await choose(page, actions, 'Activate');
    await box.getByText('Draft', { exact: true }).waitFor({ state: 'detached' });
    t.same(await privileges(), ['CREATE_TAGS']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await box.getByText('Draft', { exact: true }).waitFor();
    t.same(await privileges(), []);
    await choose(page, actions, 'Activate');
    await box.getByText('Draft', { exact: true }).waitFor({ state: 'detached' });

    await choose(page, actions, 'Duplicate');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    const copy = page.getByRole('listitem', { name: 'Copy of Taggers make tags' });
    await copy.getByText('Draft', { exact: true }).waitFor();
    await checkAccessible(t, page, 'policies');
    await choose(page, 'Actions for Copy of Taggers make tags', 'Delete …');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await copy.waitFor({ state: 'detached' });
    await choose(page, actions, 'Delete …');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await box.waitFor({ state: 'detached' });
  });
});

t.test('a name is edited, shown everywhere, and taken back', async (t) => {
  await service.graphql('mutation { createUser(input: { id: "mira", displayName: "Mira" }) }');
  await visit(t, '/console/users?filter=mira', {}, async (page) => {
    await choose(page, 'Actions for Mira', 'Edit');
    const dialog = page.getByRole('dialog', { name: 'Edit Mira' });
    await checkAccessible(t, page, 'edit a user');
    await dialog.getByLabel('Display name').fill('Mira Novak');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Mira Novak' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Mira', exact: true }).waitFor();

    // With the keyboard only.
    await openMenu(page, 'Actions for Mira');
    await becomes(t, () => page.evaluate('document.activeElement?.textContent'), 'Edit');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Display name').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Mira Kos');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Mira Kos' }).waitFor();
  });
});

t.test('lists show display names, and the URN as the title', async (t) => {
  const actorUrn = 'urn:li:corpuser:nina';
  await service.graphql('mutation { createUser(input: { id: "nina", displayName: "Nina Simon" }) }');
  await createToken(service, actorUrn);
  await visit(t, '/console/tokens', { expected: /status of 401/ }, async (page) => {
    const named = page.getByTitle(actorUrn).first();
    await page.getByText('Nina Simon').first().waitFor();
    await becomes(t, () => named.innerText(), 'Nina Simon');
    await page.goto(`${service.url}/console/audit?actor=${encodeURIComponent(actorUrn)}`);
    await page.getByRole('main').getByText('Nina Simon').first().waitFor();
    const own = await createToken(service, actorUrn);
    await page.context().clearCookies();
    await signIn(page, service.url, own);
    await page.getByRole('button', { name: 'Account of Nina Simon' }).waitFor();
  });
});

t.test('policies keep what the form has no place for', async (t) => {
  const privileges = ['EDIT_ENTITY_TAGS', 'EDIT_ENTITY_EMBED'];
  const actors = { ...nobodyElse, users: ['urn:li:corpuser:steward', 'urn:li:corpuser:nobody'] };
  const common = { type: 'METADATA', state: 'ACTIVE', privileges, actors };
  const domains = { filter: { criteria: [{ field: 'DOMAIN', values: ['urn:li:domain:x'] }] } };
  await createPolicy({ ...common, name: 'By domain', resources: domains });
  const one = ['urn:li:dataset:(urn:li:dataPlatform:hive,fct_users_created,PROD)'];
  await createPolicy({ ...common, name: 'Old form', resources: { type: 'dataset', resources: one } });
  const stored = async () => {
    const { listPolicies } = await service.graphql<{ listPolicies: { policies: unknown[] } }>(
      '{ listPolicies(input: { query: "Old form" }) { policies { privileges actors { users } resources { type resources allResources } } } }',
    );
    return listPolicies.policies;
  };
  await visit(t, '/console/policies', {}, async (page) => {
    const fixed = page.getByRole('listitem', { name: 'By domain' });
    await fixed.getByText('It has a criterion DOMAIN EQUALS').waitFor();
    await fixed.getByRole('button', { name: 'Actions for By domain' }).click();
    await page.getByRole('menuitem', { name: 'Delete …' }).waitFor();
    t.equal(await page.getByRole('menuitem', { name: 'Edit' }).count(), 0);
    await page.keyboard.press('Escape');

    const before = await stored();
    const box = page.getByRole('listitem', { name: 'Old form' });
    await box.getByText('May Edit Tags on fct_users_created').waitFor();
    await page.getByTitle('urn:li:corpuser:nobody').getByText('does not exist').first().waitFor();
    await box.getByText('Kept without effect: EDIT_ENTITY_EMBED').waitFor();
    await choose(page, 'Actions for Old form', 'Edit');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('These users and groups do not exist here: urn:li:corpuser:nobody.').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    t.same(await stored(), before);

    await choose(page, 'Actions for All platform privileges for the first administrator', 'Delete …');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('no active user would have MANAGE_POLICIES').waitFor();
  });
});

t.test('a privilege in another spelling is shown by its name, and can be taken away', async (t) => {
  await createPolicy({
    ...{ name: 'Spelled', type: 'METADATA', state: 'ACTIVE' },
    privileges: ['EDIT_ENTITY_DEPRECATION', 'EDIT_ENTITY_DOCS'],
    actors: { ...nobodyElse, users: ['urn:li:corpuser:steward'] },
  });
  await visit(t, '/console/policies', {}, async (page) => {
    const box = page.getByRole('listitem', { name: 'Spelled' });
    await box.getByText('May Edit Deprecation and Edit Description on all entities').waitFor();
    t.equal(await box.getByText('Kept without effect').count(), 0);
    await choose(page, 'Actions for Spelled', 'Edit');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: 'Edit Deprecation', checked: true }).uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await box.getByText('May Edit Description on all entities').waitFor();
  });
});

t.test('a change of a policy gives nobody back what another person has taken away since', async (t) => {
  const users = ['urn:li:corpuser:steward', 'urn:li:corpuser:nobody'];
  const input = {
    ...{ name: 'Shared', type: 'PLATFORM', state: 'ACTIVE', privileges: ['CREATE_TAGS'] },
    actors: { ...nobodyElse, users },
  };
  const { createPolicy: urn } = await createPolicy(input);
  const take = (left: readonly string[]) =>
    service.graphql(
      'mutation ($urn: String!, $input: PolicyUpdateInput!) { updatePolicy(urn: $urn, input: $input) }',
      {
        ...{ urn, input: { ...input, actors: { ...nobodyElse, users: left } } },
      },
    );
  const stored = async () => {
    const { listPolicies } = await service.graphql<{ listPolicies: { policies: unknown[] } }>(
      '{ listPolicies(input: { query: "Shared" }) { policies { state actors { users } } } }',
    );
    return listPolicies.policies;
  };
  await visit(t, '/console/policies', {}, async (page) => {
    await page.getByRole('listitem', { name: 'Shared' }).first().waitFor();
    await take(users.slice(0, 1));
    await choose(page, 'Actions for Shared', 'Deactivate');
    await message(page, 'Shared is inactive').waitFor();
    t.same(await stored(), [{ state: 'INACTIVE', actors: { users: users.slice(0, 1) } }]);

    await choose(page, 'Actions for Shared', 'Edit');
    const dialog = page.getByRole('dialog', { name: 'Edit Shared' });
    await dialog.getByLabel('Description').fill('Typed');
    await take([]);
    const left = await stored();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('It was changed since this form was opened').waitFor();
    t.equal(await dialog.getByLabel('Description').inputValue(), 'Typed');
    t.same(await stored(), left);
  });
});

t.test('a service account gets a token, and a guest sees only what is theirs', async (t) => {
  const guest = await createToken(service, 'urn:li:corpuser:guest');
  await visit(t, '/console/service-accounts', {}, async (page) => {
    await page.getByRole('button', { name: 'Create a service account' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Nightly');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await choose(page, 'Actions', 'Create a token for it');
    await page.getByLabel('Name', { exact: true }).fill('nightly');
    await page.getByRole('button', { name: 'Create token', exact: true }).click();
    const token = await page.locator('[data-token]').innerText();
    t.equal(await mayRead(token), true);
    await page.getByRole('button', { name: 'Done' }).click();
    await page
      .getByRole('cell', { name: 'nightly' })
      .or(page.getByRole('rowheader', { name: 'nightly' }))
      .waitFor();
  });
  await visit(t, '/console/users', { token: guest }, async (page) => {
    await page.getByText('This is you.').waitFor();
    await settled(page);
    await page.goto(`${service.url}/console/policies`);
    await page.getByText('the privilege Manage Policies').waitFor();
  });
});
