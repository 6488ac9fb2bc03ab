import t from 'tap';
import { secretAspects } from '../../src/datahub/secret-aspects.js';
import { aspectCatalog, encoded, patchProposal, proposal } from '../support/aspects.js';
import { writeAspects } from '../support/metadata.js';
import { entity, entityUrl } from '../support/openapi.js';

const catalog = await aspectCatalog(t);
const { db, ingest, writer } = catalog;
const [reader, keeper] = [
  await catalog.user('reader', ['MANAGE_POLICIES', 'MANAGE_USERS_AND_GROUPS', 'GET_AUDIT_EVENTS']),
  await catalog.user('keeper', ['MANAGE_SECRETS']),
];
const both = await catalog.user('both', ['MANAGE_SECRETS', 'EDIT_ENTITY']);

const term = 'urn:li:glossaryTerm:x';
const hush = 'hunter2';
const secret = 'urn:li:dataHubSecret:s';
/** An entity with each secret, which a version before this one may have stored. */
const places: Record<string, string> = {
  corpUserCredentials: 'urn:li:corpuser:ann',
  dataHubConnectionDetails: 'urn:li:dataHubConnection:c',
  dataHubExecutionRequestInput: 'urn:li:dataHubExecutionRequest:e',
  dataHubIngestionSourceInfo: 'urn:li:dataHubIngestionSource:i',
  dataHubSecretValue: secret,
  globalSettingsInfo: 'urn:li:globalSettings:0',
  inviteToken: 'urn:li:inviteToken:t',
};
const stored = [...Object.entries(places), ['dataHubSecretValue', term] as const];
await writeAspects(
  db,
  stored.map(([name, urn]) => ({
    urn,
    entityType: urn.split(':')[2]!,
    name,
    value: { name: 's', value: hush },
  })),
  { time: 1, actor: writer.urn },
);

/** Reads that name an aspect, by each path. */
const naming = (urn: string, name: string): [string, object?][] => [
  [`/aspects/${encoded(urn)}?aspect=${name}`],
  [`/gms/aspects/${encoded(urn)}?aspect=${name}&version=0`],
  [`/entitiesV2/${encoded(urn)}?aspects=List(status,${name})`],
  [`/entitiesV2?ids=List(${encoded(urn)})&aspects=List(${name})`],
  [`${entityUrl(urn)}?aspects=${name}`],
  [`${entityUrl(urn)}?aspectNames=status&aspectNames=${name}`],
  [`/openapi/v3/entity/${urn.split(':')[2]}/batchGet`, [{ urn, [name]: {} }]],
  // One that asks for all aspects beside one that names a secret.
  [`/openapi/v3/entity/${urn.split(':')[2]}/batchGet`, [{ urn: `${urn}2` }, { urn, [name]: {} }]],
];
/** Reads of all aspects of an entity. */
const ofAll = (urn: string): [string, object?][] => [
  [`/entitiesV2/${encoded(urn)}`],
  [`/entitiesV2?ids=List(${encoded(urn)})`],
  [entityUrl(urn)],
  [`/openapi/v3/entity/${urn.split(':')[2]}/batchGet`, [{ urn }]],
];
const send = (caller: typeof reader, [url, body]: [string, object?]) =>
  body ? caller.post(url, body) : caller.get(url);

t.test('each secret has a place here', async (t) => {
  t.strictSame(Object.keys(places).sort(), [...secretAspects].sort());
});

for (const [name, urn] of stored)
  t.test(`${name} of ${urn} is read with MANAGE_SECRETS only`, async (t) => {
    for (const request of naming(urn, name)) {
      const refused = await send(reader, request);
      t.equal(refused.status, 403, request[0]);
      t.notMatch(JSON.stringify(refused.body), hush);
      t.match(JSON.stringify((await send(keeper, request)).body), hush, `${request[0]}, with the privilege`);
      const [url, body] = request;
      const absent = JSON.stringify(body ?? null).replaceAll(urn, `${urn}0`);
      const other = await send(reader, [
        url.replaceAll(encoded(urn), encoded(`${urn}0`)),
        JSON.parse(absent) ?? undefined,
      ]);
      t.strictSame({ ...other, headers: null }, { ...refused, headers: null }, 'as if there were none');
    }
    for (const request of ofAll(urn)) {
      const left = await send(reader, request);
      t.equal(left.status, 200, request[0]);
      t.ok(JSON.stringify(left.body).includes(urn));
      t.notMatch(JSON.stringify(left.body), new RegExp(`${hush}|"${name}":`), 'left out of all aspects');
      t.match(JSON.stringify((await send(keeper, request)).body), hush, `${request[0]}, with the privilege`);
    }
  });

t.test('snapshots and lists leave secrets out', async (t) => {
  const snapshot = `/entities/${encoded(term)}`;
  t.notMatch(JSON.stringify((await reader.get(snapshot)).body), hush);
  t.match(JSON.stringify((await keeper.get(snapshot)).body), hush);
  const list = '/openapi/v3/entity/glossaryTerm?count=10';
  t.match((await reader.get(`${list}&aspects=dataHubSecretValue`)).status, 403);
  const listed = await reader.get(list);
  t.ok(JSON.stringify(listed.body).includes(term));
  t.notMatch(JSON.stringify(listed.body), hush);
  const runs = '/openapi/v2/entity/dataHubExecutionRequest';
  t.notMatch(JSON.stringify((await reader.get(runs)).body), hush);
  t.match((await reader.get(`${runs}?aspectNames=dataHubExecutionRequestInput`)).status, 403);
  t.match(JSON.stringify((await keeper.get(runs)).body), hush);
});

t.test('the scopes READ and WRITE do not include the privilege', async (t) => {
  const { tokens } = catalog.services;
  const own = { actorUrn: keeper.urn, duration: 'ONE_HOUR', name: 'scoped' } as const;
  for (const [scopes, status] of [
    [['READ'], 403],
    [['READ', 'WRITE'], 403],
    [['MANAGE_SECRETS'], 200],
    [null, 200],
  ] as const) {
    const { text } = await tokens.issue({ ...own, scopes });
    const response = await catalog.app.inject({
      method: 'GET',
      url: `/aspects/${encoded(secret)}?aspect=dataHubSecretValue`,
      headers: { authorization: `Bearer ${text}` },
    });
    t.equal(response.statusCode, status, String(scopes));
  }
});

t.test('who may edit a secret writes it unseen: whole, and never by a patch', async (t) => {
  const test = (value: string) =>
    patchProposal(secret, 'dataHubSecretValue', [
      { op: 'test', path: '/value', value },
      { op: 'add', path: '/description', value: 'd' },
    ]);
  for (const value of [hush, 'other'])
    t.match(await ingest(test(value), writer), {
      status: 403,
      body: { missingPrivileges: ['MANAGE_SECRETS'] },
    });
  const copy = [{ op: 'copy', from: '/value', path: '/description' }];
  const byOpenApi = { dataHubSecretValue: { value: { patch: copy } } };
  t.match(await writer.send('PATCH', '/openapi/v3/entity/dataHubSecret', [{ urn: secret, ...byOpenApi }]), {
    status: 403,
  });
  t.match(
    await ingest(test('other'), keeper),
    { status: 403 },
    'MANAGE_SECRETS does not include EDIT_ENTITY',
  );
  t.match(await ingest(test('other'), both), { status: 400 });
  t.match(await ingest(test(hush), both), { status: 200 });

  const value = { name: 's', value: 'new' };
  t.match(await ingest(proposal(secret, 'dataHubSecretValue', value), writer), { status: 200 });
  const written = await writer.post('/openapi/v3/entity/dataHubSecret?async=false', [
    entity(secret, { dataHubSecretValue: value }),
  ]);
  t.match(written, { status: 200 });
  const create = proposal(secret, 'dataHubSecretValue', { name: 's', value: hush }, { changeType: 'CREATE' });
  const conflict = await ingest(create, writer);
  t.match(conflict, { status: 409 });
  t.notMatch(JSON.stringify(conflict.body), 'new');
});

t.test('clients see the privilege among those over the platform', async (t) => {
  t.match((await keeper.graphql('{ me { platformPrivileges { manageSecrets } } }')).body.data.me, {
    platformPrivileges: { manageSecrets: true },
  });
  t.match((await reader.graphql('{ me { platformPrivileges { manageSecrets } } }')).body.data.me, {
    platformPrivileges: { manageSecrets: false },
  });
});
