import t from 'tap';
import { batchUrl, proposal, valuesUrl } from '../support/aspects.js';
import { guarantee } from './guarantee.js';
import { probe } from './support/probe.js';
import { onEach } from './support/targets.js';

/** Maximum ms for a liveness response. */
const liveWithin = 1_000;

const urn = (shape: string) => `urn:li:dataset:(urn:li:dataPlatform:hive,${shape},PROD)`;
const many = <T>(count: number, item: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => item(index));

/** About 14 MB of events each. */
const shapes: Readonly<Record<string, { count: number; event: object; systemMetadata?: object }>> = {
  'columns of profiles': {
    count: 20,
    event: {
      fieldProfiles: many(8_000, (index) => ({ fieldPath: `column_${index}`, nullCount: 1, uniqueCount: 2 })),
    },
  },
  'sample values': {
    count: 20,
    event: { fieldProfiles: [{ fieldPath: 'a', sampleValues: many(70_000, (index) => `v ${index}`) }] },
  },
  'escapes in a text': {
    count: 2,
    event: { fieldProfiles: [{ fieldPath: 'a', min: '\u0001'.repeat(1_100_000) }] },
  },
  'one list of values': {
    count: 1,
    event: { fieldProfiles: [{ fieldPath: 'a', sampleValues: many(300_000, (index) => `v ${index}`) }] },
  },
  'unknown tiny members': {
    count: 2,
    event: { others: Object.fromEntries(many(500_000, (index) => [`m${index}`, 1])) },
  },
  'system metadata': {
    count: 2,
    event: {},
    systemMetadata: { properties: Object.fromEntries(many(400_000, (index) => [`m${index}`, 'x'])) },
  },
};
const document = `query ($urn: String!) { dataset(urn: $urn) { datasetProfiles(limit: 100) { timestampMillis rowCount
  partitionSpec { partition } fieldProfiles { fieldPath nullCount uniqueCount sampleValues } } } }`;

// The limit is above what the largest answer takes, because a refusal reads nothing.
const env = { REQUEST_TIMEOUT_MS: '120000', ANSWER_MAX_BYTES: '100000000' };
await onEach(t, env, async (t, one) => {
  await one.start();
  const headers = { authorization: `Bearer ${one.token()!}`, 'content-type': 'application/json' };
  const post = async (path: string, body: object) => {
    const response = await fetch(one.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, text: await response.text() };
  };
  const health = await probe(one.url);
  t.teardown(() => health.stop());
  const figures: Record<string, string> = {};
  for (const [shape, { count, event, systemMetadata }] of Object.entries(shapes)) {
    for (let timestampMillis = 1; timestampMillis <= count; timestampMillis += 1) {
      const value = { timestampMillis, ...event };
      const proposals = [proposal(urn(shape), 'datasetProfile', value, { systemMetadata })];
      const written = await post(batchUrl, { proposals });
      t.equal(written.status, 200, written.text.slice(0, 300));
    }
    const reads = {
      REST: () =>
        post(valuesUrl, { urn: urn(shape), entity: 'dataset', aspect: 'datasetProfile', limit: 100 }),
      GraphQL: () => post('/api/graphql', { query: document, variables: { urn: urn(shape) } }),
    };
    for (const [transport, read] of Object.entries(reads)) {
      await health.longest();
      const { status, text } = await read();
      const slowest = Math.round(await health.longest());
      t.equal(status, 200, `${shape}, ${transport}: ${text.slice(0, 300)}`);
      t.notMatch(
        text.slice(0, 300),
        /"errors"/,
        `${shape}, ${transport}: no refusal, which GraphQL answers with 200`,
      );
      t.ok(slowest <= liveWithin, `${shape}, ${transport}: the slowest answer took ${slowest} ms`);
      figures[`${shape}, ${transport}`] = `${(text.length / 1e6).toFixed(1)} MB, liveness ${slowest} ms`;
    }
  }
  guarantee(t, `liveness answers while large events are read (${t.name})`, figures);
});
