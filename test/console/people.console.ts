import t from 'tap';
import { checkAccessible, inTab, screenshot, settled, signIn, startBrowser } from './support/browser.js';
import { createToken, sampleService, userToken } from './support/service.js';

const browser = await startBrowser(t);
const service = await sampleService(t);

const mayRead = async (token: string) =>
  service.graphql('{ me { corpUser { urn } } }', {}, token).then(
    () => true,
    () => false,
  );

const createPolicy = (input: object) =>
  service.graphql('mutation ($input: PolicyUpdateInput!) { createPolicy(input: $input) }', { input });

const nobodyElse = { allUsers: false, allGroups: false, resourceOwners: false };

t.test('a user is created, suspended, activated and removed', async (t) => {
  await inTab(t, browser, {}, async (page) => {
    await signIn(page, service.url, service.adminToken, '/console/users');
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
      privileges: ['MANAGE_ACCESS_TOKENS'],
      actors: { ...nobodyElse, users: ['urn:li:corpuser:jane'] },
    });
    await service.graphql(
      `mutation { createAccessToken(input: { type: PERSONAL, actorUrn: "${robot}", duration: ONE_HOUR, name: "for robot" }) {
         accessToken } }`,
      {},
      token,
    );

    await page.getByRole('button', { name: 'Suspend …' }).click();
    await page.getByText('Tokens created for others: 1 (for robot)').waitFor();
    await page.getByRole('button', { name: 'Suspend', exact: true }).click();
    await page
      .getByText('Refused while the user is suspended: 1 access token of urn:li:corpuser:robot')
      .waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Activate …' }).waitFor();
    t.equal(await mayRead(token), false);
    await page.getByRole('button', { name: 'Activate …' }).click();
    await page.getByRole('button', { name: 'Activate', exact: true }).click();
    await page.getByText('Accepted again: 1 access token of urn:li:corpuser:robot').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Suspend …' }).waitFor();
    t.equal(await mayRead(token), true);
    await screenshot(page, 'user');

    await page.getByRole('button', { name: 'Delete …' }).click();
    await page.getByText('Tokens: 1 (test)').waitFor();
    await checkAccessible(t, page, 'remove a user');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
    t.equal(await mayRead(token), false);
  });
});

t.test('a member of a group has what a policy made by the form grants to it', async (t) => {
  const token = await userToken(service, 'carla');
  const privileges = async () => {
    const { getGrantedPrivileges } = await service.graphql<{
      getGrantedPrivileges: { privileges: string[] };
    }>('{ getGrantedPrivileges(input: { actorUrn: "urn:li:corpuser:carla" }) { privileges } }', {}, token);
    return getGrantedPrivileges.privileges;
  };
  await inTab(t, browser, {}, async (page) => {
    await signIn(page, service.url, service.adminToken, '/console/groups');
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
    const box = page.getByRole('region', { name: 'Taggers make tags' });
    await box.getByText('The group Taggers may Create Tags.').waitFor();
    t.same(await privileges(), ['CREATE_TAGS']);

    await box.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('State').last().selectOption('DRAFT');
    await page.getByRole('button', { name: 'Save' }).click();
    await box.getByText('A draft: it grants nothing.').waitFor();
    t.same(await privileges(), []);
    await box.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await box.waitFor({ state: 'detached' });
  });
});

t.test('policies keep what the form has no place for', async (t) => {
  const privileges = ['EDIT_ENTITY_TAGS', 'EDIT_ENTITY_OWNERS'];
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
  await inTab(t, browser, {}, async (page) => {
    await signIn(page, service.url, service.adminToken, '/console/policies');
    const fixed = page.getByRole('region', { name: 'By domain' });
    await fixed.getByText('It has a criterion DOMAIN EQUALS').waitFor();
    t.equal(await fixed.getByRole('button', { name: 'Edit' }).count(), 0);

    const before = await stored();
    const box = page.getByRole('region', { name: 'Old form' });
    await box.getByText('steward and nobody (does not exist) may Edit Tags on fct_users_created').waitFor();
    await box.getByText('Kept without effect: EDIT_ENTITY_OWNERS').waitFor();
    await box.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('These users and groups do not exist here: urn:li:corpuser:nobody.').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    t.same(await stored(), before);

    const last = page.getByRole('region', { name: 'All platform privileges for the first administrator' });
    await last.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('no active user would have MANAGE_POLICIES').waitFor();
  });
});

t.test('a service account gets a token, and a guest sees only what is theirs', async (t) => {
  const guest = await createToken(service, 'urn:li:corpuser:guest');
  await inTab(t, browser, {}, async (page) => {
    await signIn(page, service.url, service.adminToken, '/console/service-accounts');
    await page.getByRole('button', { name: 'Create a service account' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Nightly');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('button', { name: 'Create a token for it' }).click();
    await page.getByLabel('Name', { exact: true }).fill('nightly');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const token = await page.locator('[data-token]').innerText();
    t.equal(await mayRead(token), true);
    await page.getByRole('button', { name: 'Done' }).click();
    await page
      .getByRole('cell', { name: 'nightly' })
      .or(page.getByRole('rowheader', { name: 'nightly' }))
      .waitFor();
  });
  await inTab(t, browser, {}, async (page) => {
    await signIn(page, service.url, guest, '/console/users');
    await page.getByText('This is you.').waitFor();
    await settled(page);
    await page.goto(`${service.url}/console/policies`);
    await page.getByText('This page needs the privilege Manage Policies.').waitFor();
  });
});
