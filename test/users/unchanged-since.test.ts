import t from 'tap';
import { ingestUrl, proposal } from '../support/aspects.js';
import {
  addGroupMembers,
  createGroup,
  createUser,
  failed,
  groupUrn,
  ok,
  peopleCatalog,
  removeGroup,
  removeGroupMembers,
  removeUser,
  userUrn,
} from '../support/people.js';

// docs/wire-contract.md: `unchangedSince` of memberships, which the console's Undo sends.

const catalog = await peopleCatalog(t);
const { manager, readAspect } = catalog;
const directory = await catalog.user('directory', ['MANAGE_USERS_AND_GROUPS', 'EDIT_ENTITY']);
const group = groupUrn('team');
let made = 0;

/** A new user of the group, and functions that change the membership. */
async function newUser() {
  await createGroup(manager, { id: 'team', name: 'Team' });
  const urn = userUrn(`u${++made}`);
  await createUser(manager, { id: `u${made}` });
  const input = { groupUrn: group, userUrns: [urn] };
  /** Changes the membership. @returns the id of the call */
  const call = async (verb: 'add' | 'remove'): Promise<string> => {
    const type = verb === 'add' ? 'AddGroupMembersInput' : 'RemoveGroupMembersInput';
    const { headers, body } = await manager.graphql(
      `mutation ($input: ${type}!) { ${verb}GroupMembers(input: $input) }`,
      { input },
    );
    t.equal(body.errors, undefined);
    return headers['x-request-id'] as string;
  };
  const undo = (verb: 'add' | 'remove', unchangedSince: string) =>
    (verb === 'add' ? removeGroupMembers : addGroupMembers)(manager, { ...input, unchangedSince });
  const isMember = async () =>
    ((await readAspect(urn, 'nativeGroupMembership').catch(() => null))?.nativeGroups ?? []).includes(group);
  return { urn, call, undo, isMember };
}

const changedAgain = failed(
  'CONFLICT',
  /^The same thing has changed again since the call .* Nothing was changed$/,
);

t.test('a call is taken back once', async (t) => {
  const { call, undo, isMember } = await newUser();
  const added = await call('add');
  t.strictSame(await undo('add', added.toUpperCase()), ok(true));
  t.equal(await isMember(), false);
  t.match(await undo('add', added), changedAgain);
  await call('add');
  const removed = await call('remove');
  t.strictSame(await undo('remove', removed), ok(true));
  t.equal(await isMember(), true);
  t.match(await undo('remove', removed), changedAgain);
});

t.test('a membership that others have changed since stays, even if it looks the same', async (t) => {
  const { call, undo, isMember } = await newUser();
  const added = await call('add');
  await call('remove');
  t.match(await undo('add', added), changedAgain);
  await call('add');
  t.match(await undo('add', added), changedAgain);
  t.equal(await isMember(), true);
  const removed = await call('remove');
  await call('add');
  t.match(await undo('remove', removed), changedAgain);
  await call('remove');
  t.match(await undo('remove', removed), changedAgain);
  t.equal(await isMember(), false);
});

t.test('a directory has changed it since', async (t) => {
  const { urn, call, undo } = await newUser();
  const added = await call('add');
  const written = { proposal: proposal(urn, 'nativeGroupMembership', { nativeGroups: [] }) };
  t.match(await directory.post(ingestUrl, written), { status: 200 });
  t.match(await undo('add', added), changedAgain);
});

t.test('a call that changed nothing, or another membership, takes nothing back', async (t) => {
  const [first, other] = [await newUser(), await newUser()];
  await first.call('add');
  const again = await first.call('add');
  t.match(await first.undo('add', again), changedAgain);
  const others = await other.call('add');
  t.match(await first.undo('add', others), changedAgain);
  t.equal(await first.isMember(), true);
  const removed = await first.call('remove');
  await other.call('remove');
  t.strictSame(await first.undo('remove', removed), ok(true), 'changes of others do not count');
  const unchangedSince = await first.call('remove');
  const both = { groupUrn: group, userUrns: [first.urn, other.urn], unchangedSince };
  t.match(await addGroupMembers(manager, both), changedAgain, 'all or none');
  t.equal(await first.isMember(), false);
});

t.test('a user or a group that was deleted since is another one', async (t) => {
  const { urn, call, undo, isMember } = await newUser();
  await call('add');
  const removed = await call('remove');
  await removeUser(manager, urn);
  t.match(await undo('remove', removed), failed('NOT_FOUND'));
  await createUser(manager, { id: `u${made}` });
  t.match(await undo('remove', removed), changedAgain);
  await call('add');
  const again = await call('remove');
  await removeGroup(manager, group);
  await createGroup(manager, { id: 'team', name: 'Another team' });
  t.match(await undo('remove', again), changedAgain);
  t.equal(await isMember(), false);
});

t.test('callers can take back what they did to themselves', async (t) => {
  await createGroup(manager, { id: 'team', name: 'Team' });
  const input = { groupUrn: group, userUrns: [manager.urn] };
  const { headers } = await manager.graphql(
    'mutation ($input: AddGroupMembersInput!) { addGroupMembers(input: $input) }',
    { input },
  );
  const unchangedSince = headers['x-request-id'];
  t.strictSame(await removeGroupMembers(manager, { ...input, unchangedSince }), ok(true));
});

t.test('what is not the id of a call is refused', async (t) => {
  const { call, undo, isMember } = await newUser();
  await call('add');
  for (const id of ['', 'x', '0'])
    t.match(await undo('add', id), failed('BAD_REQUEST', /^unchangedSince .* is not the id of a call/));
  t.match(await undo('add', '00000000-0000-4000-8000-000000000000'), changedAgain);
  t.equal(await isMember(), true);
});
