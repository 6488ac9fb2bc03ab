import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import t from 'tap';
import { actorCatalog } from '../support/actors.js';
import { argon2Runs } from '../support/argon2-runs.js';
import { countStatementsOfProcess } from '../support/statements.js';
import { guarantee } from './guarantee.js';
import { databases } from './support/databases.js';
import { rounds } from './support/rounds.js';

const repeated = { least: 10, most: 25, seconds: 4 };
const urn = 'urn:li:dataset:(urn:li:dataPlatform:hive,ann,PROD)';
const root = `dataset(urn: "${urn}")`;
const deep = (levels: number, inner = 'urn') =>
  `${'container { '.repeat(levels)}${inner}${' }'.repeat(levels)}`;
const many = (count: number, item: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => item(i)).join(' ');
const create = (i: number) => `t${i}: createTag(input: {name: "x"})`;
const chain = many(20, (i) => `fragment F${i} on Container { container { ...F${i + 1} } }`);
const query = (text: string, more: object = {}) => ({ query: text, ...more });
const input = (value: unknown) =>
  query('mutation ($i: AddTagsInput!) { addTags(input: $i) }', { variables: { i: value } });

const nestedVariables = JSON.stringify(input('nested')).replace(
  '"nested"',
  `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
);

/** Rejected requests by their status: 400 and 413 by the body or the document, 200 by a field. */
const requests: Readonly<Record<number, Readonly<Record<string, unknown>>>> = {
  400: {
    'depth by nesting': query(`{ ${root} { ${deep(12)} } }`),
    'depth by a fragment': query(
      `{ ${root} { container { ...F } } } fragment F on Container { ${deep(12)} }`,
    ),
    'depth by nested fragments': query(
      `{ ${root} { container { ...F0 } } } ${chain} fragment F20 on Container { urn }`,
    ),
    'depth in a mutation': query(
      `mutation { updateTag(urn: "x", input: {urn: "x", name: "x"}) { ${deep(12)} } }`,
    ),
    'depth in a second operation': query(`query a { ${root} { urn } } query b { ${root} { ${deep(12)} } }`, {
      operationName: 'a',
    }),
    aliases: query(`{ ${many(16, (i) => `a${i}: ${root} { urn }`)} }`),
    'fragments that double at every level': query(
      `{ ${root} { ...F0 } } ${many(30, (i) => `fragment F${i} on Dataset { ...F${i + 1} ...F${i + 1} }`)} fragment F30 on Dataset { urn }`,
    ),
    '1,000 root mutations': query(`mutation { ${many(1_000, create)} }`),
    '1,000 root mutations of one name': query(
      `mutation { ${many(1_000, () => 'createTag(input: {name: "x"})')} }`,
    ),
    '10,000 tokens': query(`{ ${root} { ${'urn '.repeat(10_000)} } }`),
    '10,000 tokens in a list': query(
      `{ listAccessTokens(input: {filters: [{field: "id", values: [${'"a" '.repeat(10_000)}]}]}) { total } }`,
    ),
    '10,000 directives': query(`{ ${root} { urn ${'@skip(if: false) '.repeat(2_500)} } }`),
    'a batch': Array.from({ length: 100 }, () => query(`{ ${root} { urn } }`)),
    'circular fragments': query(
      `{ ${root} { ...A } } fragment A on Dataset { ...B } fragment B on Dataset { ...A }`,
    ),
    'a fragment in itself': query(`{ ${root} { ...A } } fragment A on Dataset { container { urn } ...A }`),
    'variables with 100,000 tags': input({ tagUrns: Array(100_000).fill('t'), resourceUrn: urn }),
    'variables nested 100,000 deep': nestedVariables,
    'a variable in place of a list': input({ tagUrns: { length: 1e9 }, resourceUrn: urn }),
    '__proto__ in the body': '{"query": "{ __typename }", "__proto__": {"polluted": true}}',
    '__proto__ in variables': '{"query": "{ __typename }", "variables": {"__proto__": {"polluted": true}}}',
    '__proto__ as a field': query(`{ ${root} { __proto__ { polluted } } }`),
    '__proto__ as an argument': query('{ dataset(__proto__: {polluted: true}) { urn } }'),
    'a constructor in variables':
      '{"query": "{ __typename }", "variables": {"constructor": {"prototype": {}}}}',
  },
  413: {
    'variables of 2 MB': query('{ __typename }', { variables: { a: 'x'.repeat(2_000_000) } }),
  },
  200: {
    'variables with 99,000 tags': input({ tagUrns: Array(99_000).fill('t'), resourceUrn: urn }),
  },
};
const cases = Object.entries(requests).flatMap(([status, bodies]) =>
  Object.entries(bodies).map(([name, body]) => ({ name, body, status: Number(status) })),
);

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;
function heap() {
  for (let i = 0; i < 3; i += 1) gc();
  return process.memoryUsage().heapUsed / 1e6;
}

for (const [database, open] of databases) {
  t.test(`documents and bodies on ${database}`, async (t) => {
    const all = await actorCatalog(t, { open });
    await all.onAnn();
    const headers = { authorization: `Bearer ${all.manager.token}`, 'content-type': 'application/json' };
    const send = (body: unknown) =>
      all.app.inject({
        method: 'POST',
        url: '/api/graphql',
        headers,
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      });
    await send(query('{ __typename }'));
    await all.services.flush();

    let most = 0;
    let slowest = [0, ''] as readonly [number, string];
    for (const { name, body, status } of cases) {
      const start = performance.now();
      const { result, statements } = await countStatementsOfProcess(() => send(body));
      most = Math.max(most, statements);
      const took = performance.now() - start;
      if (took > slowest[0]) slowest = [took, name];
      t.equal(result.statusCode, status, `${name}: ${result.body.slice(0, 200)}`);
      t.match(result.json(), { errors: [{ extensions: { type: 'BAD_REQUEST' } }] }, name);
      t.equal(statements, 1, `${name}: the only statement is authentication`);
    }
    t.notOk('polluted' in {});

    const bodies = cases.map(({ body }) => body);
    for (const body of bodies) await send(body);
    const before = heap();
    let done = 0;
    for (const round of rounds(repeated)) {
      for (const body of bodies) await send(body);
      done = round;
    }
    const grown = heap() - before;
    t.ok(grown < 5, `the heap has grown by ${grown.toFixed(1)} MB`);
    guarantee(t, `a hostile GraphQL request is refused before a resolver runs (${database})`, {
      kinds: bodies.length,
      'statements beyond authentication': most - 1,
      refusals: done * bodies.length,
      'heap grown by MB': grown.toFixed(1),
      'slowest ms': `${slowest[0].toFixed(0)} (${slowest[1]})`,
    });
  });

  t.test(`createAccessToken under 50 aliases on ${database}`, async (t) => {
    const fifty = (actor: string) =>
      `mutation { ${many(50, (i) => `a${i}: createAccessToken(input: {type: PERSONAL, actorUrn: "${actor}", duration: ONE_HOUR, name: "x"}) { accessToken }`)} }`;
    const strict = await actorCatalog(t, { open });
    const runs = argon2Runs();
    t.equal((await strict.ann.graphql(fifty(strict.ann.urn))).status, 400);
    t.equal(argon2Runs() - runs, 1, 'only the caller’s own token was verified');

    const all = await actorCatalog(t, {
      open,
      env: { GRAPHQL_MAX_ALIASES: '50', TOKENS_PER_ACTOR_MAX: '10' },
    });
    const { body } = await all.ann.graphql(fifty(all.ann.urn));
    const made = Object.values(body.data).filter(Boolean).length;
    const live = await all.db.prisma.accessToken.count({ where: { actorUrn: all.ann.urn } });
    t.equal(live, 10);
    t.equal(made + body.errors.length, 50);
    t.match(body.errors, Array(50 - made).fill({ extensions: { type: 'BAD_REQUEST' } }));
    guarantee(t, `50 aliases of createAccessToken count as 50 (${database})`, {
      'made by default': 0,
      'live with a limit of 10': live,
      refused: body.errors.length,
    });
  });
}
