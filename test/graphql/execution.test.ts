import { setImmediate as nextTurn } from 'node:timers/promises';
import t from 'tap';
import { datasetUrn, graphqlClient } from './client.js';

/** The later ones have a cached document. */
const often = [1, 2, 3];

t.test('operationName selects the operation, also after another one of the document', async (t) => {
  const { ask, calls } = await graphqlClient(t, {
    entities: { dataset: async () => null, tag: async () => null },
  });
  const query = `query a { dataset(urn: "${datasetUrn}") { urn } } query b { tag(urn: "urn:li:tag:x") { urn } }`;
  for (const _ of often) t.strictSame((await ask(query, {}, 'a')).body.data, { dataset: null });
  t.strictSame((await ask(query, {}, 'b')).body.data, { tag: null });
  t.equal(calls.at(-1), 'entities.tag');
});

t.test('mutations run one after the other, in the order of the document', async (t) => {
  let running = 0;
  const order: string[] = [];
  const { ask } = await graphqlClient(t, {
    tags: {
      create: async (_, { name }) => {
        t.equal(++running, 1);
        // The second would overtake the first if it began before its end.
        if (name === 'first') for (let turn = 0; turn < 10; turn += 1) await nextTurn();
        order.push(name);
        running--;
        return `urn:li:tag:${name}`;
      },
    },
  });
  const query = 'mutation { a: createTag(input: {name: "first"}) b: createTag(input: {name: "second"}) }';
  for (const _ of often) {
    order.length = 0;
    const { body } = await ask(query);
    t.strictSame(body.data, { a: 'urn:li:tag:first', b: 'urn:li:tag:second' });
    t.strictSame(order, ['first', 'second']);
  }
});

t.test('the use case gets defaults, nulls and absent keys of inputs as the client sent them', async (t) => {
  const seen: unknown[] = [];
  const { ask } = await graphqlClient(t, {
    tokens: {
      list: async (_, request) => {
        seen.push({ ...request });
        return { start: 0, count: 20, total: 0, tokens: [] };
      },
    },
    tags: {
      update: async (_, urn, input) => {
        seen.push({ ...input });
        return { urn, name: input.name, properties: null };
      },
    },
  });
  const list = 'query q($input: ListAccessTokenInput!) { listAccessTokens(input: $input) { count total } }';
  const update = 'mutation m($u: String!, $i: TagUpdateInput!) { updateTag(urn: $u, input: $i) { name } }';
  for (const _ of often) {
    seen.length = 0;
    await ask(list, { input: {} });
    await ask(list, { input: { start: null, count: null, filters: null } });
    await ask(update, { u: 'u', i: { urn: 'u', name: 'n' } });
    await ask(update, { u: 'u', i: { urn: 'u', name: 'n', description: null } });
    t.strictSame(seen, [
      { start: 0, count: 20, orderBy: 'CREATED', descending: true },
      { start: null, count: null, filters: null, orderBy: 'CREATED', descending: true },
      { urn: 'u', name: 'n' },
      { urn: 'u', name: 'n', description: null },
    ]);
  }
});

t.test('a wrong operationName is refused before and after its document is cached', async (t) => {
  const { ask } = await graphqlClient(t, { entities: { tag: async () => null } });
  const query = 'query a { tag(urn: "x") { urn } }';
  for (const name of ['b', 'a', 'b', 'a'])
    t.equal((await ask(query, {}, name)).status, name === 'a' ? 200 : 400);
});
