import t from 'tap';
import { toProposals } from '../../../src/cli/ingest/proposal.js';
import { aspectCatalog, batchUrl, freshDataset, ingestUrl, proposal } from '../../support/aspects.js';
import { entitiesUrl } from '../../support/openapi.js';

const catalog = await aspectCatalog(t, { env: { ASPECTS_UNKNOWN: 'store' } });
const { db, wire, put, readText, ingest } = catalog;
const urn = freshDataset();

/** An object with a member twice, deep in a small or a large text. */
const twice = {
  small: '{"list":[0,{"x":1,"x":2}]}',
  large: `{"pad":"${'x'.repeat(70_000)}","list":[0,{"x":1,"x":2}]}`,
};
const event = (value: string) => `{"timestampMillis":1,${value.slice(1)}`;

for (const [size, value] of Object.entries(twice)) {
  const inText = JSON.stringify(value);
  const rest = (fields: string) => `{"proposal":{"entityUrn":"${urn}","changeType":"UPSERT",${fields}}}`;
  const snapshot = 'com.linkedin.metadata.snapshot.DatasetSnapshot';
  const ways: readonly [what: string, url: string, body: string, status: number, path: string][] = [
    ['a text', ingestUrl, rest(`"aspectName":"ownership","aspect":{"value":${inText}}`), 422, 'list.1.x'],
    [
      'a batch',
      batchUrl,
      `{"proposals":[${rest(`"aspectName":"any","aspect":{"value":${inText}}`).slice(12, -1)}]}`,
      422,
      'list.1.x',
    ],
    [
      'an event',
      ingestUrl,
      rest(`"aspectName":"operation","aspect":{"value":${JSON.stringify(event(value))}}`),
      422,
      'list.1.x',
    ],
    [
      'a patch',
      ingestUrl,
      rest(
        `"aspectName":"any","aspect":{"value":${JSON.stringify(`{"patch":[{"op":"add","path":"/a","value":${value}}]}`)}}`,
      ).replace('UPSERT', 'PATCH'),
      422,
      'patch.0.value.list.1.x',
    ],
    [
      'a key',
      ingestUrl,
      rest(
        `"entityType":"dataset","aspectName":"any","aspect":{"value":"{}"},"entityKeyAspect":{"value":${inText}}`,
      ),
      422,
      'list.1.x',
    ],
    [
      'system metadata as text',
      ingestUrl,
      rest(`"aspectName":"any","aspect":{"value":"{}"},"systemMetadata":${inText}`),
      422,
      'list.1.x',
    ],
    [
      'system metadata',
      ingestUrl,
      rest(`"aspectName":"any","aspect":{"value":"{}"},"systemMetadata":${value}`),
      400,
      'proposal.systemMetadata.list.1.x',
    ],
    [
      'the text twice',
      ingestUrl,
      rest(`"aspectName":"any","x":${value.replace('"x":2', '"y":2')},"aspect":{"value":"{}","value":"{}"}`),
      400,
      'proposal.aspect.value',
    ],
    [
      'a snapshot',
      '/entities?action=ingest',
      `{"entity":{"value":{"${snapshot}":{"urn":"${urn}","aspects":[{"com.linkedin.common.Status":${value}}]}}}}`,
      400,
      `entity.value.${snapshot}.aspects.0.com.linkedin.common.Status.list.1.x`,
    ],
    [
      'OpenAPI',
      `${entitiesUrl}?async=false`,
      `[{"urn":"${urn}","ownership":{"value":${value}}}]`,
      400,
      '0.ownership.value.list.1.x',
    ],
    [
      'an aspect twice',
      entitiesUrl,
      `[{"urn":"${urn}","any":{"value":${value.replace('"x":2', '"y":2')}},"any":{"value":{}}}]`,
      400,
      '0.any',
    ],
    [
      'usage',
      '/usageStats?action=batchIngest',
      `{"buckets":[{"bucket":1,"duration":"DAY","resource":"${urn}","metrics":${value}}]}`,
      400,
      'buckets.0.metrics.list.1.x',
    ],
  ];
  for (const [what, url, body, status, path] of ways) {
    t.test(`a member that is twice in ${what} (${size}) is refused with its path`, async (t) => {
      const answer = await wire('POST', url, body);
      t.equal(answer.status, status, answer.text.slice(0, 300));
      t.ok(
        JSON.parse(answer.text).message.includes(`has the member "${path}" twice`),
        answer.text.slice(0, 300),
      );
    });
  }
  t.test(`the command line refuses it before it is lost (${size})`, async (t) => {
    const item = (json: string) => ({
      location: 'x',
      text: `{"entityUrn":"${urn}","aspectName":"any","aspect":{"json":${json}}}`,
    });
    t.throws(() => toProposals(item(value)), { message: 'has the member "aspect.json.list.1.x" twice' });
    t.equal(toProposals(item('{"x":1}')).length, 1);
  });
}

t.test('nothing of it was written', async (t) => {
  t.strictSame(await db.query('SELECT name FROM aspects WHERE urn = $1', [urn]), []);
});

t.test('such a text of an earlier build is read and patched', async (t) => {
  await put(proposal(urn, 'any', { list: [] }));
  await db.query('UPDATE aspects SET body = $2::json WHERE urn = $1 AND name = $3', [
    urn,
    twice.small,
    'any',
  ]);
  t.equal(await readText(urn, 'any'), twice.small);
  const patch = JSON.stringify([{ op: 'add', path: '/a', value: 1 }]);
  const { status } = await ingest({ ...proposal(urn, 'any', patch), changeType: 'PATCH' });
  t.equal(status, 200);
  t.equal(await readText(urn, 'any'), '{"list":[0,{"x":2}],"a":1}');
});
