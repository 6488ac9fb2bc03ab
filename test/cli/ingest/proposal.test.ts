import t from 'tap';
import { toProposals } from '../../../src/cli/ingest/proposal.js';

const urn = 'urn:li:tag:a';
const common = { entityType: 'tag', entityUrn: urn, changeType: 'UPSERT', aspectName: 'tagProperties' };
const toProposal = (text: string) => toProposals({ location: 'line 1', text })[0]!.text;
const sent = (item: unknown) =>
  JSON.parse(toProposal(typeof item === 'string' ? item : JSON.stringify(item)));

t.test('an aspect as JSON of the file sink becomes text', async (t) => {
  const systemMetadata = { lastObserved: 1, runId: 'r' };
  t.same(sent({ ...common, aspect: { json: { name: 'ä' } }, systemMetadata }), {
    ...common,
    aspect: { contentType: 'application/json', value: '{"name":"ä"}' },
    systemMetadata,
  });
});

t.test('an aspect as text is not changed', async (t) => {
  const item = {
    ...common,
    aspect: { value: '{"name": "a"}', contentType: 'application/json' },
    headers: {},
  };
  t.same(sent(item), item);
  t.same(sent({ proposal: item, async: 'false' }), item, 'also in the body of a request');
});

t.test('a patch has the content type of JSON Patch', async (t) => {
  const patch = [{ op: 'add', path: '/tags/urn:li:tag:a', value: { tag: urn } }];
  const { aspect } = sent({
    ...common,
    changeType: 'PATCH',
    aspectName: 'globalTags',
    aspect: { json: patch },
  });
  t.same(aspect, { contentType: 'application/json-patch+json', value: JSON.stringify(patch) });
});

t.test('a DELETE has no aspect', async (t) => {
  const item = { ...common, changeType: 'DELETE', aspectName: 'tagKey', aspect: null };
  t.same(sent(item), item);
});

t.test('numbers keep all their digits', async (t) => {
  const json =
    '{"a":9223372036854775807,"b":-1234567890123456789.25,"c":1.5e3,"d":"9223372036854775807","e":[0]}';
  const { aspect } = sent(`{"entityUrn":"${urn}","aspectName":"x","aspect":{"json":${json}}}`);
  t.equal(aspect.value, json);
  const text = toProposal(
    `{"entityUrn":"${urn}","aspectName":"x","systemMetadata":{"id":9223372036854775807}}`,
  );
  t.match(text, '{"id":9223372036854775807}');
});

t.test('an item that is no proposal is an error', async (t) => {
  const wrong: [string, RegExp][] = [
    ['{', /is not JSON/],
    ['[]', /is not a JSON object/],
    ['null', /is not a JSON object/],
    ['{}', /has no entityUrn/],
    [JSON.stringify({ ...common, entityUrn: 1 }), /has no entityUrn/],
    [JSON.stringify({ entityUrn: urn }), /has no aspectName/],
    ['{"proposedSnapshot": {}}', /a snapshot must be an object of one member/],
    ['{"proposedDelta": {"a": 1}}', /has a proposedDelta/],
    ['{"urn": "urn:li:tag:x", "info": {}}', /has an info, but no urn of a policy/],
    ['{"bucket": 1}', /has a bucket, but is not a usage aggregation: duration/],
  ];
  for (const [text, message] of wrong) t.throws(() => toProposal(text), { name: 'BadItem', message }, text);
});

t.test('a usage aggregation is the proposal of its event', async (t) => {
  const usage = {
    bucket: 5,
    duration: 'HOUR',
    resource: 'urn:li:dataset:x',
    metrics: { totalSqlQueries: 1 },
  };
  t.same(sent(usage), {
    entityUrn: usage.resource,
    aspectName: 'datasetUsageStatistics',
    aspect: {
      value: '{"timestampMillis":5,"eventGranularity":{"unit":"HOUR","multiple":1},"totalSqlQueries":1}',
    },
  });
});

t.test("an item of DataHub's file of policies is the proposal of its info", async (t) => {
  const policy = 'urn:li:dataHubPolicy:0';
  t.same(sent({ urn: policy, info: { displayName: 'Root', version: 1.0 } }), {
    entityType: 'dataHubPolicy',
    entityUrn: policy,
    changeType: 'UPSERT',
    aspectName: 'dataHubPolicyInfo',
    aspect: { contentType: 'application/json', value: '{"displayName":"Root","version":1}' },
  });
});

t.test('an entity may be given by its key', async (t) => {
  const item = { entityType: 'tag', entityKeyAspect: { value: '{"name":"a"}' }, aspectName: 'status' };
  t.same(sent(item), item);
});
