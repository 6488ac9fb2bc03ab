import t from 'tap';
import type { Caller } from '../support/catalog.js';
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
const { manager, writer, keeper, mayCall, withHeaders, readAspect } = catalog;
const issuer = await catalog.user('issuer', ['MANAGE_ACCESS_TOKENS']);

const fields = 'urn type name displayName description createdBy createdAt updatedAt';
const create = (caller: Caller, input: object) =>
  field(
    caller,
    `mutation ($input: CreateServiceAccountInput!) { createServiceAccount(input: $input) { ${fields} } }`,
    { input },
  );
const get = (caller: Caller, urn: string) =>
  field(caller, `query ($urn: String!) { getServiceAccount(urn: $urn) { ${fields} } }`, { urn });
const list = (caller: Caller, input: object = {}) =>
  field(
    caller,
    `query ($input: ListServiceAccountsInput!) { listServiceAccounts(input: $input) { start count total
       serviceAccounts { urn displayName } } }`,
    { input },
  );
const remove = (caller: Caller, urn: string) =>
  field(caller, 'mutation ($urn: String!) { deleteServiceAccount(urn: $urn) }', { urn });
const token = (type: string, actorUrn: string) =>
  field(
    issuer,
    `mutation { createAccessToken(input: {type: ${type}, actorUrn: "${actorUrn}", duration: ONE_HOUR, name: "x"})
       { accessToken } }`,
  );

t.test('a service account is made, read, listed and deleted with Manage Service Accounts', async (t) => {
  const input = { displayName: 'Nightly', description: 'Loads the warehouse.' };
  const { value: made } = await create(keeper, input);
  t.match(made, { type: 'CORP_USER', ...input, createdBy: keeper.urn });
  t.match(made.urn, /^urn:li:corpuser:service_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  t.equal(made.urn, `urn:li:corpuser:${made.name}`);
  t.type(made.createdAt, 'number');
  t.strictSame((await get(keeper, made.urn)).value, made);
  t.strictSame((await list(keeper)).value, {
    start: 0,
    count: 20,
    total: 1,
    serviceAccounts: [{ urn: made.urn, displayName: 'Nightly' }],
  });
  t.match((await list(keeper, { query: 'NIGHT' })).value, { total: 1 });
  t.match((await list(keeper, { query: made.name.slice(0, 'service_01'.length) })).value, { total: 1 });
  t.match((await list(keeper, { query: 'nothing' })).value, { total: 0, serviceAccounts: [] });
  t.strictSame(await readAspect(made.urn, 'corpUserInfo'), {
    active: true,
    displayName: 'Nightly',
    title: 'Loads the warehouse.',
  });

  const { value: issued } = await token('SERVICE_ACCOUNT', made.urn);
  const service = {
    urn: made.urn,
    token: '',
    ...withHeaders({ authorization: `Bearer ${issued.accessToken}` }),
  };
  t.ok(await mayCall(service));
  t.strictSame(await updateUserStatus(keeper, made.urn, 'SUSPENDED'), ok(made.urn));
  t.notOk(await mayCall(service));
  t.strictSame(await updateUserStatus(keeper, made.urn, 'ACTIVE'), ok(made.urn));
  t.ok(await mayCall(service));
  t.strictSame(await remove(keeper, made.urn), ok(true));
  t.notOk(await mayCall(service));
  t.strictSame(await get(keeper, made.urn), ok(null));
  t.match(await remove(keeper, made.urn), failed('NOT_FOUND'));
});

t.test('a service account without texts', async (t) => {
  t.match((await create(keeper, {})).value, { displayName: null, description: null });
});

t.test('the type of a token is that of its actor', async (t) => {
  const { value: made } = await create(keeper, {});
  await createUser(manager, { id: 'ann' });
  t.match(
    await token('PERSONAL', made.urn),
    failed('BAD_REQUEST', /type is PERSONAL.* is a service account/),
  );
  t.match(await token('SERVICE_ACCOUNT', userUrn('ann')), failed('BAD_REQUEST', /is a person/));
  t.match((await token('PERSONAL', userUrn('ann'))).value, { accessToken: /^mcs_/ });
});

t.test('refusals', async (t) => {
  const { value: made } = await create(keeper, {});
  t.match(await removeUser(manager, made.urn), failed('UNAUTHORIZED'));
  t.match(await updateUserStatus(manager, made.urn, 'SUSPENDED'), failed('UNAUTHORIZED'));
  t.match(await remove(keeper, writer.urn), failed('BAD_REQUEST', /is not a service account/));
  t.strictSame(await get(keeper, writer.urn), ok(null));
  t.match(await create(keeper, { displayName: '' }), failed('BAD_REQUEST', /displayName is ""/));
});
