import t from 'tap';
import { choose } from './support/browser.js';
import { hold, message, undo } from './support/edits.js';
import { openConsole } from './support/service.js';

// Undo of what the history does not have: names, memberships and the state of policies.

const { service, visit } = await openConsole(t);
const refused = /^Not undone\. The same thing has changed again/;

const update = (urn: string, input: object) =>
  service.graphql(
    'mutation ($urn: String!, $input: CorpUserUpdateInput!) { updateCorpUserProperties(urn: $urn, input: $input) { urn } }',
    { urn, input },
  );
async function readProfile(urn: string) {
  const { corpUser } = await service.graphql<{ corpUser: { editableProperties: object } }>(
    'query ($urn: String!) { corpUser(urn: $urn) { editableProperties { displayName title } } }',
    { urn },
  );
  return corpUser.editableProperties;
}

t.test('Undo of a name is refused after another change of it, and keeps other texts', async (t) => {
  await service.graphql('mutation { createUser(input: { id: "nora", displayName: "Nora" }) }');
  const urn = 'urn:li:corpuser:nora';
  await visit(t, '/console/users?filter=nora', {}, async (page) => {
    const rename = async (from: string, to: string) => {
      await choose(page, `Actions for ${from}`, 'Edit');
      const dialog = page.getByRole('dialog', { name: `Edit ${from}` });
      await dialog.getByLabel('Display name').fill(to);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await hold(page, `${from} is changed`);
    };
    await rename('Nora', 'Nora Lund');
    await update(urn, { displayName: 'Nora Berg' });
    await undo(page, 'Nora is changed');
    await message(page, refused).waitFor();
    t.same(await readProfile(urn), { displayName: 'Nora Berg', title: null });
    await page.reload();
    await rename('Nora Berg', 'Nora');
    await update(urn, { title: 'Lead' });
    await undo(page, 'Nora Berg is changed');
    await message(page, 'Undone').waitFor();
    t.same(await readProfile(urn), { displayName: 'Nora Berg', title: 'Lead' });
  });
});

t.test('Undo of a membership is refused after another change of it', async (t) => {
  const user = 'urn:li:corpuser:olga';
  const group = 'urn:li:corpGroup:olgas';
  await service.graphql(`mutation {
    createUser(input: { id: "olga" }) createGroup(input: { id: "olgas", name: "Olgas" }) }`);
  const input = { groupUrn: group, userUrns: [user] };
  const set = (verb: 'add' | 'remove') =>
    service.graphql(
      verb === 'add'
        ? 'mutation ($input: AddGroupMembersInput!) { addGroupMembers(input: $input) }'
        : 'mutation ($input: RemoveGroupMembersInput!) { removeGroupMembers(input: $input) }',
      { input },
    );
  const isMember = async () => {
    const { corpUser } = await service.graphql<{ corpUser: { relationships: { total: number } } }>(
      `query ($urn: String!) { corpUser(urn: $urn) {
         relationships(input: { types: ["IsMemberOfNativeGroup"], direction: OUTGOING, count: 0 }) { total } } }`,
      { urn: user },
    );
    return corpUser.relationships.total === 1;
  };
  for (const { path, field, option, added, remove, removed } of [
    {
      path: `/console/groups?urn=${encodeURIComponent(group)}`,
      ...{ field: 'Add a member', option: 'olga', added: 'olga is now a member' },
      ...{ remove: 'Remove olga from the group', removed: 'olga is no longer a member' },
    },
    {
      path: `/console/users?urn=${encodeURIComponent(user)}`,
      ...{ field: 'Add to a group', option: 'Olgas', added: 'Added to Olgas' },
      ...{ remove: 'Remove from the group Olgas', removed: 'Removed from Olgas' },
    },
  ])
    await visit(t, path, {}, async (page) => {
      const add = async () => {
        await page.getByRole('combobox', { name: field }).fill(option);
        await page.getByRole('option', { name: option }).first().click();
        await hold(page, added);
      };
      await add();
      await set('remove');
      await set('add');
      await undo(page, added);
      await message(page, refused).waitFor();
      t.equal(await isMember(), true, path);

      await page.reload();
      await page.getByRole('button', { name: remove }).click();
      await hold(page, removed);
      await undo(page, removed);
      await message(page, 'Undone').waitFor();
      t.equal(await isMember(), true, 'taken back');

      await page.reload();
      await page.getByRole('button', { name: remove }).click();
      await hold(page, removed);
      await set('add');
      await set('remove');
      await undo(page, removed);
      await message(page, refused).waitFor();
      t.equal(await isMember(), false);

      await page.reload();
      await set('add');
      await add();
      await undo(page, added);
      await message(page, refused).waitFor();
      t.equal(await isMember(), true, 'the member was there before');
      await set('remove');
    });
});

t.test('Undo of the state of a policy is refused after another change of the policy', async (t) => {
  const actors = {
    allUsers: false,
    allGroups: false,
    resourceOwners: false,
    users: ['urn:li:corpuser:olga'],
  };
  const input = { type: 'PLATFORM', name: 'Contested', description: '', privileges: ['CREATE_TAGS'], actors };
  const { createPolicy: urn } = await service.graphql<{ createPolicy: string }>(
    'mutation ($input: PolicyUpdateInput!) { createPolicy(input: $input) }',
    { input: { ...input, state: 'DRAFT' } },
  );
  await visit(t, '/console/policies', {}, async (page) => {
    await choose(page, 'Actions for Contested', 'Activate');
    await hold(page, 'Contested is active');
    await service.graphql(
      'mutation ($urn: String!, $input: PolicyUpdateInput!) { updatePolicy(urn: $urn, input: $input) }',
      { urn, input: { ...input, state: 'INACTIVE' } },
    );
    await undo(page, 'Contested is active');
    await message(page, /^Not undone\. The policy .* was changed since/).waitFor();
    await page.reload();
    await page.getByRole('listitem', { name: 'Contested' }).getByText('Inactive', { exact: true }).waitFor();
  });
});
