import t from 'tap';
import { openApp } from '../support/open-app.js';

const filled = (count: number, value: unknown) => Array(count).fill(value);
const many = 200_000;
const createPatch = (patch: unknown) => ({
  proposal: {
    ...{ entityUrn: 'urn:li:mlModel:x', aspectName: 'any', changeType: 'PATCH' },
    aspect: { value: JSON.stringify(patch) },
  },
});
const usage = (metrics: object) => ({
  buckets: [{ bucket: 1, duration: 'DAY', resource: 'urn:li:dataset:x', metrics }],
});
const values = (filter: object) => ({ urn: 'x', entity: 'dataset', aspect: 'operation', filter });
const wrongKeys = Object.fromEntries(Array.from({ length: many }, (_, index) => [`k${index}`, 1]));
const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

const bodies: readonly [url: string, body: unknown, message: RegExp][] = [
  ['/aspects?action=getTimeseriesAspectValues', values({ or: filled(many, 1) }), /more than 20 criteria/],
  [
    '/aspects?action=getTimeseriesAspectValues',
    values({ or: [{ and: filled(many, 1) }] }),
    /more than 20 criteria/,
  ],
  [
    '/aspects?action=getTimeseriesAspectValues',
    values({ or: [{ and: [{ field: 'a', values: filled(many, 1) }] }] }),
    /at most 20 elements; it has 200000/,
  ],
  ['/usageStats?action=batchIngest', usage({ users: filled(many, 1) }), /at most 100000 elements/],
  ['/usageStats?action=batchIngest', usage({ users: filled(90_000, 1) }), /users.0 must be an object/],
  ['/usageStats?action=batchIngest', { buckets: filled(many, 1) }, /at most 1000 elements/],
  ['/entities?action=batchIngest', { entities: filled(many, 1) }, /entities.0 must be an object/],
  [
    '/aspects?action=ingestProposal',
    createPatch(filled(many, 1)),
    /200000 operations together; at most 100000/,
  ],
  ['/aspects?action=ingestProposal', createPatch(filled(20_000, 1)), /at most 10000 elements/],
  [
    '/aspects?action=ingestProposal',
    createPatch({ patch: [], arrayPrimaryKeys: wrongKeys }),
    /at most 1000 members/,
  ],
  ['/openapi/v1/events/audit/search', { eventTypes: filled(many, 1) }, /at most 1000 elements/],
  [
    '/openapi/v3/entity/dataset',
    [{ urn: 'urn:li:tag:x', ['x'.repeat(1_000_000)]: 1 }],
    /\[0\]\.x{99}… has no value/,
  ],
  [
    '/aspects?action=ingestProposal',
    `{"proposal":{"systemMetadata":${deep}}}`,
    /nested more than 100 levels/,
  ],
  ['/entities?action=ingest', `{"entity":{"value":${deep}}}`, /nested more than 100 levels/],
  ['/operations?action=getIndexSizes', `{"x":${deep}}`, /nested more than 100 levels/],
  ['/api/graphql', `{"query":"{ __typename }","variables":{"x":${deep}}}`, /nested more than 100 levels/],
];

t.test('what a body has too much of is a 400 with a short message', async (t) => {
  const { app, user, lines } = await openApp(t, {
    env: { ASPECTS_UNKNOWN: 'store', BODY_LIMIT_BYTES: '16777216' },
  });
  const writer = await user('writer', ['EDIT_ENTITY', 'MANAGE_POLICIES']);
  const headers = { authorization: `Bearer ${writer.token}`, 'content-type': 'application/json' };
  for (const [url, body, message] of bodies) {
    const payload = typeof body === 'string' ? body : JSON.stringify(body);
    const { statusCode, body: answer } = await app.inject({ method: 'POST', url, headers, payload });
    t.equal(statusCode, 400, `${url}: ${answer.slice(0, 200)}`);
    t.match(answer, message);
    t.ok(answer.length < 2_000, `${answer.length} characters`);
  }
  t.ok(lines.every((line) => line.length < 5_000));
});
