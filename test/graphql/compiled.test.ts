import { setImmediate as nextTurn } from 'node:timers/promises';
import t from 'tap';
import { dataset, datasetUrn, fewColumns, graphqlClient } from './client.js';

const often = Array.from({ length: 8 }, (_, i) => i);

t.test('a document that is sent often is compiled, and its answer stays the same', async (t) => {
  const compiled: boolean[] = [];
  const { ask } = await graphqlClient(t, {
    entities: {
      dataset: async () => {
        compiled.push(/graphql-jit/.test(new Error().stack ?? ''));
        return dataset;
      },
      parent: async () => null,
      properties: async () => ({ name: null, description: 'd' }),
      schema: async () => null,
      editableSchema: async () => fewColumns({ fieldPath: 'a', description: null, tags: { tags: [] } }),
    },
  });
  const query = `query q($urn: String!) { dataset(urn: $urn) {
    __typename urn type name origin platform { urn type name } properties { name description }
    tags { tags { tag { urn name properties { colorHex } } associatedUrn } } globalTags { tags { tag { urn } } }
    container { urn } schemaMetadata { fields { fieldPath } }
    editableSchemaMetadata { editableSchemaFieldInfo { fieldPath tags { tags { tag { urn } } } } } } }`;
  for (const _ of often) {
    t.strictSame((await ask(query, { urn: datasetUrn })).body, {
      data: {
        dataset: {
          __typename: 'Dataset',
          urn: datasetUrn,
          type: 'DATASET',
          name: 'sales.orders',
          origin: 'PROD',
          platform: { urn: 'urn:li:dataPlatform:hive', type: 'DATA_PLATFORM', name: 'hive' },
          properties: { name: 'sales.orders', description: 'd' },
          tags: {
            tags: [
              { tag: { urn: 'urn:li:tag:pii', name: 'pii', properties: null }, associatedUrn: datasetUrn },
            ],
          },
          globalTags: { tags: [{ tag: { urn: 'urn:li:tag:pii' } }] },
          container: null,
          schemaMetadata: null,
          editableSchemaMetadata: { editableSchemaFieldInfo: [{ fieldPath: 'a', tags: { tags: [] } }] },
        },
      },
      extensions: {},
    });
  }
  t.equal(compiled[0], false);
  t.equal(compiled.at(-1), true);
});

t.test('operationName selects the operation, also after another one of the document ran often', async (t) => {
  const { ask, calls } = await graphqlClient(t, {
    entities: { dataset: async () => null, tag: async () => null },
  });
  const query = `query a { dataset(urn: "${datasetUrn}") { urn } } query b { tag(urn: "urn:li:tag:x") { urn } }`;
  for (const _ of often) t.strictSame((await ask(query, {}, 'a')).body.data, { dataset: null });
  t.strictSame((await ask(query, {}, 'b')).body.data, { tag: null });
  t.equal(calls.at(-1), 'entities.tag');
});

t.test('a condition on one spread of a fragment does not apply to its other spreads', async (t) => {
  const { ask } = await graphqlClient(t, { entities: { dataset: async () => dataset } });
  const query = `query q($with: Boolean!) {
    a: dataset(urn: "x") { name ...F @include(if: $with) } b: dataset(urn: "y") { ...F }
  } fragment F on Dataset { urn }`;
  for (const _ of often) {
    const { body } = await ask(query, { with: false });
    t.strictSame(body.data, { a: { name: 'sales.orders' }, b: { urn: datasetUrn } });
  }
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
