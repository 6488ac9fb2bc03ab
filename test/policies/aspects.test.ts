import { readFileSync } from 'node:fs';
import t, { type Test } from 'tap';
import { toProposals } from '../../src/cli/ingest/proposal.js';
import { readError } from '../access-tokens/api.js';
import { add, aspectCatalog, deletion, encoded, patchProposal, proposal } from '../support/aspects.js';
import { root } from '../support/root.js';
import { granted, listPolicies, policyInput, tagMaker, updatePolicy } from './api.js';

const urn = 'urn:li:dataHubPolicy:ann-tags';
const ann = 'urn:li:corpuser:ann';
const info = (change: object = {}) => ({
  displayName: 'Ann makes tags',
  description: 'For the tests',
  type: 'PLATFORM',
  state: 'ACTIVE',
  privileges: ['CREATE_TAGS'],
  actors: { users: [ann] },
  ...change,
});

async function open(t: Test) {
  const catalog = await aspectCatalog(t);
  const admin = await catalog.user('admin', ['MANAGE_POLICIES']);
  const caller = await catalog.user('ann');
  const mayTag = tagMaker(caller);
  const ingest = async (one: object) => (await catalog.ingest(one, admin)).status;
  async function readAspect(of: string, aspect: string) {
    const { status, body } = await admin.get(`/aspects/${encoded(of)}?aspect=${aspect}`);
    return status === 404 ? null : Object.values(body.aspect)[0];
  }
  return { ...catalog, admin, caller, mayTag, write: ingest, readAspect };
}

t.test('a policy that is written as an aspect has its effect at once', async (t) => {
  const { write, mayTag, readAspect, admin, batch } = await open(t);
  t.equal(await write(proposal(urn, 'dataHubPolicyInfo', info())), 200);
  t.equal(await mayTag(), true);
  t.equal(await write(patchProposal(urn, 'dataHubPolicyInfo', [add('/state', 'INACTIVE')])), 200);
  t.equal(await mayTag(), false);
  t.strictSame(await readAspect(urn, 'dataHubPolicyInfo'), info({ state: 'INACTIVE' }));
  t.equal(await write(proposal(urn, 'dataHubPolicyInfo', info(), { changeType: 'UPDATE' })), 200);
  t.equal(await mayTag(), true);
  for (const deleting of [deletion(urn, 'dataHubPolicyInfo'), deletion(urn, 'dataHubPolicyKey')]) {
    t.equal(await write(deleting), 200);
    t.equal(await mayTag(), false, 'the deletion of the aspect, or of its entity, is deletePolicy');
    t.match(await listPolicies(admin, { query: 'Ann' }), { body: { data: { listPolicies: { total: 0 } } } });
    t.equal(await write(proposal(urn, 'dataHubPolicyInfo', info(), { changeType: 'CREATE' })), 200);
    t.equal(await mayTag(), true);
  }
  t.match(await admin.post('/entities?action=delete', { urn }), { status: 200 });
  t.equal(await mayTag(), false);
  const both = [deletion(urn, 'dataHubPolicyKey'), proposal(urn, 'dataHubPolicyInfo', info())];
  t.match(await batch([...both, ...both], admin), { status: 200 });
  t.equal(await mayTag(), true);
});

t.test('the policies that SQL has written are deleted in every way, and recorded once', async (t) => {
  const { write, mayTag, admin, db } = await open(t);
  const path = `/openapi/v3/entity/dataHubPolicy/${encodeURIComponent(urn)}`;
  const ways: [string, () => Promise<number>][] = [
    ['the key aspect', () => write(deletion(urn, 'dataHubPolicyKey'))],
    ['the aspect', () => write(deletion(urn, 'dataHubPolicyInfo'))],
    ['the entity', async () => (await admin.post('/entities?action=delete', { urn })).status],
    ['OpenAPI', async () => (await admin.send('DELETE', path)).status],
  ];
  for (const [way, remove] of ways) {
    await db.query(
      `INSERT INTO policies (id, name, type, privileges, users) VALUES ('ann-tags', 'p', 'PLATFORM', '{CREATE_TAGS}', $1)`,
      [[ann]],
    );
    t.equal(await mayTag(), true);
    t.equal(await remove(), 200, way);
    t.equal(await mayTag(), false, way);
    t.strictSame(await db.query('SELECT urn FROM entities WHERE urn = $1', [urn]), [], way);
    t.equal(await remove(), 200, `${way}, again`);
  }
  t.strictSame(await db.query('SELECT type FROM audit_events WHERE subject = $1', [urn]), [
    ...ways.map(() => ({ type: 'DeletePolicyEvent' })),
  ]);
});

t.test('a policy comes back as it was written', async (t) => {
  const { write, readAspect, admin } = await open(t);
  const filter = { criteria: [{ field: 'TYPE', values: ['dataset', 'chart'], condition: 'EQUALS' }] };
  const values = [
    info({ actors: {} }),
    info({ actors: { users: [], groups: [], allUsers: false, allGroups: false, resourceOwners: false } }),
    info({ actors: { users: null, groups: null, roles: null, resourceOwnersTypes: null } }),
    info({ description: '', editable: true, lastUpdatedTimestamp: 1700000000123, unknown: { a: [1.0] } }),
    info({ editable: false, resources: null }),
    info({ type: 'METADATA', resources: {} }),
    info({ type: 'METADATA', resources: { allResources: true } }),
    info({ type: 'METADATA', resources: { type: 'dataset', resources: [], allResources: false } }),
    info({ type: 'METADATA', resources: { type: null, resources: null, filter: null } }),
    info({ type: 'METADATA', resources: { type: 'dataset', resources: ['urn:li:dataset:x'], filter } }),
    info({
      type: 'METADATA',
      resources: { filter, privilegeConstraints: { criteria: [] }, allResources: false },
    }),
    info({
      actors: {
        users: [ann],
        groups: ['urn:li:corpGroup:g'],
        allUsers: true,
        allGroups: true,
        roles: ['urn:li:dataHubRole:Admin'],
        resourceOwners: true,
        resourceOwnersTypes: ['urn:li:ownershipType:x'],
      },
    }),
  ];
  for (const value of values) {
    t.equal(await write(proposal(urn, 'dataHubPolicyInfo', value)), 200, JSON.stringify(value));
    t.strictSame(await readAspect(urn, 'dataHubPolicyInfo'), value);
  }
  t.match((await admin.get(`/openapi/v3/entity/dataHubPolicy/${encodeURIComponent(urn)}`)).body, {
    dataHubPolicyKey: { value: { id: 'ann-tags' } },
  });
});

t.test('policies take MANAGE_POLICIES, and no privilege over entities', async (t) => {
  const { write, ingest, user, admin, batch } = await open(t);
  const editor = await user('editor', [
    ...['EDIT_ENTITY', 'DELETE_ENTITY', 'EDIT_ENTITY_STATUS', 'MANAGE_USERS_AND_GROUPS'],
  ] as Parameters<typeof user>[1]);
  await write(proposal(urn, 'dataHubPolicyInfo', info()));
  const other = urn.replace('ann', 'bob');
  for (const one of [
    proposal(urn, 'dataHubPolicyInfo', info({ privileges: ['MANAGE_POLICIES'] })),
    proposal(other, 'dataHubPolicyInfo', info()),
    patchProposal(urn, 'dataHubPolicyInfo', [add('/actors/allUsers', true)]),
    proposal(urn, 'dataHubPolicyKey', { id: 'ann-tags' }),
    proposal(urn, 'status', { removed: true }),
    deletion(urn, 'dataHubPolicyInfo'),
    deletion(urn, 'dataHubPolicyKey'),
    deletion(other, 'dataHubPolicyKey'),
  ]) {
    t.match(await ingest(one, editor), { status: 403 }, JSON.stringify(one));
    t.match(await batch([one], editor), { status: 403 });
  }
  for (const one of [urn, other]) {
    t.match(await editor.post('/entities?action=delete', { urn: one }), { status: 403 });
    t.match(await editor.post('/entities?action=deleteReferences', { urn: one }), { status: 403 });
    t.match(await editor.send('DELETE', `/openapi/v3/entity/dataHubPolicy/${encodeURIComponent(one)}`), {
      status: 403,
    });
  }
  t.match(await ingest(proposal(urn, 'status', { removed: true }), admin), {
    status: 422,
    body: { message: /only the aspect dataHubPolicyInfo, whose state switches it off/ },
  });
});

t.test('what cannot be a policy is refused with the reason', async (t) => {
  const { ingest, admin, readAspect } = await open(t);
  const refused: [change: object, message: RegExp][] = [
    [{ privileges: ['EDIT_EVERYTHING'] }, /"EDIT_EVERYTHING" is not a privilege/],
    [{ state: 'SLEEPING' }, /state/],
    [{ actors: { roles: ['urn:li:dataHubRole:Admin'] } }, /only roles or resource owners/],
    [{ actors: { resourceOwners: true } }, /only roles or resource owners/],
    [{ resources: { filter: { criteria: [{ field: 'COLOR', values: [] }] } } }, /"COLOR" is not a field/],
  ];
  for (const [change, message] of refused) {
    const answer = await ingest(proposal(urn, 'dataHubPolicyInfo', info(change)), admin);
    t.match(answer, { status: 422, body: { message } });
  }
  t.match(await ingest(patchProposal(urn, 'dataHubPolicyInfo', [add('/state', 'ACTIVE')]), admin), {
    status: 422,
  });
  t.equal(await readAspect(urn, 'dataHubPolicyInfo'), null);
});

t.test('the answer to an aspect warns of what has no effect, as createPolicy does', async (t) => {
  const { ingest, batch, admin } = await open(t);
  const policy = (change: object) => proposal(urn, 'dataHubPolicyInfo', info(change));
  t.equal((await ingest(policy({}), admin)).headers.warning, undefined);
  const nobody = ['zoë', 'b', 'c', 'd', 'e', 'f'].map((id) => `urn:li:corpuser:${id}`);
  const change = {
    type: 'METADATA',
    privileges: ['EDIT_ENTITY', 'VIEW_ENTITY_PAGE'],
    actors: { users: [ann, ...nobody], groups: ['urn:li:corpGroup:none'] },
    resources: { filter: { criteria: [{ field: 'URN', values: [], condition: 'STARTS_WITH' }] } },
  };
  const one = await ingest(policy(change), admin);
  t.strictSame(one.headers.warning, [
    `299 - "${urn}: these privileges are stored but grant nothing in a METADATA policy: VIEW_ENTITY_PAGE"`,
    `299 - "${urn}: no entity matches all of its resources, so the policy covers no entity"`,
    `299 - "${urn}: these users and groups do not exist here: urn:li:corpuser:zo%C3%AB, ${nobody.slice(1, 5).join(', ')} and 2 more"`,
  ]);
  const two = await batch([policy({}), policy(change)], admin);
  t.strictSame(two.headers.warning, one.headers.warning);
  t.equal((await batch([policy(change), policy({})], admin)).headers.warning, undefined, 'the last counts');
  const entities = [{ urn, dataHubPolicyInfo: { value: info(change) } }];
  const three = await admin.post('/openapi/v3/entity/datahubpolicy?async=false', entities);
  t.strictSame([three.status, three.headers.warning], [200, one.headers.warning]);
  const many = Array.from({ length: 30 }, (_, i) =>
    proposal(`${urn}-${i}`, 'dataHubPolicyInfo', info(change)),
  );
  const bounded = (await batch(many, admin)).headers.warning as string[];
  t.ok(bounded.length > 5 && bounded.join('').length <= 2_000, 'proxies take the headers');
  const refused = await batch([policy(change), policy({ state: 'x' })], admin);
  t.strictSame([refused.status, refused.headers.warning], [422, undefined]);
});

const emptyResources: readonly [resources: object, isEmpty: boolean][] = [
  [{ type: 'dataset', resources: [] }, true],
  [{ type: 'dataset', resources: ['urn:li:container:x'] }, true],
  [{ type: 'dataset', resources: ['urn:li:dataset:x'] }, false],
  [{ type: 'dataset', resources: [], allResources: true }, false],
  [{ filter: { criteria: [] } }, false],
  [{ filter: { criteria: [{ field: 'CONTAINER', values: [] }] } }, true],
];

t.test('resources that no entity can match are warned of', async (t) => {
  const { ingest, admin } = await open(t);
  for (const [resources, isEmpty] of emptyResources) {
    const value = info({ type: 'METADATA', privileges: ['EDIT_ENTITY'], resources });
    const { headers } = await ingest(proposal(urn, 'dataHubPolicyInfo', value), admin);
    t.match(headers.warning, isEmpty ? [/covers no entity/] : undefined, JSON.stringify(resources));
  }
});

t.test('the last policy that lets somebody change policies stays', async (t) => {
  const { ingest, admin, batch } = await open(t);
  const own = 'urn:li:dataHubPolicy:admin-platform';
  for (const one of [
    deletion(own, 'dataHubPolicyKey'),
    deletion(own, 'dataHubPolicyInfo'),
    proposal(own, 'dataHubPolicyInfo', info()),
  ]) {
    await ingest(proposal(own, 'dataHubPolicyKey', { id: 'admin-platform' }), admin);
    t.match(await ingest(one, admin), { status: 409, body: { message: /MANAGE_POLICIES/ } });
    t.match(await batch([proposal(urn, 'dataHubPolicyInfo', info()), one], admin), { status: 409 });
  }
  t.match(await admin.post('/entities?action=delete', { urn: own }), { status: 409 });
  const next = proposal(urn, 'dataHubPolicyInfo', info({ privileges: ['MANAGE_POLICIES'] }));
  t.match(
    await batch([deletion(own, 'dataHubPolicyKey'), next], admin),
    { status: 200 },
    'judged by the result',
  );
});

t.test('a policy that is not editable is changed by its aspect only', async (t) => {
  const { write, admin } = await open(t);
  await write(proposal(urn, 'dataHubPolicyInfo', info({ editable: false })));
  t.match(readError(await updatePolicy(admin, urn, policyInput())), {
    type: 'CONFLICT',
    message: /not editable/,
  });
  t.equal(await write(proposal(urn, 'dataHubPolicyInfo', info())), 200);
  t.equal(readError(await updatePolicy(admin, urn, policyInput())), null);
});

t.test('updatePolicy keeps the roles, which GraphQL cannot name', async (t) => {
  const { write, admin, readAspect } = await open(t);
  await write(
    proposal(urn, 'dataHubPolicyInfo', info({ actors: { users: [ann], roles: ['urn:li:dataHubRole:x'] } })),
  );
  await updatePolicy(admin, urn, policyInput());
  t.match(await readAspect(urn, 'dataHubPolicyInfo'), { actors: { roles: ['urn:li:dataHubRole:x'] } });
});

t.test('an aspect from before policies had an effect comes back, and grants nothing unwritten', async (t) => {
  const { db, write, mayTag, readAspect } = await open(t);
  await db.query(
    `INSERT INTO entities (urn, type, created_at, created_by) VALUES ($1, 'dataHubPolicy', 1, 'x')`,
    [urn],
  );
  await db.query(
    `INSERT INTO aspects (urn, name, body, created_at, created_by, updated_at, updated_by, inert)
     VALUES ($1, 'dataHubPolicyInfo', $2::json, 1, 'x', 1, 'x', true)`,
    [urn, JSON.stringify(info())],
  );
  t.equal(await mayTag(), false);
  t.strictSame(await readAspect(urn, 'dataHubPolicyInfo'), info());
  t.equal(await write(patchProposal(urn, 'dataHubPolicyInfo', [add('/description', 'now')])), 200);
  t.strictSame(await readAspect(urn, 'dataHubPolicyInfo'), info({ description: 'now' }));
  t.equal(await mayTag(), true);
});

t.test("a file of DataHub's policies loads, comes back, and grants what has a meaning here", async (t) => {
  const { admin, user, readAspect, batch, caller: ann } = await open(t);
  const text = readFileSync(new URL('test/support/datahub-policies.json', root), 'utf8');
  const proposals = (JSON.parse(text) as unknown[]).flatMap((item, index) =>
    toProposals({ location: `item ${index}`, text: JSON.stringify(item) }).map((one) => JSON.parse(one.text)),
  );
  t.match(await batch(proposals, admin), { status: 200 });
  t.match(await batch(proposals, admin), { status: 200 }, 'again');
  for (const { entityUrn, aspect } of proposals) {
    t.strictSame(await readAspect(entityUrn, 'dataHubPolicyInfo'), JSON.parse(aspect.value));
  }
  const datahub = await user('datahub');
  const resourceSpec = {
    resourceType: 'DATASET',
    resourceUrn: 'urn:li:dataset:(urn:li:dataPlatform:x,a,PROD)',
  };
  const names = async (caller: typeof ann) =>
    (await granted(caller, { actorUrn: caller.urn, resourceSpec })).body.data.getGrantedPrivileges.privileges;
  t.match(new Set(await names(datahub)), new Set(['MANAGE_POLICIES', 'EDIT_ENTITY', 'DELETE_ENTITY']));
  t.strictSame(await names(ann), ['EDIT_ENTITY_TAGS'], 'of all users, not of roles, owners or constraints');
  const chart = { resourceType: 'TAG', resourceUrn: 'urn:li:tag:x' };
  t.match(await granted(ann, { actorUrn: ann.urn, resourceSpec: chart }), {
    body: { data: { getGrantedPrivileges: { privileges: [] } } },
  });
  t.match(readError(await granted(ann, { actorUrn: admin.urn })), { type: 'UNAUTHORIZED' });
  t.match(readError(await granted(admin, { actorUrn: 'urn:li:corpuser:nobody' })), { type: 'NOT_FOUND' });
});

t.test('changes of policies are in the audit', async (t) => {
  const { write, admin, db } = await open(t);
  await write(proposal(urn, 'dataHubPolicyInfo', info()));
  await write(proposal(urn, 'dataHubPolicyInfo', info()));
  await write(proposal(urn, 'dataHubPolicyKey', { id: 'ann-tags' }));
  await updatePolicy(admin, urn, policyInput({ state: 'DRAFT' }));
  await write(deletion(urn, 'dataHubPolicyKey'));
  await write(deletion('urn:li:dataHubPolicy:admin-platform', 'dataHubPolicyKey'));
  const rows = await db.query(
    `SELECT type, actor_urn AS actor, detail->>'state' AS state FROM audit_events WHERE subject = $1 ORDER BY id`,
    [urn],
  );
  t.strictSame(rows, [
    { type: 'CreatePolicyEvent', actor: admin.urn, state: 'ACTIVE' },
    { type: 'UpdatePolicyEvent', actor: admin.urn, state: 'DRAFT' },
    { type: 'DeletePolicyEvent', actor: admin.urn, state: 'DRAFT' },
  ]);
});

t.test('UNAUTHORIZED: policies are read with the right to list them, by every way', async (t) => {
  const { write, admin, caller } = await open(t);
  t.equal(await write(proposal(urn, 'dataHubPolicyInfo', info())), 200);
  const path = `/openapi/v3/entity/datahubpolicy`;
  const ways: ((by: typeof admin) => Promise<{ status: number }>)[] = [
    (by) => by.get(`/aspects/${encoded(urn)}?aspect=dataHubPolicyInfo`),
    (by) => by.get(`/entitiesV2/${encoded(urn)}`),
    (by) => by.get(`${path}/${encoded(urn)}`),
    (by) => by.post(`${path}/batchGet`, [{ urn }]),
    (by) => by.post('/entities?action=listUrns', { entity: 'dataHubPolicy', start: 0, count: 10 }),
    (by) => by.post('/aspects?action=getCount', { aspect: 'dataHubPolicyInfo' }),
    (by) => by.post('/aspects?action=getCount', { aspect: 'dataHubPolicyKey' }),
  ];
  for (const [index, way] of ways.entries()) {
    t.equal((await way(admin)).status, 200, `${index}`);
    t.equal((await way(caller)).status, 403, `${index}`);
  }
  for (const one of [urn, 'urn:li:dataHubPolicy:none']) {
    const exists = one === urn;
    const entity = exists ? { urn } : null;
    for (const [field, found] of Object.entries({
      'entity(urn: $urn) { urn }': { entity },
      'entities(urns: [$urn]) { urn }': { entities: [entity] },
      'entityExists(urn: $urn)': { entityExists: exists },
    })) {
      const document = `query ($urn: String!) { ${field} }`;
      t.match(readError(await caller.graphql(document, { urn: one })), { type: 'UNAUTHORIZED' }, field);
      t.strictSame((await admin.graphql(document, { urn: one })).body.data, found);
    }
  }
});
