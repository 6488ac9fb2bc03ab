import t from 'tap';
import { createRequest, operations } from '../manifest/operations.js';
import { actorCatalog } from '../support/actors.js';
import { aspectCatalog, encoded, proposal } from '../support/aspects.js';

/** Names that every object answers to. Only those that begin with a small letter can be types of entities. */
const names = Object.getOwnPropertyNames(Object.prototype);
const types = names.filter((name) => /^[a-z][A-Za-z0-9]*$/.test(name));

const catalog = await aspectCatalog(t, { env: { ASPECTS_UNKNOWN: 'store' } }, [
  'MANAGE_POLICIES',
  'MANAGE_USERS_AND_GROUPS',
]);
const { writer } = catalog;

for (const type of types) {
  t.test(`${type} is a type of entities and an aspect like any other`, async (t) => {
    const urn = `urn:li:${type}:x`;
    const value = { name: 'n', [type]: 'urn:li:corpuser:x' };
    for (const aspect of [type, 'any', 'status', `${type}Key`]) {
      const written = await writer.post('/aspects?action=ingestProposal', {
        proposal: proposal(urn, aspect, aspect === 'status' ? { removed: false } : value),
      });
      t.equal(written.status, 200, `${aspect}: ${JSON.stringify(written.body)}`);
    }
    const patched = await writer.post('/aspects?action=ingestProposal', {
      proposal: { ...proposal(urn, type, [{ op: 'add', path: `/${type}`, value: 1 }]), changeType: 'PATCH' },
    });
    t.equal(patched.status, 200, JSON.stringify(patched.body));
    const read = await writer.get(`/entitiesV2/${encoded(urn)}`);
    t.equal(read.status, 200);
    t.equal((await writer.get(`/openapi/v3/entity/${type}/${encoded(urn)}`)).status, 200);
    const sent = await writer.send('POST', `/openapi/v3/entity/${type}?async=false`, [
      { urn, [type]: { value } },
    ]);
    t.equal(sent.status, 200, JSON.stringify(sent.body));
    const { body } = await writer.graphql(
      `query q($urn: String!, $type: String!) {
        entity(urn: $urn) { urn type }
        searchAcrossEntities(input: { query: "*", orFilters: [{ and: [{ field: "urn", values: [$urn] }] }] }) {
          searchResults { entity { urn } } }
        aggregateAcrossEntities(input: { query: "*", facets: ["_entityType"] }) { facets { field } }
      }`,
      { urn, type },
    );
    t.notOk(
      body.errors?.some(({ extensions }: { extensions: { code: number } }) => extensions.code >= 500),
      JSON.stringify(body),
    );
    const deleted = await writer.post('/entities?action=delete', { urn });
    t.equal(deleted.status, 200, JSON.stringify(deleted.body));
  });
}

/** Returns copies of a value, each with another of its texts replaced. */
function* replaceTexts(value: unknown, by: string): Generator<unknown> {
  let texts = 1;
  for (let chosen = 0; chosen < texts; chosen += 1) {
    texts = 0;
    const replace = (_: string, member: unknown) =>
      typeof member === 'string' && texts++ === chosen ? by : member;
    yield JSON.parse(JSON.stringify(value, replace));
  }
}

t.test('no operation answers a name in place of one of its texts with 500', async (t) => {
  const all = await actorCatalog(t, {});
  const headers = { authorization: `Bearer ${all.manager.token}` };
  const on = await all.onAnn();
  let requests = 0;
  for (const [index, operation] of Object.keys(operations).entries()) {
    const { payload = {}, ...request } = createRequest(operation, on);
    const { variables, query } = payload as { variables?: object; query?: string };
    for (const by of [names[index % names.length]!, '__proto__', 'constructor'])
      for (const changed of replaceTexts(variables ?? payload, by)) {
        const body = variables ? { query, variables: changed } : changed;
        const { status } = await all.answer(
          { ...request, ...(request.method !== 'GET' && { payload: body as object }) },
          headers,
        );
        t.ok(status < 500, `${operation}: ${JSON.stringify(changed)}: ${status}`);
        requests += 1;
      }
  }
  t.ok(requests > 300, `${requests} requests`);
});

t.test('no name of an action, a field or a parameter is answered 500', async (t) => {
  for (const name of names) {
    const query = `{ searchAcrossEntities(input: { query: "${name}:x", orFilters: [{ and: [{ field: "${name}", values: ["x"] }] }] }) { total } }`;
    const facets = `{ aggregateAcrossEntities(input: { query: "*", facets: ["${name}"] }) { facets { field } } }`;
    for (const document of [query, facets]) {
      const { status, body } = await writer.graphql(document);
      t.ok(status < 500 && !/"code":5/.test(JSON.stringify(body)), `${document}: ${JSON.stringify(body)}`);
    }
    for (const resource of ['aspects', 'entities', 'operations', 'usageStats'])
      t.equal((await writer.post(`/${resource}?action=${name}`, {})).status, 400);
    t.ok((await writer.get(`/openapi/v3/entity/${name}/x?${name}=1`)).status < 500);
    t.ok((await writer.get(`/aspects/${encoded('urn:li:tag:x')}?aspect=${name}&version=0`)).status < 500);
  }
});
