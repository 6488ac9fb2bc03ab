import t from 'tap';
import {
  aspectCatalog,
  freshDataset,
  ingestUrl,
  patchProposal,
  proposal,
  refusal,
} from '../support/aspects.js';
import { tagUrn } from '../support/metadata.js';

const catalog = await aspectCatalog(t, {
  env: { ASPECT_BODY_LIMIT_BYTES: '5000', BODY_LIMIT_BYTES: '1000' },
});
const { writer, ingest, wire, put, readAspect } = catalog;
const good = () => proposal(freshDataset(), 'status', {});

t.test('400: an invalid proposal', async (t) => {
  for (const [what, one, why] of [
    ['nothing', undefined, /^proposal is required/],
    ['null', null, /proposal is invalid/],
    ['a text', 'x', /proposal is invalid/],
    ['a list', [], /proposal is invalid/],
    ['no URN', { ...good(), entityUrn: undefined }, /entityUrn is required/],
    ['an invalid URN', { ...good(), entityUrn: 'urn:li:tag:a\\u0000b' }, /^entityUrn "/],
    ['a URN that is a number', { ...good(), entityUrn: 1 }, /entityUrn/],
    ['another type', { ...good(), entityType: 'chart' }, /entityType "chart" does not fit/],
    ['no name', { ...good(), aspectName: undefined }, /aspectName/],
    ['an invalid name', { ...good(), aspectName: 'global tags' }, /aspectName must be the name of an aspect/],
    ['a name of many letters', { ...good(), aspectName: 'a'.repeat(101) }, /aspectName/],
    ['a name with U+0000', { ...good(), aspectName: 'a\0' }, /aspectName/],
    ['no aspect', { ...good(), aspect: undefined }, /aspect is required for UPSERT/],
    ['an aspect as an object', { ...good(), aspect: { value: {} } }, /aspect.value/],
    ['systemMetadata that is a list', { ...good(), systemMetadata: [] }, /systemMetadata/],
  ] as const) {
    t.match(await writer.post(ingestUrl, { proposal: one }), refusal(400, why), what);
  }
});

t.test('400: an unknown action, with DataHub’s message', async (t) => {
  for (const [path, action] of [
    ['/aspects', 'ingestProposal'],
    ['/entities', 'delete'],
  ] as const) {
    for (const name of ['nope', 'INGESTPROPOSAL', 'constructor', '__proto__', '']) {
      const url = `${path}?action=${name}`;
      const message = `POST operation named ${name} not supported on resource '${path.slice(1)}' URI: '${url}'. Actions: ${action}, `;
      const answer = await writer.post(url, {});
      t.match(answer, refusal(400, /\.$/));
      t.equal(answer.body.message.slice(0, message.length), message);
    }
    for (const query of ['', '?', '?action=delete&action=delete']) {
      t.match(
        await writer.post(`${path}${query}`, {}),
        refusal(400, /not supported on resource/),
        path + query,
      );
    }
  }
});

t.test('400, 413, 415: invalid bodies', async (t) => {
  const post = (payload: string, headers?: Record<string, string>) =>
    wire('POST', ingestUrl, payload, headers);
  const json = (proposed: object) => JSON.stringify({ proposal: proposed });
  for (const [payload, status] of [
    ['{', 400],
    ['', 400],
    ['null', 400],
    ['"x"', 400],
    ['[]', 400],
    ['{"proposal":{"__proto__":{"x":1}}}', 400],
    ['{"__proto__":{"proposal":{}}}', 400],
    [json({ ...good(), pad: 'x'.repeat(3_000) }), 200],
    [json({ ...good(), pad: 'x'.repeat(5_000) }), 413],
  ] as const) {
    const answer = await post(payload);
    t.equal(answer.status, status, payload.slice(0, 60));
    if (status !== 200) t.match(JSON.parse(answer.text), refusal(status, /./).body);
  }
  for (const type of ['text/plain', 'application/xml', 'application/json-patch+json', 'x']) {
    t.equal((await post(json(good()), { 'content-type': type })).status, 415, type);
  }
  const charset = { 'content-type': 'application/json; charset=utf-8', 'x-restli-protocol-version': '2.0.0' };
  t.equal((await post(json(good()), charset)).status, 200);
  const large = 'x'.repeat(1_500);
  t.match(
    await writer.graphql(`{ tag(urn: "urn:li:tag:${large}") { urn } }`),
    { status: 413 },
    'GraphQL has its own',
  );
});

t.test('404, 405: unknown paths and methods', async (t) => {
  t.equal((await writer.get('/aspects')).status, 405);
  t.equal((await writer.get('/entitiesV2')).status, 400);
  t.equal((await writer.get('/entities')).status, 405);
  t.equal((await writer.post('/gms/gms/aspects?action=ingestProposal', {})).status, 404);
});

t.test('URNs with the escapes of the Python client are unescaped', async (t) => {
  const urn = tagUrn('größe.名前');
  const escaped = urn.replace(
    /[^\0-\x7f]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  t.match(await ingest({ ...proposal(urn, 'tagProperties', { name: 'é' }), entityUrn: escaped }), {
    status: 200,
    body: { value: urn },
  });
  t.strictSame(await readAspect(urn, 'tagProperties'), { name: 'é' });
  const upper = escaped.replaceAll(/\\u(....)/g, (_, hex) => `\\u${hex.toUpperCase()}`);
  await put({
    ...patchProposal(urn, 'tagProperties', [{ op: 'add', path: '/description', value: 'd' }]),
    entityUrn: upper,
  });
  t.strictSame(await readAspect(urn, 'tagProperties'), { name: 'é', description: 'd' });
});
