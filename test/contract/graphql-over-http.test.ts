import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { serverAudits } from 'graphql-http';
import t from 'tap';
import { tokenTextFields } from '../../src/graphql/token-text.js';
import { openApp } from '../support/open-app.js';
import { root } from '../support/root.js';

const graphqlResponse = 'application/graphql-response+json';
const { app, lines, asAdmin } = await openApp(t, { env: { FAILED_AUTHENTICATIONS_PER_MINUTE: '1000' } });
await app.listen({ host: '127.0.0.1', port: 0 });
const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/graphql`;

const get = (parameters: Record<string, string>, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'GET',
    url: `/api/graphql?${new URLSearchParams(parameters)}`,
    headers: { ...asAdmin, ...headers },
  });
const post = (payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/graphql', payload, headers: { ...asAdmin, ...headers } });

t.test('the audit of the specification has no error, and the documentation names its warnings', async (t) => {
  const audits = serverAudits({
    url,
    fetchFn: (address: string, init: RequestInit = {}) =>
      fetch(address, { ...init, headers: { ...init.headers, ...asAdmin } }),
  });
  t.ok(audits.length > 50);
  const missed: Record<string, string[]> = { error: [], warn: [], notice: [] };
  for (const audit of audits) {
    const { status, ...result } = await audit.fn();
    if (status !== 'ok') missed[status]!.push(`${audit.id} ${'reason' in result ? result.reason : ''}`);
  }
  t.strictSame(missed.error, []);
  const documented = readFileSync(new URL('docs/wire-contract.md', root), 'utf8');
  const ids = [...missed.warn!, ...missed.notice!].map((text) => text.split(' ', 1)[0]!);
  t.strictSame(
    ids.filter((id) => !documented.includes(`\`${id}\``)),
    [],
    [...missed.warn!, ...missed.notice!].join('\n'),
  );
});

t.test('GET answers queries as POST does', async (t) => {
  const query = 'query One($urn: String!) { tag(urn: $urn) { urn } } query Two { __typename }';
  const answer = await get({ query, operationName: 'One', variables: '{"urn": "urn:li:tag:none"}' });
  t.equal(answer.statusCode, 200);
  t.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  t.strictSame(answer.json(), { data: { tag: null }, extensions: {} });
  t.equal((await get({ query, operationName: 'Two', variables: '' })).json().data.__typename, 'Query');
  t.equal((await app.inject('/api/graphql?query={__typename}')).statusCode, 401);
  const head = await app.inject({ method: 'HEAD', url: '/api/graphql?query={__typename}', headers: asAdmin });
  t.match([head.statusCode, head.body], [200, '']);
});

t.test('the log has the path of a GET without its parameters', async (t) => {
  lines.length = 0;
  await get({ query: '{ tag(urn: "urn:li:tag:very-private") { urn } }' });
  t.notMatch(lines.join(''), /very-private|query=/);
  const line = lines.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'request completed');
  t.match(line, { req: { method: 'GET', url: '/api/graphql' }, operation: 'query tag' });
});

t.test('parameters that are no request are refused with 400 and the expected form', async (t) => {
  const query = '{ __typename }';
  for (const [parameters, reason] of [
    ['', /query is required/],
    ['query=a&query=b', /query/],
    [`query=${query}&variables=[]`, /variables is not a JSON object/],
    [`query=${query}&variables=x`, /variables is not a JSON object/],
    [`query=${query}&variables={"__proto__":{}}`, /variables is not a JSON object/],
  ] as const) {
    const answer = await app.inject({ url: encodeURI(`/api/graphql?${parameters}`), headers: asAdmin });
    t.equal(answer.statusCode, 400, parameters);
    t.match(answer.json().errors[0].message, /^The parameters must be query=<document>/);
    t.match(answer.json().errors[0].message, reason);
  }
});

t.test('clients with persisted queries are told to send the document', async (t) => {
  const extensions = { persistedQuery: { version: 1, sha256Hash: 'ab' } };
  const hashes = new URLSearchParams({ operationName: 'X', extensions: JSON.stringify(extensions) });
  for (const answer of [
    await post({ operationName: 'X', variables: {}, extensions }),
    await app.inject({ url: `/api/graphql?${hashes}`, headers: asAdmin }),
  ]) {
    t.equal(answer.statusCode, 400);
    t.match(answer.json().errors, [{ message: /^PersistedQueryNotSupported$/ }]);
  }
  const both = await post({ query: '{ __typename }', extensions });
  t.strictSame(both.json().data, { __typename: 'Query' }, 'a document beside its hash is executed');
});

t.test('405: a mutation whose document was sent before with a name that it does not have', async (t) => {
  const query = 'mutation { createTag(input: {id: "by-get-again", name: "x"}) }';
  t.equal((await post({ query, operationName: 'Other' })).json().data, null);
  t.equal((await get({ query, operationName: 'Other' })).statusCode, 405);
  t.equal((await get({ query })).statusCode, 405);
  t.match(lines.at(-1), 'mutation createTag', 'the log names it');
});

t.test('no spelling of the path writes parameters to the log', async (t) => {
  const before = lines.length;
  const parameters = new URLSearchParams({ query: '{ secretWord: __typename }' });
  const target = (path: string) =>
    app.inject({ method: 'GET', url: `${path}${parameters}`, headers: asAdmin });
  t.equal((await target('/%61pi/graphql?')).statusCode, 200);
  t.equal((await target('/api/graphql/?')).statusCode, 200);
  t.notMatch(lines.slice(before).join(''), 'secretWord');
});

t.test('405 with Allow: a mutation, and whatever names the text of a token, over GET', async (t) => {
  const text = `mcs_${'a'.repeat(17)}_${'b'.repeat(33)}`;
  const ofToken = 'query M($token: String!) { getAccessTokenMetadata(token: $token) { metadata: id } }';
  for (const [what, parameters] of [
    ['a mutation', { query: 'mutation { createTag(input: {id: "by-get", name: "x"}) }' }],
    [
      'a mutation among others',
      { query: 'query A { __typename } mutation B { deleteTag(urn: "urn:li:tag:x") }', operationName: 'B' },
    ],
    ['a field with a token', { query: ofToken, variables: '{"token": ""}' }],
    ['a token in the document', { query: `{ tag(urn: "${text}") { urn } }` }],
    ['an escaped token', { query: '{ tag(urn: "\\u006dcs_x") { urn } }' }],
    ['an escaped token in variables', { query: '{ __typename }', variables: '{"x": "\\u006dcs_x"}' }],
    ['a token anywhere', { query: '{ __typename }', other: text }],
  ] as const) {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await app.inject({
        method,
        url: `/api/graphql?${new URLSearchParams(parameters)}`,
        headers: asAdmin,
      });
      t.equal(answer.statusCode, 405, what);
      t.equal(answer.headers.allow, 'POST', what);
      t.notMatch(answer.body, text);
    }
  }
  const made = await post({ query: '{ tag(urn: "urn:li:tag:by-get") { urn } }' });
  t.equal(made.json().data.tag, null, 'nothing was changed');
  t.notMatch(lines.join(''), /mcs_\w/);
});

t.test('the fields that name the text of a token are known', async (t) => {
  const { schema } = await import('../../src/graphql/schema/schema.js');
  t.strictSame([...tokenTextFields(schema)].sort(), [
    'createAccessToken',
    'createWebhook',
    'getAccessToken',
    'getAccessTokenMetadata',
    'rotateAccessToken',
    'rotateWebhookSecret',
  ]);
  const query = '{ getAccessTokenMetadata(token: "x") { id } }';
  t.equal((await post({ query })).headers['cache-control'], 'no-store, no-transform');
});

t.test('Accept selects the media type, and with it the status and the shape of a refusal', async (t) => {
  for (const [accept, isNew] of [
    [graphqlResponse, true],
    [`${graphqlResponse}; charset=utf-8, application/json`, true],
    [`Application/GraphQL-Response+JSON;q=0.5, application/json;q=0.4`, true],
    [`${graphqlResponse};q=0.5, application/json`, false],
    [`${graphqlResponse};q=0`, false],
    ['application/json', false],
    ['*/*', false],
    ['text/html', false],
  ] as const) {
    const type = isNew ? `${graphqlResponse}; charset=utf-8` : 'application/json; charset=utf-8';
    const served = await post({ query: '{ __typename }' }, { accept });
    t.equal(served.headers['content-type'], type, accept);
    const refused = await post({ query: '{ nothing }' }, { accept });
    t.equal(refused.statusCode, 400);
    t.equal(refused.headers['content-type'], type, accept);
    t.equal('data' in refused.json(), !isNew, accept);
    const failed = await post({ query: '{ listAccessTokens(input: {}) { total } }' }, { accept });
    t.match([failed.statusCode, failed.headers['content-type']], [200, type], 'it was executed');
    t.equal(failed.json().data, null);
    const unknown = await app.inject({ method: 'POST', url: '/api/graphql', headers: { accept } });
    t.match([unknown.statusCode, unknown.headers['content-type']], [401, type]);
    t.equal('data' in unknown.json(), !isNew, accept);
  }
});

t.test('the requests that urql and Apollo Client send by default are answered', async (t) => {
  const urql = {
    accept: `${graphqlResponse}, application/graphql+json, application/json, text/event-stream, multipart/mixed`,
  };
  const apollo = { accept: `${graphqlResponse},application/json;q=0.9` };
  const extensions = { clientLibrary: { name: '@apollo/client', version: '4.3.8' } };
  const query = 'query Tag($urn: String!) {\n  tag(urn: $urn) {\n    urn\n    __typename\n  }\n}';
  const variables = { urn: 'urn:li:tag:none' };
  const mutation = 'mutation Make($id: String!) {\n  createTag(input: {id: $id, name: \n"N"})\n}';
  const make = { operationName: 'Make', query: mutation, variables: { id: 'made' } };
  const answers = [
    await get({ query, operationName: 'Tag', variables: JSON.stringify(variables) }, urql),
    await post(make, urql),
    await post({ operationName: 'Tag', variables, extensions, query }, apollo),
    await post({ ...make, extensions }, apollo),
  ];
  for (const { statusCode, headers } of answers) {
    t.equal(statusCode, 200);
    t.equal(headers['content-type'], `${graphqlResponse}; charset=utf-8`);
  }
  t.strictSame(answers[0]!.json(), { data: { tag: null }, extensions: {} });
  t.strictSame(answers[0]!.json(), answers[2]!.json());
  t.match(answers[1]!.json().errors[0].extensions, { code: 403, type: 'UNAUTHORIZED' }, 'the caller may not');
});
