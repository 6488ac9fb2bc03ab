import t from 'tap';
import { proposal } from '../support/aspects.js';
import {
  createUser,
  failed,
  field,
  ok,
  peopleCatalog,
  removeUser,
  updateUserStatus,
  userUrn,
} from '../support/people.js';

const catalog = await peopleCatalog(t);
const { manager, writer, administrator, readAspect, createCaller, mayCall, db } = catalog;

const view = (urn: string, caller = writer) =>
  field(
    caller,
    `query ($urn: String!) { corpUser(urn: $urn) { urn type username status exists isNativeUser
       properties { active displayName title fullName email firstName } } }`,
    { urn },
  );
const editable = 'displayName title aboutMe pictureLink teams skills';

t.test('createUser returns the URN, and the user reads back over GraphQL and as an aspect', async (t) => {
  const info = { displayName: 'Ann', fullName: 'Ann Example', title: 'Analyst', email: 'ann@example.com' };
  t.strictSame(await createUser(manager, { id: 'ann', ...info }), ok(userUrn('ann')));
  t.strictSame((await view(userUrn('ann'))).value, {
    urn: userUrn('ann'),
    type: 'CORP_USER',
    username: 'ann',
    status: 'ACTIVE',
    exists: true,
    isNativeUser: false,
    properties: { active: true, ...info, firstName: null },
  });
  t.strictSame(await readAspect(userUrn('ann'), 'corpUserInfo'), { active: true, ...info });
  t.strictSame(await readAspect(userUrn('ann'), 'corpUserKey'), { username: 'ann' });
  t.ok(await mayCall(await createCaller(userUrn('ann'))));
});

t.test('a user without texts has none', async (t) => {
  t.strictSame(await createUser(manager, { id: 'plain', title: null }), ok(userUrn('plain')));
  t.strictSame(await readAspect(userUrn('plain'), 'corpUserInfo'), { active: true });
  t.match((await view(userUrn('plain'))).value.properties, { active: true, displayName: null });
});

/** What corpUser returns for a user that does not exist. */
const absent = (id: string) =>
  ok({
    ...{ urn: userUrn(id), type: 'CORP_USER', username: id, exists: false, isNativeUser: false },
    ...{ status: null, properties: null },
  });

t.test('corpUser: without properties for what does not exist or is metadata only', async (t) => {
  t.strictSame(await view(userUrn('nobody')), absent('nobody'));
  const texts = {
    displayName: 'O',
    title: null,
    aboutMe: 'a',
    pictureLink: null,
    teams: ['t'],
    skills: null,
  };
  await catalog.put(
    proposal(userUrn('owner'), 'globalTags', { tags: [] }),
    proposal(userUrn('owner'), 'corpUserEditableInfo', { displayName: 'O', aboutMe: 'a', teams: ['t'] }),
  );
  const both = `{ corpUser(urn: "${userUrn('owner')}") { editableInfo { ${editable} } editableProperties { ${editable} } } }`;
  t.strictSame(await field(writer, both), ok({ editableInfo: texts, editableProperties: texts }));
  t.match((await view(userUrn('owner'))).value, { status: null, properties: null, exists: true });
  t.match(await view('urn:li:tag:x'), failed('BAD_REQUEST', /urn:li:corpuser:<user id>/));
});

t.test('refusals of createUser', async (t) => {
  t.match(
    await createUser(manager, { id: 'ann' }),
    failed('CONFLICT', /"urn:li:corpuser:ann" already exists/),
  );
  const bad: [object, RegExp][] = [
    [{ id: '' }, /urn:li:corpuser:<user id>/],
    [{ id: 'urn:li:corpuser:bob' }, /expected only the last part of the URN, such as ann/],
    [{ id: 'a,b' }, /"urn:li:corpuser:a,b" has the wrong form/],
    [{ id: 'refused', displayName: ' ' }, /displayName is " "; expected 1 to 255 characters/],
    [{ id: 'refused', email: 'a\nb' }, /email is "a\\nb"/],
    [{ id: 'service_0b7a8a3c-6f0e-4d3f-9f0a-0123456789ab' }, /createServiceAccount/],
  ];
  for (const [input, message] of bad)
    t.match(await createUser(manager, input), failed('BAD_REQUEST', message));
  t.strictSame(await view(userUrn('refused')), absent('refused'));
});

t.test('a suspension holds from the next request on, and the tokens are good again after it', async (t) => {
  const urn = userUrn('ann');
  const ann = await createCaller(urn);
  t.strictSame(await updateUserStatus(manager, urn, 'SUSPENDED'), ok(urn));
  t.notOk(await mayCall(ann));
  t.match((await view(urn)).value, {
    status: 'SUSPENDED',
    properties: { active: false, displayName: 'Ann' },
  });
  t.match(await readAspect(urn, 'corpUserInfo'), { active: false });
  t.match(await readAspect(urn, 'corpUserStatus'), {
    status: 'SUSPENDED',
    lastModified: { actor: manager.urn },
  });
  t.strictSame(await updateUserStatus(manager, urn, 'ACTIVE'), ok(urn));
  t.ok(await mayCall(ann));
  t.match(await readAspect(urn, 'corpUserStatus'), { status: 'ACTIVE' });
  t.match(await readAspect(urn, 'corpUserInfo'), { active: true });
});

t.test('refusals of updateUserStatus', async (t) => {
  t.match(
    await updateUserStatus(manager, userUrn('nobody'), 'SUSPENDED'),
    failed('NOT_FOUND', /There is no user "urn:li:corpuser:nobody"/),
  );
  t.strictSame(await view(userUrn('nobody')), absent('nobody'));
  t.match(await updateUserStatus(manager, manager.urn, 'SUSPENDED'), failed('CONFLICT', /is the caller/));
  t.match(
    await updateUserStatus(manager, administrator.urn, 'SUSPENDED'),
    failed('CONFLICT', /no active user would have MANAGE_POLICIES/),
  );
  t.ok(await mayCall(administrator));
});

t.test('removeUser ends all that the user had, and the same id made again starts with nothing', async (t) => {
  const urn = userUrn('leaving');
  const leaving = await catalog.user('leaving', ['MANAGE_ACCESS_TOKENS', 'EDIT_ENTITY']);
  const made = await field(
    leaving,
    `mutation { createAccessToken(input: {type: PERSONAL, actorUrn: "${userUrn('ann')}", duration: ONE_HOUR, name: "x"})
       { accessToken } }`,
  );
  const bob = await catalog.user('bob', ['GENERATE_PERSONAL_ACCESS_TOKENS']);
  const ofBob = await field(
    bob,
    `mutation { createAccessToken(input: {type: PERSONAL, actorUrn: "${bob.urn}", duration: ONE_HOUR, name: "y"})
       { metadata { id } } }`,
  );
  const rotated = await field(
    leaving,
    `mutation { rotateAccessToken(tokenId: "${ofBob.value.metadata.id}") { accessToken metadata { ownerUrn } } }`,
  );
  t.equal(rotated.value.metadata.ownerUrn, bob.urn);
  const ofOthers = [made, rotated].map(({ value }) =>
    catalog.withHeaders({ authorization: `Bearer ${value.accessToken}` }),
  );
  const statuses = () =>
    Promise.all(ofOthers.map(async (one) => (await one.graphql('{ me { corpUser { urn } } }')).status));
  t.strictSame(await statuses(), [200, 200]);
  await updateUserStatus(manager, urn, 'SUSPENDED');

  t.strictSame(await removeUser(manager, urn), ok(true));
  t.notOk(await mayCall(leaving));
  t.strictSame(await statuses(), [401, 401], 'tokens that the user has created or rotated');
  const revoked = await db.query<{ detail: unknown }>(
    `SELECT detail FROM audit_events WHERE type = 'RevokeAccessTokenEvent' AND acted_for = ANY($1::text[])
        ORDER BY detail ->> 'name'`,
    [[bob.urn, userUrn('ann')]],
  );
  t.strictSame(revoked, [
    { detail: { name: 'x', ownerUrn: urn } },
    { detail: { name: 'y', ownerUrn: bob.urn } },
  ]);
  t.strictSame(await view(urn), absent('leaving'));
  t.equal(await readAspect(urn, 'corpUserStatus'), null);
  t.match(await removeUser(manager, urn), failed('NOT_FOUND'));

  t.strictSame(await createUser(manager, { id: 'leaving' }), ok(urn));
  t.notOk(await mayCall(leaving), 'the old token');
  const again = await createCaller(urn);
  t.ok(await mayCall(again), 'not suspended');
  t.match(await createUser(again, { id: 'x' }), failed('UNAUTHORIZED'));
  const policies = await db.query('SELECT id FROM policies WHERE $1 = ANY(users)', [urn]);
  t.strictSame(policies, [], 'in no policy');
});

const updateProfile = (caller: typeof manager, urn: string, input: object, basedOn?: object) =>
  field(
    caller,
    `mutation ($urn: String!, $input: CorpUserUpdateInput!, $basedOn: ProfileTextsInput) {
       updateCorpUserProperties(urn: $urn, input: $input, basedOn: $basedOn) { urn editableProperties { displayName title email } } }`,
    { urn, input, basedOn },
  );

t.test('updateCorpUserProperties changes texts of the profile, and nothing else of it', async (t) => {
  const urn = userUrn('renamed');
  await createUser(manager, { id: 'renamed', displayName: 'Before' });
  const value = { displayName: 'Other', aboutMe: 'Writes', skills: ['SQL'] };
  await catalog.put(proposal(urn, 'corpUserEditableInfo', value));
  const changed = await updateProfile(manager, urn, { displayName: 'After', title: 'Lead', email: null });
  t.strictSame(
    changed,
    ok({ urn, editableProperties: { displayName: 'After', title: 'Lead', email: null } }),
  );
  t.strictSame(await readAspect(urn, 'corpUserEditableInfo'), {
    ...value,
    displayName: 'After',
    title: 'Lead',
  });
  await updateProfile(manager, urn, { displayName: '', title: '' });
  const { displayName: _, ...rest } = value;
  t.strictSame(await readAspect(urn, 'corpUserEditableInfo'), rest);
  t.match((await view(urn)).value.properties, { displayName: 'Before' });
});

t.test('basedOn refuses a profile that has other texts', async (t) => {
  const urn = userUrn('based');
  await createUser(manager, { id: 'based', displayName: 'Directory' });
  const input = { displayName: 'Mine' };
  const refused = failed(
    'CONFLICT',
    /^The same thing has changed again: the displayName .* Nothing was changed$/s,
  );
  t.match(
    await updateProfile(manager, urn, input, { displayName: 'Directory' }),
    refused,
    'not of the profile',
  );
  t.match(await updateProfile(manager, urn, input, { displayName: '', title: null }), {
    status: 200,
    value: { urn },
  });
  await updateProfile(manager, urn, { displayName: 'Yours', title: 'Lead' });
  for (const basedOn of [
    { displayName: '' },
    { displayName: 'Mine' },
    { title: 'Lead', displayName: 'yours' },
  ])
    t.match(await updateProfile(manager, urn, { displayName: '' }, basedOn), refused);
  t.match(await updateProfile(manager, urn, { title: '' }, { title: '' }), failed('CONFLICT', /the title /));
  t.match(await readAspect(urn, 'corpUserEditableInfo'), { displayName: 'Yours', title: 'Lead' });
  t.match(await updateProfile(manager, urn, { displayName: '' }, { displayName: 'Yours', email: '' }), {
    value: { urn },
  });
  const long = 'x\n'.repeat(200);
  t.match(await updateProfile(manager, urn, input, { displayName: long }), refused);
  await catalog.put(proposal(urn, 'corpUserEditableInfo', { displayName: long }));
  t.match(
    await updateProfile(manager, urn, input, { displayName: long }),
    { value: { urn } },
    'as it was written',
  );
});

t.test('refusals of updateCorpUserProperties', async (t) => {
  const urn = userUrn('kept');
  await createUser(manager, { id: 'kept', displayName: 'Kept' });
  await createUser(manager, { id: 'gone' });
  await removeUser(manager, userUrn('gone'));
  const input = { displayName: 'Changed' };
  t.match(await updateProfile(await createCaller(urn), urn, input), failed('UNAUTHORIZED'));
  t.match(await updateProfile(manager, userUrn('gone'), input), failed('NOT_FOUND'));
  t.match(await updateProfile(manager, userUrn('never'), input), failed('NOT_FOUND'));
  t.match(await updateProfile(manager, 'urn:li:tag:x', input), failed('BAD_REQUEST'));
  const account = userUrn('service_0a1b2c3d-0000-4000-8000-000000000000');
  t.match(await updateProfile(manager, account, input), failed('UNAUTHORIZED'));
  for (const displayName of ['x'.repeat(256), ' ', 'a\nb'])
    t.match(await updateProfile(manager, urn, { displayName }), failed('BAD_REQUEST'));
  t.equal(await readAspect(urn, 'corpUserEditableInfo').catch(() => null), null);
});

t.test('a user that an earlier version removed starts with nothing too', async (t) => {
  const old = await catalog.user('old', ['EDIT_ENTITY']);
  await db.query(`UPDATE users SET state = 'REMOVED' WHERE urn = $1`, [old.urn]);
  t.match(await updateUserStatus(manager, old.urn, 'ACTIVE'), failed('NOT_FOUND'));
  t.strictSame(await createUser(manager, { id: 'old' }), ok(old.urn));
  t.notOk(await mayCall(old));
  t.strictSame(await db.query('SELECT id FROM policies WHERE $1 = ANY(users)', [old.urn]), []);
});

t.test('a user of an earlier version, who has no entity, can be found once it is made', async (t) => {
  const past = await catalog.user('past');
  t.strictSame(await updateUserStatus(manager, past.urn, 'ACTIVE'), ok(past.urn));
  const found = await db.query('SELECT names FROM search_documents WHERE urn = $1', [past.urn]);
  t.strictSame(found, [{ names: 'past' }]);
});

t.test('refusals of removeUser', async (t) => {
  t.match(await removeUser(manager, userUrn('nobody')), failed('NOT_FOUND'));
  t.match(await removeUser(manager, manager.urn), failed('CONFLICT', /is the caller/));
  t.match(await removeUser(manager, administrator.urn), failed('CONFLICT', /MANAGE_POLICIES/));
  t.ok(await mayCall(administrator));
});
