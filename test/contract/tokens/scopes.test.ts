import t from 'tap';
import { proposal } from '../../support/aspects.js';
import { testCatalog } from '../../support/catalog.js';
import { createPolicy, granted, policyInput } from '../policies/api.js';
import {
  badRequest,
  createToken,
  forbidden,
  forOthers,
  listTokens,
  readError,
  revokeToken,
  toId,
  tokenMetadata,
} from './api.js';

const hive = 'urn:li:dataset:(urn:li:dataPlatform:hive,fct_users_created,PROD)';

t.test('the scopes of access tokens', async (t) => {
  const { user, withHeaders, db, services } = await testCatalog(t, {
    sample: true,
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

  let tags = 0;
  const tries: Record<
    string,
    (caller: typeof ann) => Promise<{ status: number; body: { errors?: unknown[] } }>
  > = {
    read: (caller) => caller.graphql(`{ dataset(urn: "${hive}") { urn } }`),
    readAspect: (caller) => caller.get(`/entitiesV2/${encodeURIComponent(hive)}`),
    createTag: (caller) => caller.graphql(`mutation { createTag(input: {id: "t${tags++}", name: "x"}) }`),
    addTag: (caller) =>
      caller.graphql(`mutation { addTag(input: {tagUrn: "urn:li:tag:Legacy", resourceUrn: "${hive}"}) }`),
    ingest: (caller) =>
      caller.post('/aspects?action=ingestProposal', { proposal: proposal(hive, 'domains', { domains: [] }) }),
    patch: (caller) =>
      caller.send('POST', '/openapi/v3/entity/dataset', [
        { urn: hive, status: { value: { removed: false } } },
      ]),
    sizes: (caller) => caller.post('/operations?action=getIndexSizes'),
    createPolicy: (caller) => createPolicy(caller, policyInput({ state: 'INACTIVE' })),
    listTokens: (caller) => listTokens(caller),
    listOwnTokens: (caller) => listTokens(caller, { filters: [{ field: 'actorUrn', value: caller.urn }] }),
    metadata: (caller) => tokenMetadata(caller, caller.token),
    createToken: (caller) => createToken(caller, { actorUrn: caller.urn, scopes: ['READ'] }),
    createForBob: (caller) => createToken(caller, { actorUrn: bob.urn, scopes: ['READ'] }),
  };
  const ownTokens = ['listOwnTokens', 'metadata', 'createToken'];
  const tagging = ['createTag', 'addTag'];
  const allows: Record<string, string[]> = {
    READ: [],
    WRITE: [...tagging, 'ingest', 'patch', 'sizes'],
    EDIT_ENTITY_TAGS: ['addTag'],
    CREATE_TAGS: ['createTag'],
    EDIT_ENTITY: ['addTag', 'ingest', 'patch'],
    GET_TIMESERIES_INDEX_SIZES_PRIVILEGE: ['sizes'],
    GENERATE_PERSONAL_ACCESS_TOKENS: ownTokens,
    MANAGE_ACCESS_TOKENS: [...ownTokens, 'listTokens', 'createForBob'],
    'READ,CREATE_TAGS,EDIT_ENTITY_TAGS': tagging,
    TRUNCATE_TIMESERIES_INDEX_PRIVILEGE: [],
    MANAGE_POLICIES: ['createPolicy'],
  };
  for (const [scopes, allowed] of Object.entries(allows)) {
    t.test(`${scopes} allows ${allowed.join(', ') || 'reading alone'}`, async (t) => {
      const caller = await withScopes(...scopes.split(','));
      for (const [name, attempt] of Object.entries(tries)) {
        const { status, body } = await attempt(caller);
        const isServed = status < 300 && !body.errors;
        const expected = ['read', 'readAspect', ...allowed].includes(name);
        t.equal(isServed, expected, `${name}: ${status} ${JSON.stringify(body).slice(0, 200)}`);
      }
    });
  }
  t.test(
    'the same user may do all of it with a token without scopes, and from a trusted gateway',
    async (t) => {
      const header = { ...ann, ...withHeaders({ 'x-service-actor': ann.urn }) };
      for (const caller of [ann, header])
        for (const [name, attempt] of Object.entries(tries)) {
          const { status, body } = await attempt(caller);
          t.ok(status < 300 && !body.errors, `${name}: ${JSON.stringify(body).slice(0, 200)}`);
        }
    },
  );

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

  t.test('BAD_REQUEST: an unknown name, with those that there are; an empty list', async (t) => {
    for (const scopes of [['read'], ['READ', 'nothing'], ['VIEW_ENTITY_PAGE']])
      t.match(
        readError(await createToken(ann, { actorUrn: ann.urn, scopes })),
        badRequest('createAccessToken', /^scopes contains "\w+"; expected READ, WRITE, GENERATE_/),
      );
    t.match(
      readError(await createToken(ann, { actorUrn: ann.urn, scopes: [] })),
      badRequest('createAccessToken', /^scopes is empty/),
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

  t.test(
    '200: any token revokes itself, whatever its scopes; UNAUTHORIZED when its user may use no token',
    async (t) => {
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
    },
  );

  t.test('what the table has and nobody knows allows nothing', async (t) => {
    const caller = await withScopes('WRITE');
    await db.query(`UPDATE access_tokens SET scopes = '{OF_A_LATER_VERSION}' WHERE id = $1::text`, [
      toId(caller.token),
    ]);
    t.strictSame(
      readError((await tries.createTag!(caller)) as never),
      forbidden('createTag', ['CREATE_TAGS', 'MANAGE_TAGS']),
    );
    await db.query(`UPDATE access_tokens SET scopes = '{}' WHERE id = $1::text`, [toId(caller.token)]);
    t.strictSame(
      readError((await tries.createTag!(caller)) as never),
      forbidden('createTag', ['CREATE_TAGS', 'MANAGE_TAGS']),
      'nor an empty list',
    );
  });
});
