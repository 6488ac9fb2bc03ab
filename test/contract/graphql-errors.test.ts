import t from 'tap';
import { testCatalog } from '../support/catalog.js';

const list = '{ listAccessTokens(input: {}) { total } }';
const revoke = 'mutation { revokeAccessToken(tokenId: "none") }';
const forbidden = 'Unauthorized to perform this action. Please contact your DataHub administrator.';

t.test('what a GraphQL request answers', async (t) => {
  const { app, db, user } = await testCatalog(t, { env: { BODY_LIMIT_BYTES: '20000' } });
  const boss = await user('boss', ['MANAGE_ACCESS_TOKENS', 'MANAGE_TAGS']);
  const guest = await user('guest');

  t.test('200: data, and extensions that are empty', async (t) => {
    const { status, body, headers } = await boss.graphql(list);
    t.equal(status, 200);
    t.match(headers['content-type'], /^application\/json/);
    t.strictSame(body, { data: { listAccessTokens: { total: 2 } }, extensions: {} });
  });

  await boss.graphql('mutation { createTag(input: {id: "taken", name: "Taken"}) }');
  const createTag = 'mutation { createTag(input: {id: "taken", name: "Taken"}) }';
  const refusals = [
    {
      type: 'BAD_REQUEST',
      code: 400,
      query: '{ listAccessTokens(input: {count: 2000}) { total } }',
      message: 'count is 2000; expected an integer from 0 to 1000',
      data: null,
      path: 'listAccessTokens',
    },
    {
      type: 'UNAUTHORIZED',
      code: 403,
      query: list,
      as: guest,
      message: forbidden,
      data: null,
      path: 'listAccessTokens',
    },
    {
      type: 'NOT_FOUND',
      code: 404,
      query: revoke,
      message: 'There is no access token "none"',
      data: null,
      path: 'revokeAccessToken',
    },
    {
      type: 'CONFLICT',
      code: 409,
      query: createTag,
      message: 'A tag "urn:li:tag:taken" already exists',
      data: { createTag: null },
      path: 'createTag',
    },
  ];
  for (const { type, code, query, as = boss, message, data, path } of refusals) {
    t.test(`200: ${type} is an error of its field, with code ${code}`, async (t) => {
      const { status, body } = await as.graphql(query);
      t.equal(status, 200);
      const locations = [{ line: 1, column: query.indexOf(path) + 1 }];
      const missing = type === 'UNAUTHORIZED' ? { missingPrivileges: ['MANAGE_ACCESS_TOKENS'] } : {};
      const extensions = { code, type, classification: 'DataFetchingException', ...missing };
      t.strictSame(body, {
        errors: [{ message, locations, path: [path], extensions }],
        data,
        extensions: {},
      });
    });
  }

  t.test('200: what succeeded stands beside what failed, which is named by its alias', async (t) => {
    const { status, body } = await boss.graphql(
      'mutation { a: createTag(input: {id: "new", name: "New"}) b: createTag(input: {id: "taken", name: "T"}) }',
    );
    t.equal(status, 200);
    t.strictSame(body.data, { a: 'urn:li:tag:new', b: null });
    t.match(body.errors, [{ path: ['b'], extensions: { type: 'CONFLICT' } }]);
    t.equal(body.errors.length, 1);
  });

  t.test('200: SERVER_ERROR says nothing of its cause', async (t) => {
    await db.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'the cause, which is nobody''s business'; END $$`);
    await db.query('CREATE TRIGGER fail BEFORE INSERT ON tags FOR EACH ROW EXECUTE FUNCTION fail()');
    const { status, body, headers } = await boss.graphql('mutation { createTag(input: {name: "x"}) }');
    t.equal(status, 200);
    t.strictSame(body, {
      errors: [
        {
          message: 'An unknown error occurred.',
          locations: [{ line: 1, column: 12 }],
          path: ['createTag'],
          extensions: { code: 500, type: 'SERVER_ERROR', classification: 'DataFetchingException' },
        },
      ],
      data: { createTag: null },
      extensions: {},
    });
    t.ok(headers['x-request-id'], 'the id under which the log has it');
  });

  const json = { 'content-type': 'application/json' };
  const failures: [status: number, name: string, request: object, classification: string | undefined][] = [
    [400, 'a document that can’t be parsed', { payload: { query: '{' } }, 'InvalidSyntax'],
    [400, 'a document without an operation', { payload: { query: '' } }, 'InvalidSyntax'],
    [400, 'a field that there is not', { payload: { query: '{ nope }' } }, 'ValidationError'],
    [400, 'an argument too few', { payload: { query: '{ listAccessTokens { total } }' } }, 'ValidationError'],
    [
      400,
      'a variable of the wrong type',
      { payload: { query: 'query q($n: String!) { tag(urn: $n) { urn } }', variables: { n: 7 } } },
      'ValidationError',
    ],
    [
      400,
      'a variable that is missing',
      { payload: { query: 'query q($n: String!) { tag(urn: $n) { urn } }' } },
      'ValidationError',
    ],
    [
      400,
      'a type that there is not',
      { payload: { query: 'query q($n: NoInput!) { tag(urn: $n) { urn } }' } },
      'ValidationError',
    ],
    [
      400,
      'an operation that there is not',
      { payload: { query: list, operationName: 'nope' } },
      'ValidationError',
    ],
    [400, 'a subscription', { payload: { query: 'subscription { x }' } }, 'ValidationError'],
    [400, 'a batch', { payload: [{ query: list }] }, 'InvalidSyntax'],
    [400, 'a body without a query', { payload: {} }, 'InvalidSyntax'],
    [400, 'a body that is not JSON', { payload: '{"query"', headers: json }, undefined],
    [413, 'a body over the limit', { payload: { query: `# ${'x'.repeat(20_000)}` } }, undefined],
    [
      415,
      'a body that says it is text',
      { payload: list, headers: { 'content-type': 'text/plain' } },
      undefined,
    ],
    [
      415,
      'a form',
      { payload: 'query=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      undefined,
    ],
  ];
  for (const [status, name, request, classification] of failures) {
    t.test(`${status}: ${name}`, async (t) => {
      const response = await app.inject({
        method: 'POST',
        url: '/api/graphql',
        ...request,
        headers: { authorization: `Bearer ${boss.token}`, ...(request as { headers?: object }).headers },
      });
      const { errors, ...rest } = response.json();
      t.equal(response.statusCode, status);
      t.strictSame(rest, { data: null, extensions: {} });
      t.ok(errors[0].message.length > 0);
      t.equal(errors[0].extensions.code, status);
      t.equal(errors[0].extensions.type, 'BAD_REQUEST');
      t.equal(errors[0].extensions.classification, classification);
    });
  }

  for (const method of ['PUT', 'DELETE', 'PATCH'] as const) {
    t.test(`405: ${method}, as JSON, with the methods that there are`, async (t) => {
      const response = await app.inject({
        method,
        url: '/api/graphql',
        headers: { authorization: `Bearer ${boss.token}` },
      });
      t.equal(response.statusCode, 405);
      t.equal(response.headers.allow, 'GET, HEAD, POST');
      t.equal(response.json().errors[0].extensions.code, 405);
    });
  }
});
