import t from 'tap';
import {
  badRequest,
  CatalogError,
  conflict,
  errorTable,
  notFound,
  unauthorized,
} from '../../src/core/errors.js';
import { datasetUrn, graphqlClient } from './client.js';

const query = 'query q($urn: String!) { tag(urn: $urn) { urn } }';
const variables = { urn: 'urn:li:tag:pii' };
const refusing = (error: unknown) => ({ entities: { tag: async () => Promise.reject(error) } });

for (const error of [
  badRequest('urn "x" has the wrong form'),
  unauthorized('ann may not'),
  notFound('There is no tag'),
  conflict('A tag already exists'),
  new CatalogError('SERVICE_UNAVAILABLE', undefined, { cause: new Error('ECONNREFUSED') }),
]) {
  t.test(`${error.type} of a use case is answered with 200, its type, code and text`, async (t) => {
    const { ask } = await graphqlClient(t, refusing(error));
    // The document of the later ones is cached.
    for (let i = 0; i < 6; i++) {
      t.strictSame(await ask(query, variables), {
        status: 200,
        body: {
          errors: [
            {
              message: error.message,
              locations: [{ line: 1, column: 26 }],
              path: ['tag'],
              extensions: {
                code: errorTable[error.type].code,
                type: error.type,
                classification: 'DataFetchingException',
              },
            },
          ],
          data: { tag: null },
          extensions: {},
        },
      });
    }
  });
}

t.test("a surprise is told to the log with the request's id, and to the caller not at all", async (t) => {
  const surprise = new Error('insert into "tags" failed', { cause: new Error('disk is full') });
  const { ask, log } = await graphqlClient(t, refusing(surprise));
  for (let i = 0; i < 6; i++) {
    log.length = 0;
    const { status, body } = await ask(query, { urn: 'urn:li:tag:of-the-variables' });
    t.equal(status, 200);
    t.strictSame(body.errors[0].extensions, {
      code: 500,
      type: 'SERVER_ERROR',
      classification: 'DataFetchingException',
    });
    t.equal(body.errors[0].message, 'An unknown error occurred.');
    t.notMatch(JSON.stringify(body), /insert|disk/);
    const [entry] = log.map((line) => JSON.parse(line)).filter(({ level }) => level === 50);
    t.match(entry, {
      reqId: /req-/,
      path: ['tag'],
      err: { message: surprise.message, stack: /disk is full/ },
    });
    t.notMatch(log.join('\n'), /of-the-variables/);
  }
});

t.test('a null that the schema rules out is a surprise, on either side of the compiler', async (t) => {
  const { ask } = await graphqlClient(t, {
    entities: { tag: async () => ({ urn: 'urn:li:tag:x', name: null as never, properties: null }) },
  });
  for (let i = 0; i < 6; i++) {
    const { body } = await ask('{ tag(urn: "urn:li:tag:x") { name } }');
    t.match(body, {
      data: { tag: null },
      errors: [{ message: 'An unknown error occurred.', path: ['tag', 'name'] }],
    });
  }
});

t.test('what succeeded is beside what failed, which is named by its alias', async (t) => {
  const create = async (_: unknown, { name }: { name: string }) => {
    if (name === 'taken') throw conflict('A tag already exists');
    return `urn:li:tag:${name}`;
  };
  const { ask } = await graphqlClient(t, { tags: { create } });
  t.match(await ask('mutation { a: createTag(input: {name: "new"}) b: createTag(input: {name: "taken"}) }'), {
    status: 200,
    body: { data: { a: 'urn:li:tag:new', b: null }, errors: [{ path: ['b'] }] },
  });
});

t.test('a root field that can not be null takes the data with it, the others stay', async (t) => {
  const { ask } = await graphqlClient(t, {
    tokens: {
      list: async () => Promise.reject(unauthorized('no right')),
      revoke: async () => Promise.reject(unauthorized('no right')),
    },
    entities: { tag: async () => ({ urn: 'urn:li:tag:x', name: 'x', properties: null }) },
  });
  const denied = [{ message: errorTable.UNAUTHORIZED.text, extensions: { code: 403, type: 'UNAUTHORIZED' } }];
  t.match(await ask('{ listAccessTokens(input: {}) { total } }'), {
    status: 200,
    body: { data: null, errors: denied },
  });
  t.match(await ask('mutation { revokeAccessToken(tokenId: "x") }'), {
    status: 200,
    body: { data: null, errors: denied },
  });
  t.strictSame((await ask('{ tag(urn: "urn:li:tag:x") { name } }')).body, {
    data: { tag: { name: 'x' } },
    extensions: {},
  });
});

const refused = (message: RegExp, classification: string) => ({
  status: 400,
  body: {
    errors: [{ message, extensions: { code: 400, type: 'BAD_REQUEST', classification } }],
    data: null,
    extensions: {},
  },
});

t.test('what can not be executed is a 400 that says at which stage it failed', async (t) => {
  const { ask, calls } = await graphqlClient(t, {
    entities: { dataset: async () => null, tag: async () => null },
  });
  for (let i = 0; i < 6; i++) {
    t.match(await ask('{ dataset('), refused(/^Syntax Error/, 'InvalidSyntax'));
    t.match(await ask(''), refused(/^Syntax Error/, 'InvalidSyntax'));
    t.match(await ask('{ nothing }'), refused(/Cannot query field "nothing"/, 'ValidationError'));
    t.match(await ask(query, {}), refused(/"\$urn" of required type/, 'ValidationError'));
    t.match(await ask(query, { urn: 1 }), refused(/"\$urn" got invalid value 1/, 'ValidationError'));
    t.match(
      await ask(query, variables, 'other'),
      refused(/Unknown operation named "other"/, 'ValidationError'),
    );
    t.match(
      await ask('query a { __typename } query b { __typename }'),
      refused(/operation name/, 'ValidationError'),
    );
    t.match(await ask('subscription { tag }'), refused(/no subscriptions here/, 'ValidationError'));
  }
  t.strictSame(calls, []);
});

t.test('null for an argument that can not be null is the fault of the caller', async (t) => {
  const { ask, calls } = await graphqlClient(t, { entities: { tag: async () => null } });
  for (let i = 0; i < 6; i++) {
    const { body } = await ask('query q($urn: String = "x") { tag(urn: $urn) { urn } }', { urn: null });
    t.match(body, {
      data: { tag: null },
      errors: [{ message: /must not be null/, extensions: { type: 'BAD_REQUEST' } }],
    });
  }
  t.strictSame(calls, []);
});

t.test('input that a rule of the domain refuses does not reach the use case', async (t) => {
  const { ask, calls } = await graphqlClient(t, {
    tags: { create: async () => 'urn', setColor: async () => true },
  });
  const create = 'mutation c($input: CreateTagInput!) { createTag(input: $input) }';
  const message = /^name is " "; expected 1 to 255 characters/;
  t.match((await ask(create, { input: { name: ' ' } })).body.errors, [
    { message, extensions: { type: 'BAD_REQUEST' } },
  ]);
  t.match((await ask(`mutation { setTagColor(urn: "${datasetUrn}", colorHex: "red") }`)).body.errors, [
    { message: 'colorHex is "red"; expected #RRGGBB', extensions: { type: 'BAD_REQUEST' } },
  ]);
  t.strictSame(calls, []);
});
