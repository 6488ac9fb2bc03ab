import { getIntrospectionQuery } from 'graphql';
import t from 'tap';
import { dataset, datasetUrn, graphqlClient } from './client.js';

const entities = { dataset: async () => dataset, parent: async () => null, properties: async () => null };
const root = `dataset(urn: "${datasetUrn}")`;

const tokens = { list: async () => ({ start: 0, count: 20, total: 0, tokens: [] }) };

/** A `dataset` field of this depth. */
const nested = (depth: number) =>
  `${root} ${'{ container '.repeat(depth - 2)} { urn } ${'}'.repeat(depth - 2)}`;
const aliases = (count: number) =>
  Array.from({ length: count }, (_, i) => `a${i}: ${root} { urn }`).join(' ');

/** For each limit its message, a document at the limit, and documents beyond it. */
const limits = [
  {
    limit: 'depth',
    says: "The document's depth, with fragments written out, is 13; at most 12 is allowed (GRAPHQL_MAX_DEPTH)",
    within: `{ ${nested(12)} }`,
    beyond: {
      'in plain fields': `{ ${nested(13)} }`,
      'in an operation that is not the one to run': `query a { ${root} { urn } } query b { ${nested(13)} }`,
      'through nested fragments': `{ ${root} { container { ...F } } }
        fragment F on Container { ${'container { '.repeat(5)} ...G ${'}'.repeat(5)} }
        fragment G on Container { ${'container { '.repeat(5)} urn ${'}'.repeat(5)} }`,
      'through inline fragments': `{ ${nested(13).replaceAll('{ container ', '{ ... { container ').replaceAll('}', '} }').replace('{ urn } }', '{ urn }')} }`,
    },
  },
  {
    limit: 'aliases',
    says: "The document's number of aliases, with fragments written out, is 16; at most 15 is allowed (GRAPHQL_MAX_ALIASES)",
    within: `{ ${aliases(15)} }`,
    beyond: {
      'of one operation': `{ ${aliases(16)} }`,
      'of all operations together': `query a { ${aliases(8)} } query b { ${aliases(8)} }`,
      'through repeated spreads of one fragment': `{ a: ${root} { ...F } b: ${root} { ...F } }
        fragment F on Dataset { ${['c', 'd', 'e', 'f', 'g', 'h', 'i'].map((name) => `${name}: urn`).join(' ')} }`,
    },
  },
] as const;

for (const { limit, says, within, beyond } of limits) {
  t.test(`${limit} up to the limit is served`, async (t) => {
    const { ask } = await graphqlClient(t, { entities });
    const { status, body } = await ask(within, {}, undefined);
    t.equal(status, 200);
    t.notOk(body.errors);
  });
  for (const [how, query] of Object.entries(beyond)) {
    t.test(`${limit} beyond the limit ${how} is rejected before a resolver runs`, async (t) => {
      const { ask, calls } = await graphqlClient(t, { entities });
      const { status, body } = await ask(query, {}, query.startsWith('query a') ? 'a' : undefined);
      t.equal(status, 400);
      t.match(body.errors[0], {
        message: says,
        locations: [{ line: 1, column: 1 }],
        extensions: { code: 400, type: 'BAD_REQUEST', classification: 'ValidationError' },
      });
      t.strictSame(calls, []);
    });
  }
}

t.test('limits come from the configuration', async (t) => {
  const { ask, calls } = await graphqlClient(
    t,
    { entities },
    { GRAPHQL_MAX_DEPTH: 1, GRAPHQL_MAX_ALIASES: 1, GRAPHQL_MAX_TOKENS: 30 },
  );
  t.match((await ask(`{ ${root} { urn } }`)).body.errors, [{ message: /depth.* 2; at most 1 / }]);
  t.match((await ask('{ a: __typename b: __typename }')).body.errors, [
    { message: /aliases.* 2; at most 1 / },
  ]);
  t.match((await ask(`{ ${'urn '.repeat(30)} }`)).body.errors, [
    { message: 'The document has more than 30 tokens, which is the limit (GRAPHQL_MAX_TOKENS)' },
  ]);
  t.strictSame(calls, []);
});

t.test('lines are limited, because each error counts those before it', async (t) => {
  const { ask } = await graphqlClient(t, { entities });
  for (const lineBreak of ['\n', '\r', '\r\n']) {
    t.match(await ask(`${lineBreak.repeat(3_999)}{ __typename }`), { status: 200 });
    const { status, body } = await ask(`${lineBreak.repeat(4_000)}{ ${'x '.repeat(100)} }`);
    t.equal(status, 400);
    t.match(body.errors, [{ message: /^The document has more than 4000 lines, .* GRAPHQL_MAX_TOKENS$/ }]);
    t.equal(body.errors.length, 1);
  }
});

t.test('a document of more than 2,000 tokens is rejected, and so is the JSON of a syntax tree', async (t) => {
  const { ask, calls } = await graphqlClient(t, { tokens });
  const list = (values: number) =>
    `{ listAccessTokens(input: {filters: [{field: "id", values: [${'"a" '.repeat(values)}]}]}) { total } }`;
  t.equal((await ask(list(1_975))).status, 200);
  const refused = await ask(list(1_976));
  t.equal(refused.status, 400);
  t.match(refused.body.errors[0].message, /more than 2000 tokens/);
  // The parser's stack ends before the tokens of such a list do.
  for (const deep of [
    list(0).replace('[]', '['.repeat(300_000)),
    `query ($x: Int = ${'['.repeat(300_000)}`,
  ]) {
    const { status, body } = await ask(deep);
    t.equal(status, 400);
    t.match(body.errors[0], { extensions: { code: 400, classification: /InvalidSyntax|ValidationError/ } });
  }
  const comments = await ask(`${'#\n'.repeat(2_001)}{ __typename }`);
  t.match(comments.body.errors[0].message, /more than 2000 comments/);
  const tree = await ask(JSON.stringify({ kind: 'Document', definitions: [] }));
  t.match(tree.body.errors[0].extensions, { classification: 'InvalidSyntax' });
  t.strictSame(calls, ['tokens.list']);
});

t.test('of fragments on several types of objects, those of one type count', async (t) => {
  const { ask } = await graphqlClient(t, { entities });
  const on = (type: string, count: number) =>
    `... on ${type} { ${Array.from({ length: count }, (_, i) => `${type}${i}: urn`).join(' ')} }`;
  const entity = (selections: string) => `{ entity(urn: "urn:li:tag:a") { ${selections} } }`;
  const within = await ask(entity(`${on('Dataset', 15)} ${on('Chart', 15)}`));
  t.notMatch(JSON.stringify(within.body.errors ?? []), /aliases/);
  for (const beyond of [
    `${on('Dataset', 15)} a: urn`,
    `${on('Dataset', 8)} ${on('Dataset', 8)}`,
    on('Asset', 16),
  ])
    t.match((await ask(entity(beyond))).body.errors[0].message, /aliases.* 16; at most 15 /);
  const types = ['Dataset', 'Chart', 'Dashboard'];
  const fragments = types.map((type) => `fragment ${type} on ${type} { ${'urn '.repeat(500)} }`);
  const many = `{ entity(urn: "urn:li:tag:a") { ${types.map((type) => `...${type} `.repeat(3)).join(' ')} } } ${fragments.join(' ')}`;
  t.match((await ask(many)).body.errors[0].message, /selections of all types of objects.* at most 4000 /);
});

t.test('fragments that double at every level are rejected, however often they are sent', async (t) => {
  const { ask, calls } = await graphqlClient(t, { entities });
  const levels = Array.from(
    { length: 40 },
    (_, i) => `fragment F${i} on Dataset { ...F${i + 1} ...F${i + 1} }`,
  );
  const query = `{ ${root} { ...F0 } } ${levels.join(' ')} fragment F40 on Dataset { urn }`;
  for (let i = 0; i < 6; i++) {
    const { status, body } = await ask(query);
    t.equal(status, 400);
    t.match(body.errors[0].message, /number of selections.* at most 2000 is allowed \(GRAPHQL_MAX_TOKENS\)/);
  }
  t.strictSame(calls, []);
});

t.test('a document that repeats a field too often is rejected, and the message says why', async (t) => {
  const { ask, calls } = await graphqlClient(t, { entities });
  const { status, body } = await ask(`{ ${root} { ${'urn '.repeat(1_900)} } }`);
  t.equal(status, 400);
  t.match(body.errors, [{ message: /request each field once/ }]);
  t.strictSame(calls, []);
});

t.test('fragments that spread each other in a circle are rejected by validation', async (t) => {
  const { ask, calls } = await graphqlClient(t, { entities });
  const { status, body } = await ask(
    `{ ${root} { ...A } } fragment A on Dataset { urn ...B } fragment B on Dataset { name ...A }`,
  );
  t.equal(status, 400);
  t.match(body.errors, [{ message: 'Cannot spread fragment "A" within itself via "B".' }]);
  t.strictSame(calls, []);
});

t.test('a document full of directives is rejected with a bounded number of errors', async (t) => {
  const { ask, calls } = await graphqlClient(t, { entities });
  const { status, body } = await ask(`{ ${root} { urn ${'@nothing '.repeat(900)} } }`);
  t.equal(status, 400);
  t.ok(body.errors.length <= 101, `${body.errors.length} errors`);
  t.strictSame(calls, []);
});

t.test('the introspection of standard clients is served; a deeper one is rejected', async (t) => {
  const { ask } = await graphqlClient(t);
  const { status, body } = await ask(
    getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true, schemaDescription: true }),
  );
  t.equal(status, 200);
  t.equal(body.data.__schema.queryType.name, 'Query');
  const deep = await ask(`{ __type(name: "Tag") { ${'ofType { '.repeat(24)} name ${'}'.repeat(24)} } }`);
  t.match(deep.body.errors, [{ message: /introspection depth.* is 26; at most 25 is allowed$/ }]);
});
