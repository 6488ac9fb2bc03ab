import t from 'tap';
import { openApp } from '../../../support/open-app.js';

const token = `mcs_${'a'.repeat(17)}_${'b'.repeat(32)}`;

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

  for (const _ of ['first', 'cached']) {
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

t.test('the line of a request has the fields that pino would write, in their order', async (t) => {
  const { app, lines, asAdmin } = await openApp(t);
  await app.inject({
    method: 'POST',
    url: '/gms/operations?action=getIndexSizes&x=%22"',
    headers: { ...asAdmin, host: 'a"b', 'accept-version': '1', 'x-request-id': 'mine' },
  });
  const line = lines.findLast((text) => text.includes('"request completed"'))!;
  t.equal(line.indexOf('\n'), line.length - 1);
  const fields = JSON.parse(line);
  t.strictSame(Object.keys(fields), [
    ...['level', 'time', 'pid', 'hostname', 'reqId', 'req', 'res', 'operation', 'actor', 'callersId'],
    ...['responseTime', 'msg'],
  ]);
  t.match(fields, {
    level: 30,
    time: Number,
    pid: process.pid,
    reqId: /^[\w-]{36}$/,
    req: { method: 'POST', url: /x=%22/, version: '1', host: 'a"b', remoteAddress: '127.0.0.1' },
    res: { statusCode: 200 },
    operation: 'POST /gms/operations?action=getIndexSizes',
    actor: 'urn:li:corpuser:admin',
    callersId: 'mine',
    responseTime: Number,
  });
});

t.test('texts of callers have no token, wherever the caller writes it', async (t) => {
  const { app, lines, asAdmin } = await openApp(t);
  const headers = { ...asAdmin, host: token, 'accept-version': token, 'x-request-id': token };
  await app.inject({ method: 'POST', url: `/operations?action=${token}&x=${token}`, headers });
  const line = lines.findLast((text) => text.includes('"request completed"'))!;
  t.notMatch(line, 'bbbb');
  const { req, callersId } = JSON.parse(line);
  const jwt = 'eyJhbGciOiJub25lIn0.eyJpc3MiOiJ4In0.c2ln';
  await app.inject({ method: 'GET', url: `/config?token=${jwt}` });
  t.notMatch(lines.join(''), 'c2ln', 'nor a JSON Web Token');
  t.match(req, { url: '/operations?action=mcs_…&x=mcs_…', host: 'mcs_…', version: 'mcs_…' });
  t.equal(callersId, 'mcs_…');
});
