import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import t from 'tap';
import { auditEventTypes } from '../../src/datahub/audit-event-types.js';
import type { Subject } from '../manifest/operation.js';
import { createRequest, operations, type Request, withoutCase } from '../manifest/operations.js';
import { createPolicy, onlyGroups, onlyUsers, policyInput } from '../policies/api.js';
import { actorCatalog } from '../support/actors.js';
import { deletion, encoded, patchProposal, proposal } from '../support/aspects.js';
import { createBrowser } from '../support/browser.js';
import { fakeCommands } from '../support/fake-commands.js';
import { entity } from '../support/openapi.js';
import { root } from '../support/root.js';
import { truncateUrl } from '../support/timeseries.js';

// docs/wire-contract.md, "Which write leaves which event".

const page = readFileSync(new URL('docs/wire-contract.md', root), 'utf8');
const [, section = ''] = page.split('### Which write leaves which event');
const rows = section
  .split('\n### ')[0]!
  .split('\n')
  .filter((line) => /^\| `/.test(line))
  .map((line) => line.split('|').map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!)));
/** The events of each write, by its name in the table. */
const decided = new Map<string, Set<string>>();
for (const [, writes, events] of rows) {
  for (const write of writes!.filter((one) => one !== 'aspectName')) {
    const known = decided.get(write) ?? new Set();
    for (const event of events!.filter((one) => one.endsWith('Event'))) known.add(event);
    decided.set(write, known);
  }
}
/** The events of a write in the table: its own, and those of the writes that its row names. */
const readEvents = (write: string): string[] => {
  const codes = rows.flatMap(([, writes, events]) => (writes!.includes(write) ? events! : []));
  const named = codes.filter((one) => decided.has(one)).flatMap(readEvents);
  return [...new Set([...decided.get(write)!, ...named])].sort();
};

/** The name of a write in the table. */
const inTable = (name: string) => withoutCase(name).replace('mutation ', '');
const writes = Object.entries(operations).filter(([name]) => !/^(query|GET) /.test(name));

t.test('every write has a decision: a row of the table, as its manifest says', async (t) => {
  const known = new Map<string, Set<string>>();
  for (const [name, { events = [] }] of writes)
    known.set(inTable(name), new Set([...(known.get(inTable(name)) ?? []), ...events]));
  const commands = new Set<string>();
  const isLeaf = (command: Command) => command.commands.length === 0;
  const leaves = (command: Command, path: string): string[] =>
    isLeaf(command) ? [path] : command.commands.flatMap((one) => leaves(one, `${path} ${one.name()}`));
  const program = fakeCommands().program();
  const findCommand = (path: string) =>
    path
      .split(' ')
      .slice(1)
      .reduce<Command>((at, name) => at.commands.find((one) => one.name() === name)!, program);
  // A command with an address works over HTTP, unless --local is given.
  const overHttp = (command: Command) =>
    command.options.some(({ long }) => long === '--url') &&
    !command.options.some(({ long }) => long === '--local');
  const noStore = ['catalog completion', 'catalog __complete', 'catalog logout', 'catalog ingest'];
  for (const path of leaves(program, 'catalog'))
    if (!overHttp(findCommand(path)) && !noStore.includes(path))
      commands.add(path.replace(/^(catalog migrate) .*/, '$1'));
  t.strictSame([...decided.keys()].sort(), [...known.keys(), ...commands].sort());
  for (const [name, events] of known) t.strictSame([...events].sort(), readEvents(name), name);
  const events = new Set([...decided.values()].flatMap((all) => [...all]));
  t.strictSame(
    [...events, 'FailedLogInEvent'].sort(),
    [...auditEventTypes].sort(),
    'every event has a write',
  );
});

t.test('every write over HTTP leaves its events', async (t) => {
  const catalog = await actorCatalog(t, {});
  const { app, db, manager, onAnn } = catalog;
  const seen = new Map<string, Set<string>>();

  /** The changes of metadata that no longer say which request made them, or from where. */
  const anonymous = (from: number, id: unknown) =>
    db.query(
      `SELECT * FROM change_events
        WHERE id > $1 AND (change_set IS DISTINCT FROM $2::uuid OR address IS DISTINCT FROM '127.0.0.1'
                           OR user_agent IS DISTINCT FROM 'a test' OR coalesce(transport, 'CONSOLE') = 'CONSOLE')`,
      [from, id],
    );
  const last = async (table: string) =>
    (await db.query<{ id: number }>(`SELECT coalesce(max(id), 0) AS id FROM ${table}`))[0]!.id;

  /** Makes a write and notes its events. */
  async function act(name: string, request: Request): Promise<string[]> {
    const [before, changesBefore] = [await last('audit_events'), await last('change_events')];
    const bearer = request.headers?.cookie ? {} : { authorization: `Bearer ${manager.token}` };
    const headers = { 'user-agent': 'a test', ...bearer, ...request.headers };
    const { statusCode, body, headers: answered } = await app.inject({ ...request, headers } as never);
    const errors = request.url === '/api/graphql' ? JSON.parse(body).errors : undefined;
    t.ok(statusCode < 300 && !errors, `${name}: ${statusCode} ${body.slice(0, 200)}`);
    const events = await db.query<{ type: string }>('SELECT DISTINCT type FROM audit_events WHERE id > $1', [
      before,
    ]);
    const types = events.map(({ type }) => type);
    const allowed = readEvents(inTable(name));
    const others = types.filter((type) => !allowed.includes(type));
    t.strictSame(others, [], `${name} leaves nothing else`);
    t.strictSame(
      await anonymous(changesBefore, answered['x-request-id']),
      [],
      `${name} says where it comes from`,
    );
    const known = seen.get(inTable(name)) ?? new Set();
    for (const type of types) known.add(type);
    seen.set(inTable(name), known);
    await db.query(`UPDATE truncation_tasks SET state = 'CANCELED' WHERE state = 'RUNNING'`);
    return types;
  }
  const post = (url: string, payload: object): Request => ({ method: 'POST', url, payload });
  const ingest = (...proposals: object[]) =>
    manager.post('/aspects?action=ingestProposalBatch', { proposals });
  const group = 'nativeGroupMembership';
  /** Gives the user and the group of the subject what goes away with them. */
  const connected = async () => {
    const on = await onAnn();
    for (const user of [on.user, on.service]) {
      await ingest(proposal(user, group, { nativeGroups: [on.group] }));
      await catalog.services.tokens.issue({ actorUrn: user, duration: 'ONE_HOUR', name: 'x' });
    }
    await createPolicy(manager, policyInput({ actors: onlyUsers(on.user, on.service) }));
    await createPolicy(manager, policyInput({ actors: onlyGroups(on.group) }));
    return on;
  };
  /** Lets a user hold a token of another. */
  const holding = (holder: 'urn' | 'user') => async () => {
    const on = await onAnn();
    const actorUrn = holder === 'user' ? on.urn : on.user;
    const { token } = await catalog.services.tokens.issue({ actorUrn, duration: 'ONE_HOUR', name: 'x' });
    await db.query('UPDATE access_tokens SET owner_urn = $2::text WHERE id = $1::text', [
      token.id,
      on[holder],
    ]);
    return on;
  };
  const setUps: Record<string, () => Promise<Subject>> = {
    async replayWebhook() {
      const on = await onAnn();
      await db.query(`UPDATE webhooks SET disabled_reason = 'x' WHERE id = $1::text`, [on.webhook]);
      return on;
    },
    async resumeWebhook() {
      const on = await onAnn();
      await db.query(`UPDATE webhooks SET paused_by = 'x' WHERE id = $1::text`, [on.webhook]);
      return on;
    },
    async takeOverWebhook() {
      const on = await onAnn();
      await db.query('UPDATE webhooks SET owner_urn = NULL WHERE id = $1::text', [on.webhook]);
      return on;
    },
    takeOverAccessTokens: holding('urn'),
    updateUserStatus: holding('user'),
    ...Object.fromEntries(
      ['removeUser', 'deleteServiceAccount', 'removeGroup', 'removeGroupMembers'].map((name) => [
        name,
        connected,
      ]),
    ),
    addGroupMembers: async () => {
      const on = await onAnn();
      await ingest(proposal(on.user, group, { nativeGroups: [] }));
      return on;
    },
    'POST /entities?action=deleteReferences': async () => {
      const on = await onAnn();
      const lineage = { upstreams: [{ dataset: on.dataset }] };
      await ingest(
        proposal('urn:li:dataset:(urn:li:dataPlatform:hive,down,PROD)', 'upstreamLineage', lineage),
      );
      return on;
    },
  };
  const others = [
    'cancelTruncation',
    'DELETE /console/session',
    'DELETE /console/sessions',
    'POST /api/graphql',
  ];
  for (const [name] of writes) {
    if (others.includes(inTable(name))) continue;
    await act(name, createRequest(name, await (setUps[inTable(name)] ?? onAnn)()));
  }
  const activate = 'mutation ($u: String!) { updateUserStatus(urn: $u, status: ACTIVE) }';
  const { user: u } = await holding('user')();
  await db.query(`UPDATE users SET state = 'SUSPENDED' WHERE urn = $1::text`, [u]);
  await db.query('UPDATE stored_access_tokens SET withdrawn_at = 1 WHERE owner_urn = $1::text', [u]);
  await act('updateUserStatus', post('/api/graphql', { query: activate, variables: { u } }));
  await act('POST /api/graphql', post('/api/graphql', { query: '{ __typename }' }));

  const truncation = { entityType: 'dataset', aspect: 'operation', endTimeMillis: 1, dryRun: false };
  const field = 'truncateTimeseriesAspect';
  const begin = `mutation ($input: TruncateTimeseriesAspectInput!) { ${field}(input: $input) { message } }`;
  await act(field, post('/api/graphql', { query: begin, variables: { input: truncation } }));
  await act(`POST ${truncateUrl}`, post(truncateUrl, truncation));
  // Of another process, so that it has not ended when it is canceled.
  const { body } = await manager.post(truncateUrl, truncation);
  const [node] = (body.value as string).split(':');
  const [task] = await db.query<{ id: string }>(
    `INSERT INTO truncation_tasks (index_name, end_time_millis, batch_size, created_at, created_by, runner, lease_until)
     VALUES ('dataset_datasetprofileaspect_v1', 1, 1, 0, 'x', 'another', 9e15::bigint) RETURNING id::text`,
  );
  const query = 'mutation ($id: String!) { cancelTruncation(id: $id) }';
  await act('cancelTruncation', post('/api/graphql', { query, variables: { id: `${node}:${task!.id}` } }));

  for (const name of ['DELETE /console/session', 'DELETE /console/sessions']) {
    const browser = createBrowser(app);
    await browser.signIn(manager.token);
    const own = { 'sec-fetch-site': 'same-origin', host: 'localhost', cookie: browser.cookie()! };
    const [method, url] = name.split(' ') as ['DELETE', string];
    await act(name, { method, url, headers: own });
  }

  const one = 'POST /aspects?action=ingestProposal';
  const batch = 'POST /aspects?action=ingestProposalBatch';
  const propose = (change: object) => act(one, post('/aspects?action=ingestProposal', { proposal: change }));
  const proposeAll = (...proposals: object[]) =>
    act(batch, post('/aspects?action=ingestProposalBatch', { proposals }));
  const policy = { type: 'PLATFORM', state: 'ACTIVE', privileges: ['CREATE_TAGS'], actors: { users: [] } };
  const access = (on: Subject, id: string) => [
    proposal(`urn:li:corpuser:${id}`, 'corpUserInfo', { active: true }),
    proposal(`urn:li:corpGroup:${id}`, 'corpGroupInfo', { displayName: 'a' }),
    proposal(`urn:li:dataHubPolicy:${id}`, 'dataHubPolicyInfo', { ...policy, displayName: 'a' }),
    proposal(`urn:li:corpuser:${id}`, group, { nativeGroups: [on.group] }),
    proposal(`urn:li:corpuser:${id}`, group, { nativeGroups: [] }),
    proposal(`urn:li:corpuser:${id}`, 'corpUserStatus', { status: 'SUSPENDED' }),
    patchProposal(`urn:li:corpuser:${id}`, 'corpUserInfo', [{ op: 'add', path: '/title', value: 'x' }]),
    patchProposal(`urn:li:corpGroup:${id}`, 'corpGroupInfo', [
      { op: 'add', path: '/description', value: 'x' },
    ]),
    patchProposal(`urn:li:dataHubPolicy:${id}`, 'dataHubPolicyInfo', [
      { op: 'replace', path: '/state', value: 'INACTIVE' },
    ]),
    deletion(`urn:li:dataHubPolicy:${id}`, 'dataHubPolicyInfo'),
  ];
  for (const change of access(await onAnn(), 'single'))
    t.not((await propose(change)).length, 0, change.aspectName);
  for (const change of access(await onAnn(), 'batched')) await proposeAll(change);

  const on = await connected();
  await ingest(proposal(on.dataset, 'ownership', { owners: [] }), proposal(on.dataset, 'status', {}));
  t.strictSame(await propose(deletion(on.dataset, 'ownership')), ['DeleteAspectEvent']);
  t.strictSame(await propose(deletion(on.dataset, 'ownership')), [], 'it was deleted');
  t.strictSame(await proposeAll(deletion(on.dataset, 'status')), ['DeleteAspectEvent']);
  t.strictSame(await propose(deletion(on.dataset, 'datasetKey')), ['DeleteEntityEvent']);

  const key = { user: 'corpUserKey', group: 'corpGroupKey', policy: 'dataHubPolicyKey' } as const;
  const type = { user: 'corpuser', group: 'corpGroup', policy: 'dataHubPolicy' } as const;
  for (const kind of ['user', 'group', 'policy'] as const) {
    await act(
      'POST /entities?action=delete',
      post('/entities?action=delete', { urn: (await connected())[kind] }),
    );
    const urn = (await connected())[kind];
    const url = `/openapi/v3/entity/${type[kind]}/${encoded(urn)}`;
    await act('DELETE /openapi/v3/entity/:type/*', { method: 'DELETE', url });
    await propose(deletion((await connected())[kind], key[kind]));
    await proposeAll(deletion((await connected())[kind], key[kind]));
  }

  const { dataset } = await onAnn();
  await ingest(proposal(dataset, 'operation', { timestampMillis: 1_700_000_000_000 }));
  const events = { urn: dataset, aspectName: 'operation' };
  t.strictSame(await act('POST /entities?action=delete', post('/entities?action=delete', events)), [
    'DeleteTimeseriesEvent',
  ]);
  await ingest(proposal('urn:li:corpuser:referring', group, { nativeGroups: [on.group] }));
  const references = 'POST /entities?action=deleteReferences';
  t.strictSame((await act(references, post('/entities?action=deleteReferences', { urn: on.group }))).sort(), [
    'DeleteReferencesEvent',
    'RemoveGroupMemberEvent',
  ]);

  const snapshot = (id: string) => ({
    value: {
      'com.linkedin.metadata.snapshot.CorpUserSnapshot': {
        urn: `urn:li:corpuser:${id}`,
        aspects: [{ 'com.linkedin.identity.CorpUserInfo': { active: true } }],
      },
    },
  });
  await act('POST /entities?action=ingest', post('/entities?action=ingest', { entity: snapshot('shot') }));
  await act(
    'POST /entities?action=batchIngest',
    post('/entities?action=batchIngest', { entities: [snapshot('shots')] }),
  );
  const info = entity('urn:li:corpuser:open', { corpUserInfo: { active: true } });
  const url = '/openapi/v3/entity/corpuser?async=false';
  await act('POST /openapi/v3/entity/:type', post(url, [info]));
  const titled = entity('urn:li:corpuser:open', {
    corpUserInfo: [{ op: 'add', path: '/title', value: 'x' }],
  });
  await act('PATCH /openapi/v3/entity/:type', { method: 'PATCH', url, payload: [titled] });

  const aspectUrl = (urn: string, aspect: string) =>
    `/openapi/v3/entity/${urn.split(':')[2]}/${encoded(urn)}/${aspect}`;
  const userInfo = aspectUrl('urn:li:corpuser:opened', 'corpUserInfo');
  await act('POST /openapi/v3/entity/:type/*', post(userInfo, { value: { active: true } }));
  const title = [{ op: 'add', path: '/title', value: 'x' }];
  await act('PATCH /openapi/v3/entity/:type/*', { method: 'PATCH', url: userInfo, payload: title });
  await act('DELETE /openapi/v3/entity/:type/*', {
    method: 'DELETE',
    url: aspectUrl((await onAnn()).dataset, 'datasetProperties'),
  });

  for (const [name, types] of decided) {
    if (name.startsWith('catalog ')) continue;
    t.ok(seen.has(name), `${name} is made`);
    for (const type of types) {
      const alike = name.startsWith('PATCH ') && type === 'CreateUserEvent';
      if (!alike) t.ok(seen.get(name)?.has(type), `${name} leaves ${type}`);
    }
  }
});
