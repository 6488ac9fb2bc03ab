import t from 'tap';
import { granted } from '../policies/api.js';
import { testCatalog } from '../support/catalog.js';
import {
  badRequest,
  beyondScopes,
  createToken,
  forbidden,
  forOthers,
  listTokens,
  readError,
  revokeToken,
  toId,
  tokenMetadata,
} from './api.js';

const { user, withHeaders, db, services } = await testCatalog(t, {
  env: { TRUSTED_ACTOR_PROXIES: '127.0.0.1' },
});
const ann = await user('ann', [
  ...(['GENERATE_PERSONAL_ACCESS_TOKENS', 'MANAGE_ACCESS_TOKENS', 'MANAGE_TAGS', 'EDIT_ENTITY'] as const),
  ...(['GET_TIMESERIES_INDEX_SIZES_PRIVILEGE', 'MANAGE_USERS_AND_GROUPS', 'MANAGE_POLICIES'] as const),
]);
const bob = await user('bob', ['GENERATE_PERSONAL_ACCESS_TOKENS']);
const as = (text: string) => ({
  urn: ann.urn,
  token: text,
  ...withHeaders({ authorization: `Bearer ${text}` }),
});
async function withScopes(...scopes: string[]) {
  const { body } = await createToken(ann, { actorUrn: ann.urn, duration: 'ONE_MONTH', scopes });
  return as(body.data.createAccessToken.accessToken);
}

const createTag = (caller: typeof ann) => caller.graphql('mutation { createTag(input: {name: "x"}) }');
t.test('several add up, and a trusted gateway has none', async (t) => {
  const several = await withScopes('READ', 'CREATE_TAGS', 'GET_TIMESERIES_INDEX_SIZES_PRIVILEGE');
  for (const caller of [several, ann, { ...ann, ...withHeaders({ 'x-service-actor': ann.urn }) }]) {
    t.equal(readError(await createTag(caller)), null);
    t.equal((await caller.post('/operations?action=getIndexSizes')).status, 200);
  }
  t.match(readError(await listTokens(several)), forbidden('listAccessTokens'));
});

t.test('getGrantedPrivileges shows the caller what its token allows', async (t) => {
  const of = async (caller: typeof ann) =>
    new Set((await granted(caller, { actorUrn: ann.urn })).body.data.getGrantedPrivileges.privileges);
  t.strictSame(await of(await withScopes('READ')), new Set());
  t.strictSame(await of(await withScopes('MANAGE_TAGS')), new Set(['CREATE_TAGS', 'MANAGE_TAGS']));
  t.ok((await of(ann)).has('MANAGE_POLICIES'));
});

t.test('they are shown with the token, as they were sent; null without', async (t) => {
  const caller = await withScopes('WRITE', 'READ', 'WRITE');
  t.strictSame((await tokenMetadata(ann, caller.token)).body.data.getAccessTokenMetadata.scopes, [
    'WRITE',
    'READ',
  ]);
  t.equal((await tokenMetadata(ann, ann.token)).body.data.getAccessTokenMetadata.scopes, null);
  const filters = [{ field: 'id', value: toId(caller.token) }];
  t.match((await listTokens(ann, { filters })).body.data.listAccessTokens.tokens, [
    { scopes: ['WRITE', 'READ'] },
  ]);
});

t.test('BAD_REQUEST: an unknown name, with those that there are', async (t) => {
  t.match(
    readError(await createToken(ann, { actorUrn: ann.urn, scopes: ['READ', 'VIEW_ENTITY_PAGE'] })),
    badRequest('createAccessToken', /^scopes contains "\w+"; expected READ, WRITE, GENERATE_/),
  );
});

t.test('UNAUTHORIZED: no token creates or revokes one that may do more than itself', async (t) => {
  const narrow = await withScopes('MANAGE_ACCESS_TOKENS', 'CREATE_TAGS');
  for (const scopes of [
    undefined,
    null,
    ['WRITE'],
    ['MANAGE_TAGS'],
    ['MANAGE_POLICIES'],
    ['READ', 'EDIT_ENTITY'],
  ])
    for (const actorUrn of [ann.urn, bob.urn])
      t.strictSame(
        readError(await createToken(narrow, { actorUrn, scopes })),
        forbidden('createAccessToken'),
        `${scopes}`,
      );
  for (const scopes of [
    ['READ'],
    ['CREATE_TAGS'],
    ['GENERATE_PERSONAL_ACCESS_TOKENS', 'MANAGE_ACCESS_TOKENS'],
  ])
    t.equal(readError(await createToken(narrow, { actorUrn: bob.urn, scopes })), null, `${scopes}`);

  const wide = await withScopes('WRITE');
  for (const other of [ann, bob, wide])
    t.match(readError(await revokeToken(narrow, toId(other.token))), forbidden('revokeAccessToken'));
  t.equal((await wide.graphql('{ __typename }')).status, 200);
  const narrower = await withScopes('CREATE_TAGS');
  t.equal((await revokeToken(narrow, toId(narrower.token))).body.data.revokeAccessToken, true);
});

t.test('200: any token revokes itself, whatever its scopes; UNAUTHORIZED if its user may not', async (t) => {
  for (const scope of ['READ', 'WRITE', 'CREATE_TAGS']) {
    const caller = await withScopes(scope);
    t.equal((await revokeToken(caller, toId(caller.token))).body.data.revokeAccessToken, true);
    t.equal((await caller.graphql('{ __typename }')).status, 401);
  }
  const guest = await user('guest');
  const { text } = await services.tokens.issue({
    actorUrn: guest.urn,
    duration: 'ONE_DAY',
    name: 'x',
    scopes: ['READ'],
  });
  t.match(readError(await revokeToken(as(text), toId(text))), forbidden('revokeAccessToken', forOthers));
});

t.test('what the table has and nobody knows allows nothing', async (t) => {
  const caller = await withScopes('WRITE');
  await db.query(`UPDATE access_tokens SET scopes = '{OF_A_LATER_VERSION}' WHERE id = $1::text`, [
    toId(caller.token),
  ]);
  t.strictSame(readError(await createTag(caller)), beyondScopes('createTag', ['CREATE_TAGS', 'MANAGE_TAGS']));
  await db.query(`UPDATE access_tokens SET scopes = '{}' WHERE id = $1::text`, [toId(caller.token)]);
  t.strictSame(
    readError(await createTag(caller)),
    beyondScopes('createTag', ['CREATE_TAGS', 'MANAGE_TAGS']),
    'nor an empty list',
  );
});
