import t from 'tap';
import { openApp } from '../../support/open-app.js';

t.test('the log names the operation of each success', async (t) => {
  const { app, lines, asAdmin } = await openApp(t);
  async function logOperation(method: 'GET' | 'POST', url: string, payload?: object, headers = asAdmin) {
    const { statusCode } = await app.inject({ method, url, headers, ...(payload && { payload }) });
    const line = lines.map((text) => JSON.parse(text)).findLast(({ msg }) => msg === 'request completed');
    return `${statusCode} ${line.operation}`;
  }
  const graphql = (query: string, operationName?: string) =>
    logOperation('POST', '/api/graphql', { query, operationName });
  const urn = 'urn:li:tag:x';

  for (const _ of ['first', 'cached', 'compiled', 'compiled again']) {
    t.equal(
      await graphql(`query mine { x: tag(urn: "${urn}") { urn } __typename }`),
      '200 query tag, __typename',
    );
  }
  t.equal(
    await graphql(`mutation { deleteTag(urn: "${urn}") }`),
    '200 mutation deleteTag',
    'also when it fails',
  );
  t.equal(
    await graphql(`query a { ...f } fragment f on Query { ... { tag(urn: "${urn}") { urn } } }`),
    '200 query tag',
    'behind fragments',
  );
  const two = `query a { tag(urn: "${urn}") { urn } } mutation b { deleteTag(urn: "${urn}") }`;
  t.equal(await graphql(two, 'b'), '200 mutation deleteTag', 'the one of several that runs');
  t.equal(await graphql(two, 'a'), '200 query tag');
  t.equal(await graphql('{ nothing }'), '400 undefined');

  t.equal(
    await logOperation('POST', '/gms/operations?action=getIndexSizes'),
    '200 POST /gms/operations?action=getIndexSizes',
  );
  t.equal(await logOperation('GET', '/config'), '200 GET /config');
  t.equal(await logOperation('POST', '/operations?action=nothing'), '400 undefined');
  t.equal(await logOperation('GET', '/nothing'), '404 undefined');
});
