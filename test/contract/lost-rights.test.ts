import { once } from 'node:events';
import { request as send } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import t, { type Test } from 'tap';
import { metadataPrivileges, type Privilege } from '../../src/datahub/privileges.js';
import { toId } from '../access-tokens/api.js';
import type { Subject } from '../manifest/operation.js';
import { createRequest, operations } from '../manifest/operations.js';
import { aspectCatalog, deletion, freshDataset, proposal } from '../support/aspects.js';
import { beforeWrite } from '../support/before-write.js';
import type { Answer, Caller, TestCatalog } from '../support/catalog.js';
import { field } from '../support/metadata.js';
import { savePolicy } from '../support/save-policy.js';
import { countStatementsOfProcess } from '../support/statements.js';

// The fault suite takes rights away in each way, from each kind of caller, while each operation is under way.

const box = (id: string) => `urn:li:container:${id}`;
const named = {
  tag: 'urn:li:tag:pii',
  user: 'urn:li:corpuser:owner',
  domain: 'urn:li:domain:sales',
  term: 'urn:li:glossaryTerm:Email',
};
const readCode = ({ status, body }: Answer): number => body.errors?.[0].extensions.code ?? status;

const overEntities = (name: string) => (metadataPrivileges as readonly string[]).includes(name);
const hasNothingToChange =
  /deleteReferences|moveColumnEdits|mutation (batch)?(remove|unset)|updateLink|batchUpdateDeprecation/i;

/** The changes of a dataset, by their names: those of the manifests that need a right over it. */
const changes: Record<string, (caller: Caller, dataset: string) => Promise<Answer>> = {};
for (const [name, { privileges }] of Object.entries(operations)) {
  if (!privileges?.every(overEntities) || hasNothingToChange.test(name)) continue;
  const create = (dataset: string) => createRequest(name, { dataset, ...named } as Subject);
  if (/set!/.test(decodeURIComponent(JSON.stringify(create('urn:li:dataset:set!')))))
    changes[name] = (caller, urn) => {
      const { method, url, payload } = create(urn);
      return caller.send(method, url, payload);
    };
}
changes['deletion of the container'] = (caller, urn) =>
  caller.post('/aspects?action=ingestProposal', { proposal: deletion(urn, 'container') });

async function open(t: Test) {
  const hook = beforeWrite();
  const catalog = await aspectCatalog(t, { wrap: hook.wrap });
  const ann = await catalog.user('ann');
  await catalog.put(
    proposal(named.tag, 'tagProperties', { name: 'pii' }),
    ...[named.user, named.domain, named.term].map((urn) => proposal(urn, 'status', { removed: false })),
  );
  const grant = (id: string, privileges: Privilege[], more: object = {}) =>
    savePolicy(catalog.db, {
      ...{ id, name: id, type: 'METADATA', state: 'ACTIVE', privileges },
      actors: { allUsers: false, users: [ann.urn] },
      resources: { type: null, urns: [] },
      ...more,
    });
  const within = (container: string) => ({
    resources: { type: null, urns: [], criteria: [{ field: 'CONTAINER', values: [container] }] },
  });
  const take = (id: string) => grant(id, [], { state: 'INACTIVE' });
  async function newDataset() {
    const urn = freshDataset();
    await catalog.put(
      proposal(urn, 'container', { container: box('a') }),
      proposal(urn, 'datasetProperties', {}),
      proposal(urn, 'schemaMetadata', { fields: [field('id')] }),
      proposal(urn, 'operation', { timestampMillis: 2, operationType: 'INSERT', lastUpdatedTimestamp: 1 }),
    );
    return urn;
  }
  return { ...catalog, ann, hook, grant, take, within, newDataset };
}

t.test('403: a dataset that leaves the container that the right is over', async (t) => {
  const { ann, hook, grant, within, newDataset, put, db } = await open(t);
  await grant('in-a', ['EDIT_ENTITY'], within(box('a')));
  const readRows = async (urn: string) =>
    db.query(
      `SELECT (SELECT count(*) FROM aspects WHERE urn = $1) AS aspects, (SELECT count(*) FROM global_tags WHERE resource_urn = $1) AS tags,
              (SELECT count(*) FROM timeseries_events WHERE urn = $1) AS events`,
      [urn],
    );
  for (const [name, change] of Object.entries(changes)) {
    const [moved, kept] = [await newDataset(), await newDataset()];
    const before = await readRows(moved);
    hook.set(() => put(proposal(moved, 'container', { container: box('b') })));
    t.equal(readCode(await change(ann, moved)), 403, name);
    t.strictSame(await readRows(moved), before, `${name} changes nothing`);
    const expected = name === 'deletion of the container' ? 403 : 200;
    t.equal(readCode(await change(ann, kept)), expected, `${name}, where it stays`);
  }
});

t.test('200: what the rights rest on has changed, and the change is still allowed', async (t) => {
  const { ann, hook, grant, take, within, newDataset } = await open(t);
  for (const [name, change] of Object.entries(changes)) {
    if (name === 'deletion of the container') continue;
    for (const [way, work] of Object.entries({
      'an unrelated policy': () => grant('unrelated', ['EDIT_ENTITY_DOCS'], { name: `${Math.random()}` }),
      'another policy': async () => {
        await grant('second', ['EDIT_ENTITY']);
        await take('first');
      },
      'a policy over its container': async () => {
        await grant('second', ['EDIT_ENTITY'], within(box('a')));
        await take('first');
      },
    })) {
      await take('second');
      await grant('first', ['EDIT_ENTITY']);
      const urn = await newDataset();
      hook.set(work);
      t.equal(readCode(await change(ann, urn)), 200, `${name}: ${way}`);
    }
  }
});

t.test('401: GraphQL answers with the status when the caller is gone', async (t) => {
  const { ann, hook, grant, newDataset, db } = await open(t);
  await grant('all', ['EDIT_ENTITY']);
  const urn = await newDataset();
  hook.set(() => db.query('UPDATE access_tokens SET revoked_at = 1 WHERE id = $1::text', [toId(ann.token)]));
  const { status, body, headers } = await changes['mutation addTag']!(ann, urn);
  t.equal(status, 401);
  t.match(body, { errors: [{ extensions: { code: 401, type: 'UNAUTHENTICATED' } }] });
  t.equal(headers['www-authenticate'], 'Bearer error="invalid_token"');
});

t.test('200: a mutation of a document needs no right of the one before it', async (t) => {
  const { ann, grant, db } = await open(t);
  await grant('all', ['MANAGE_POLICIES', 'CREATE_TAGS'], { type: 'PLATFORM' });
  await grant('tags', ['CREATE_TAGS'], { type: 'PLATFORM' });
  await grant('policies', ['MANAGE_POLICIES'], {
    ...{ type: 'PLATFORM', actors: { allUsers: false, users: ['urn:li:corpuser:writer'] } },
  });
  const { body } = await ann.graphql(
    'mutation { deletePolicy(urn: "urn:li:dataHubPolicy:all") createTag(input: {id: "after", name: "x"}) }',
  );
  t.notOk(body.errors);
  t.equal((await db.query(`SELECT FROM tags WHERE urn = 'urn:li:tag:after'`)).length, 1);
});

t.test('a body that comes later than its headers', async (t) => {
  const { app, ann, grant, db, newDataset } = await open(t);
  await grant('all', ['EDIT_ENTITY']);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const urn = await newDataset();
  const statusAfter = (meanwhile: () => Promise<unknown>) => held(app, ann, urn, meanwhile);
  t.equal(await statusAfter(async () => {}), 200);
  t.equal(await statusAfter(() => grant('all', ['EDIT_ENTITY'], { state: 'INACTIVE' })), 403);
  t.equal(await statusAfter(() => db.query('UPDATE users SET state = $1', ['SUSPENDED'])), 401);
});

t.test('a body that comes with its headers costs one judgement', async (t) => {
  const { app, ann, services } = await open(t);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const body = '{"query": "{ __typename }"}';
  const head = [
    'POST /api/graphql HTTP/1.1',
    ...['Host: x', 'Connection: close', 'Content-Type: application/json'],
    ...[`Authorization: Bearer ${ann.token}`, `Content-Length: ${body.length}`, '', ''],
  ].join('\r\n');
  const ask = async (...parts: string[]) => {
    const isReceived = once(app.server, 'request');
    const socket = connect(port, '127.0.0.1');
    for (const [index, part] of parts.entries()) {
      if (index > 0) await isReceived;
      socket.write(part);
    }
    let answer = '';
    for await (const chunk of socket) answer += chunk;
    return answer;
  };
  t.match(await ask(head + body), /200 OK/);
  await services.flush();
  const [whole, parted] = [
    await countStatementsOfProcess(() => ask(head + body)),
    await countStatementsOfProcess(() => ask(head, body)),
  ];
  t.match(parted.result, /200 OK/);
  t.strictSame([whole.statements, parted.statements], [1, 2]);
});

/** Sends a proposal whose last bytes wait until the caller is authenticated and `meanwhile` is done. */
async function held(
  app: TestCatalog['app'],
  { token }: Caller,
  urn: string,
  meanwhile: () => Promise<unknown>,
): Promise<number> {
  const bytes = Buffer.from(JSON.stringify({ proposal: proposal(urn, 'ownership', { owners: [] }) }));
  const headers = {
    ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    'content-length': bytes.length,
  };
  const { port } = app.server.address() as AddressInfo;
  const path = '/aspects?action=ingestProposal';
  const isReceived = once(app.server, 'request');
  const outgoing = send({ host: '127.0.0.1', port, method: 'POST', path, headers });
  outgoing.write(bytes.subarray(0, 1));
  await isReceived;
  // The database answers in order, so that the caller was judged before this.
  await meanwhile();
  outgoing.end(bytes.subarray(1));
  const [response] = await once(outgoing, 'response');
  response.resume();
  return response.statusCode;
}
