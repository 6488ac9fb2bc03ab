import t from 'tap';
import { openApp, restError } from '../../../support/open-app.js';
import { exchange, listen, parsed } from '../../../support/raw-http.js';

const form = 'application/x-www-form-urlencoded';
const latin1 = Buffer.from('{"query":"{ __typename }","x":"\xe9"}', 'latin1');
const graphql = '/api/graphql';
const action = '/gms/operations?action=getIndexSizes';

const post = async (
  { app, asAdmin }: Pick<Awaited<ReturnType<typeof openApp>>, 'app' | 'asAdmin'>,
  url: string,
  payload: string | Buffer,
  headers: Record<string, string>,
) => {
  const response = await app.inject({ method: 'POST', url, payload, headers: { ...asAdmin, ...headers } });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
};

t.test('400: bytes that are not UTF-8', async (t) => {
  const opened = await openApp(t);
  const type = { 'content-type': 'application/json' };
  const overlong = Buffer.from([0x22, 0xc0, 0xaf, 0x22]);
  const surrogate = Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]);
  for (const bytes of [latin1, overlong, surrogate, Buffer.from([0x22, 0xe2, 0x82])]) {
    t.match(await post(opened, action, bytes, type), { body: restError(400, /not valid UTF-8/) });
    t.match(await post(opened, graphql, bytes, type), {
      status: 400,
      body: { errors: [{ message: /not valid UTF-8/, extensions: { code: 400, type: 'BAD_REQUEST' } }] },
    });
  }
  for (const text of ['é', '\ufffd', '🙂']) {
    t.match(await post(opened, action, `"${text}"`, type), { status: 200 }, text);
  }
});

t.test('415: a charset other than UTF-8', async (t) => {
  const opened = await openApp(t);
  const body = '{"query":"{ __typename }"}';
  for (const charset of ['iso-8859-1', 'utf-16', '"latin1"', 'us-ascii', 'utf-8; charset=x', '']) {
    const type = { 'content-type': `application/json; charset=${charset}` };
    t.match(await post(opened, action, body, type), {
      body: restError(415, /Send application\/json, in UTF-8/),
    });
    t.match(await post(opened, graphql, body, type), {
      status: 415,
      body: { errors: [{ message: /Send application\/json, in UTF-8/, extensions: { code: 415 } }] },
    });
    t.match(await post(opened, action, body, { 'content-type': `${form}; charset=${charset}` }), {
      status: 415,
    });
  }
  for (const charset of ['utf-8', 'UTF-8', 'utf8', '"utf-8"']) {
    const type = { 'content-type': `application/json;charset=${charset}` };
    t.match(await post(opened, action, body, type), { status: 200 }, charset);
    t.match(await post(opened, action, 'null', type), { status: 200 }, 'which is no body');
    t.match(await post(opened, graphql, body, type), { status: 200 }, charset);
  }
});

t.test('400: a path or a query that is not percent-encoded UTF-8', async (t) => {
  const { app, asAdmin } = await openApp(t);
  for (const url of [
    '/aspects/%ff?aspect=x',
    '/aspects/x?aspect=%ff',
    '/aspects/x?aspect=%ed%a0%80',
    '/aspects/x?%c3=',
  ]) {
    const response = await app.inject({ url, headers: asAdmin });
    t.equal(response.statusCode, 400, url);
    t.match(response.json(), restError(400, /./));
  }
  t.match((await app.inject({ url: '/nope?a=%e2%82%ac', headers: asAdmin })).statusCode, 404);
});

t.test('200: an empty body counts as no body, whatever its type', async (t) => {
  const { app, port, asAdmin } = await listen(t);
  const types = [
    form,
    'application/json',
    'text/plain',
    'text/xml; charset=latin1',
    'junk',
    'multipart/form-data',
    '',
  ];
  for (const type of types) {
    const headers = { 'content-type': type, 'content-length': '0' };
    t.match(await post({ app, asAdmin }, action, '', headers), { status: 200 }, type);
    const head = `POST ${action} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ${asAdmin.authorization}\r\n`;
    const sent = [`Content-Type: ${type}\r\n\r\n`, `Content-Type: ${type}\r\nContent-Length: 0\r\n\r\n`];
    if (type.includes('/')) sent.push(`Content-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`);
    for (const more of sent) t.equal(parsed(await exchange(port, head + more)).status, 200, more);
  }
});

t.test('JSON is read as curl --data sends it, and without a type', async (t) => {
  const opened = await openApp(t);
  const wrong = '/gms/aspects?action=ingestProposalBatch';
  for (const headers of [{ 'content-type': form }, { 'content-type': `${form}; charset=UTF-8` }, {}]) {
    t.match(await post(opened, action, '{"a": 1}', headers), { status: 200 });
    t.match(await post(opened, wrong, '{"proposals": 7}', headers), {
      body: restError(400, /^proposals must /),
    });
    t.match(await post(opened, action, 'a=b', headers), { body: restError(400, /not valid JSON/) });
  }
});

t.test('415: such a body from a browser, which sends it without a preflight', async (t) => {
  const opened = await openApp(t);
  for (const sign of [
    { origin: 'https://other.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ]) {
    for (const type of [{ 'content-type': form }, {}]) {
      t.match(await post(opened, action, '{}', { ...sign, ...type }), { body: restError(415, /./) });
    }
    const json = { ...sign, 'content-type': 'application/json' };
    t.match(await post(opened, action, '{}', json), { status: 200 }, 'which takes a question first');
  }
});

t.test('415: GraphQL takes only application/json', async (t) => {
  const opened = await openApp(t);
  for (const headers of [
    { 'content-type': form },
    { 'content-type': 'junk' },
    { 'content-type': 'text/plain' },
    {},
  ]) {
    t.match(await post(opened, graphql, '{"query":"{ __typename }"}', headers as Record<string, string>), {
      status: 415,
      body: {
        errors: [{ message: /Unsupported Media Type.* Send application\/json/, extensions: { code: 415 } }],
        data: null,
      },
    });
  }
});
