import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import t from 'tap';
import { dataset, graphqlClient } from './client.js';

type Ask = () => Promise<{ status: number; body: unknown }>;

/** Asks the same more often than it takes to compile it. @returns the different answers */
async function readAnswers(ask: Ask): Promise<string[]> {
  const answers = new Set<string>();
  for (let run = 0; run < 6; run += 1) {
    const { status, body } = await ask();
    answers.add(JSON.stringify({ status, body }));
  }
  return [...answers];
}

const noValues = {
  startTimeMillis: undefined,
  endTimeMillis: undefined,
  entityName: '',
  aspectName: '',

  limit: 0,
  events: [],
};

/** A client whose use cases record what they get. */
async function recording(t: Parameters<typeof graphqlClient>[0]) {
  const seen: string[] = [];
  const record = <T>(value: unknown, result: T): T => {
    seen.push(JSON.stringify(value));
    return result;
  };
  const client = await graphqlClient(t, {
    entities: {
      tag: async (urn) => record(urn, { urn, name: `name of ${urn}`, properties: null }),
      dataset: async () => dataset,
    },
    tags: {
      create: async (_, { name }) => record(name, 'urn:li:tag:x'),
      update: async (_, urn, input) => record(input, { urn, name: '', properties: null }),
      delete: async () => true,
    },
    tokens: {
      list: async (_, request) => record(request, { start: 0, count: 0, total: 0, tokens: [] }),
      revoke: async () => Promise.reject(new Error('no')),
    },
    timeseries: {
      listTasks: async (_, state, count) => record([state, count], []),
      values: async ({ members }) => record(members, noValues),
    },
  });
  return { ...client, seen };
}

t.test('no text in a document is executed as code', async (t) => {
  const mercurius = createRequire(import.meta.url).resolve('mercurius');
  const compiler = createRequire(mercurius)
    .resolve('graphql-jit')
    .replace(/index\.js$/, 'execution.js');
  const markers = [...readFileSync(compiler, 'utf8').matchAll(/const MAGIC_\w+ = "(\w+)"/g)];
  t.ok(markers.length > 0, 'the compiler has markers');
  const { ask, seen } = await recording(t);
  for (const [, marker = ''] of markers) {
    for (const written of [marker, marker.replaceAll('_', '\\u005f')]) {
      for (const query of [
        `{ tag(urn: "${written}globalThis.wasExecuted=true") { urn } }`,
        `{ tag(urn: """${marker}globalThis.wasExecuted=true""") { urn } }`,
        `{ tag(urn: "${written}") { urn } }`,
        `mutation { createTag(input: {name: "${written}globalThis.wasExecuted=true"}) }`,
        `query q($urn: String! = "${written}globalThis.wasExecuted=true") { tag(urn: $urn) { urn } }`,
      ]) {
        seen.length = 0;
        t.equal((await readAnswers(() => ask(query))).length, 1, query);
        t.equal(new Set(seen).size, 1, query);
        t.match(seen[0], marker, query);
      }
    }
  }
  t.notOk('wasExecuted' in globalThis);
});

t.test('a variable that is left out in an object or in a list is left out for the use case', async (t) => {
  const { ask, seen } = await recording(t);
  for (const [query, expected] of [
    [
      'mutation m($d: String) { updateTag(urn: "u", input: {urn: "u", name: "n", description: $d}) { name } }',
      '{"name":"n","urn":"u"}',
    ],
    [
      'query q($c: Int, $f: [FacetFilterInput!]) { listAccessTokens(input: {count: $c, filters: $f}) { total } }',
      '{"start":0,"count":20,"orderBy":"CREATED","descending":true}',
    ],
    [
      `query q($v: [String!]) {
        listAccessTokens(input: {filters: [{field: "name", values: $v, value: "x"}]}) { total } }`,
      '{"filters":[{"field":"name","value":"x"}],"start":0,"count":20,"orderBy":"CREATED","descending":true}',
    ],
  ] as const) {
    seen.length = 0;
    await readAnswers(() => ask(query));
    t.strictSame([...new Set(seen)], [expected], query);
  }
});

t.test('a document is answered the same before and after it was sent often', async (t) => {
  const { ask, seen } = await recording(t);
  for (const [query, variables] of [
    ['query q($constructor: Int) { truncationTasks(count: $constructor) { id } }', {}],
    ['query q($u: String! = "urn:li:tag:a") { tag(urn: $u) { urn } }', {}],
    ['query q($u: String = "urn:li:tag:a") { tag(urn: $u) { urn } }', { u: null }],
    ['{ a: tag(urn: "x") { b_c: name } c_a: tag(urn: "y") { b: name } }', {}],
    [
      // The names on the paths of `b_c` and `b` are joined to the same text.
      `{ a: dataset(urn: "x") { b_c: operations { customProperties { key } } }
         c_a: dataset(urn: "y") { b: platform { name } } }`,
      {},
    ],
    ['{ __proto__: tag(urn: "x") { urn } }', {}],
    ['query q($u: String!) { tag(urn: $u) { urn } }', { u: 1 }],
    ['query q($urn: String!) { tag(urn: $urn) { urn } }', {}],
    ['query q($i: ListTagsInput!) { listTags(input: $i) { total } }', { i: { no: 1, start: 'x' } }],
    ['query q($i: [String!]!) { entities(urns: $i) { urn } }', { i: ['x', 1, null] }],
  ] as const) {
    const withCalls = async () => {
      const { status, body } = await ask(query, variables);
      return { status, body: [body, seen.splice(0)] };
    };
    t.equal((await readAnswers(withCalls)).length, 1, query);
  }
});

t.test('an error that ends a mutation keeps its next fields from being executed', async (t) => {
  const { ask, calls } = await recording(t);
  for (const query of [
    'mutation { revokeAccessToken(tokenId: "x") deleteTag(urn: "urn:li:tag:x") }',
    'mutation { ...F } fragment F on Mutation { revokeAccessToken(tokenId: "x") deleteTag(urn: "urn:li:tag:x") }',
  ]) {
    t.equal((await readAnswers(() => ask(query))).length, 1);
    t.notOk(calls.includes('tags.delete'), query);
  }
});

t.test('of errors that make one place null, the first one is answered', async (t) => {
  const failing = async () => Promise.reject(new Error('no'));
  const { ask } = await graphqlClient(t, {
    entities: {
      tag: async (urn) => ({ urn, name: '', properties: null }),
      dataset: async () => dataset,
      properties: failing,
      schema: failing,
    },
    tags: {
      usage: failing,
      places: () => {
        throw new Error('no');
      },
    },
    tokens: { list: failing },
  });
  const both = 'usage { entities } associations { total }';
  for (const [query, count] of [
    [`{ tag(urn: "x") { ${both} } }`, 1],
    [`{ a: tag(urn: "x") { ${both} } b: tag(urn: "y") { ${both} } }`, 2],
    [
      `{ tag(urn: "x") { ...F ... on Tag { usage { columns } } } } fragment F on Tag { associations { total } }`,
      1,
    ],
    [`{ dataset(urn: "x") { tags { tags { tag { ${both} } } } } }`, 1],
    ['{ a: dataset(urn: "x") { properties { name } } b: dataset(urn: "y") { properties { name } } }', 2],
    ['{ a: listAccessTokens(input: {}) { total } b: listAccessTokens(input: {}) { count } }', 1],
  ] as const) {
    const counts = new Set<number>();
    for (let run = 0; run < 6; run += 1) counts.add((await ask(query)).body.errors.length);
    t.strictSame([...counts], [count], query);
  }
});

t.test('a wrong operationName is refused before and after its document was sent often', async (t) => {
  const { ask } = await recording(t);
  const query = 'query a { tag(urn: "x") { urn } }';
  for (const name of ['a', 'b', 'a', 'b', 'b', 'a', 'a', 'b', 'a', 'b'])
    t.equal((await ask(query, {}, name)).status, name === 'a' ? 200 : 400);
});
