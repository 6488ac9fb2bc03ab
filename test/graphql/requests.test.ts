import t from 'tap';
import { graphqlClient } from './client.js';

const post = (payload: unknown, type = 'application/json') => ({
  method: 'POST' as const,
  url: '/api/graphql',
  headers: { 'content-type': type },
  payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
});

t.test('unknown keys of the body are ignored, and null counts as absent', async (t) => {
  const { app } = await graphqlClient(t);
  const response = await app.inject(
    post({ query: '{ __typename }', variables: null, operationName: null, extensions: { a: 1 }, id: 7 }),
  );
  t.equal(response.statusCode, 200);
  t.equal(response.body, '{"data":{"__typename":"Query"},"extensions":{}}');
});

for (const [what, body] of [
  ['a batch', [{ query: '{ __typename }' }]],
  ['no query', { variables: {} }],
  ['a query that is no string', { query: { kind: 'Document' } }],
  ['variables that are no object', { query: '{ __typename }', variables: '{}' }],
  ['variables in a list', { query: '{ __typename }', variables: [] }],
  ['an operation name that is no string', { query: '{ __typename }', operationName: 1 }],
  ['null', null],
] as const) {
  t.test(`a body with ${what} is rejected with 400 and the expected form`, async (t) => {
    const { app } = await graphqlClient(t);
    const response = await app.inject(post(body));
    t.equal(response.statusCode, 400);
    t.match(response.json(), {
      errors: [
        {
          message: /^The body must be \{query: string, variables\?: object, operationName\?: string\}; ./,
          extensions: { code: 400, type: 'BAD_REQUEST', classification: 'InvalidSyntax' },
        },
      ],
      data: null,
      extensions: {},
    });
  });
}

for (const [status, what, request] of [
  [400, 'that is not JSON', post('{')],
  [413, 'that is too large', post({ query: ' '.repeat(2_000_000) })],
] as const) {
  t.test(`a body ${what} is rejected with ${status} in the form of a GraphQL answer`, async (t) => {
    const { app } = await graphqlClient(t);
    const response = await app.inject(request);
    t.equal(response.statusCode, status);
    t.match(response.json(), { errors: [{ extensions: { code: status } }], data: null, extensions: {} });
  });
}

t.test('there is no GraphiQL', async (t) => {
  const { app } = await graphqlClient(t);
  t.equal((await app.inject('/graphiql')).statusCode, 404);
});
