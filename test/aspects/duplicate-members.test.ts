import t from 'tap';
import { toProposals } from '../../src/cli/ingest/proposal.js';
import { aspectCatalog, batchUrl, freshDataset, ingestUrl, proposal } from '../support/aspects.js';
import { entitiesUrl } from '../support/openapi.js';

const catalog = await aspectCatalog(t, { env: { ASPECTS_UNKNOWN: 'store' } });
const { db, wire, put, readText, ingest } = catalog;
const urn = freshDataset();

/** An object with a member twice, deep in a small or a large text. */
const twice = {
  small: '{"list":[0,{"x":1,"x":2}]}',
  large: `{"pad":"${'x'.repeat(70_000)}","list":[0,{"x":1,"x":2}]}`,
};
const event = (value: string) => `{"timestampMillis":1,${value.slice(1)}`;

interface Way {
  readonly body: string;
  readonly url?: string;
  readonly status?: number;
  readonly path?: string;
}

for (const [size, value] of Object.entries(twice)) {
  const rest = (fields: string) => `{"proposal":{"entityUrn":"${urn}","changeType":"UPSERT",${fields}}}`;
  /** @param more other members of the proposal */
  const write = (aspectName: string, text: string, more = '') =>
    rest(`"aspectName":"${aspectName}","aspect":{"value":${JSON.stringify(text)}}${more}`);
  const once = value.replace('"x":2', '"y":2');
  const snapshot = 'com.linkedin.metadata.snapshot.DatasetSnapshot';
  const ways: Readonly<Record<string, Way>> = {
    'a text': { body: write('ownership', value) },
    'a batch': { url: batchUrl, body: `{"proposals":[${write('any', value).slice(12, -1)}]}` },
    'an event': { body: write('operation', event(value)) },
    'a patch': {
      body: write('any', `{"patch":[{"op":"add","path":"/a","value":${value}}]}`).replace('UPSERT', 'PATCH'),
      path: 'patch.0.value.list.1.x',
    },
    'a key': {
      body: write(
        'any',
        '{}',
        `,"entityType":"dataset","entityKeyAspect":{"value":${JSON.stringify(value)}}`,
      ),
    },
    'system metadata as text': {
      body: write('any', '{}', `,"systemMetadata":${JSON.stringify(value)}`),
    },
    'system metadata': {
      body: write('any', '{}', `,"systemMetadata":${value}`),
      status: 400,
      path: 'proposal.systemMetadata.list.1.x',
    },
    'the text twice': {
      body: rest(`"aspectName":"any","x":${once},"aspect":{"value":"{}","value":"{}"}`),
      status: 400,
      path: 'proposal.aspect.value',
    },
    'a snapshot': {
      url: '/entities?action=ingest',
      body: `{"entity":{"value":{"${snapshot}":{"urn":"${urn}","aspects":[{"com.linkedin.common.Status":${value}}]}}}}`,
      status: 400,
      path: `entity.value.${snapshot}.aspects.0.com.linkedin.common.Status.list.1.x`,
    },
    OpenAPI: {
      url: `${entitiesUrl}?async=false`,
      body: `[{"urn":"${urn}","ownership":{"value":${value}}}]`,
      status: 400,
      path: '0.ownership.value.list.1.x',
    },
    'an aspect twice': {
      url: entitiesUrl,
      body: `[{"urn":"${urn}","any":{"value":${once}},"any":{"value":{}}}]`,
      status: 400,
      path: '0.any',
    },
    usage: {
      url: '/usageStats?action=batchIngest',
      body: `{"buckets":[{"bucket":1,"duration":"DAY","resource":"${urn}","metrics":${value}}]}`,
      status: 400,
      path: 'buckets.0.metrics.list.1.x',
    },
  };
  for (const [what, { body, url = ingestUrl, status = 422, path = 'list.1.x' }] of Object.entries(ways)) {
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
