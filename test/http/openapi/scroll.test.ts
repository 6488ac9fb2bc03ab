import t from 'tap';
import { aspectCatalog, prefixes, proposal } from '../../support/aspects.js';
import { plainRefusal } from '../../support/openapi.js';

const catalog = await aspectCatalog(t, { env: { SCROLL_SIZE_MAX: '5', PAGE_SIZE_MAX: '3' } });
const reader = await catalog.user('reader');
const dataset = (name: string) => `urn:li:dataset:(urn:li:dataPlatform:scrolled,${name},PROD)`;
const chart = 'urn:li:chart:(scrolled,a)';
const secret = 'urn:li:dataHubSecret:scrolled';
const systemMetadata = { runId: 'run' };
await catalog.put(
  proposal(dataset('a'), 'datasetProperties', { name: 'a' }, { systemMetadata }),
  proposal(dataset('b'), 'status', { removed: true }),
  proposal(dataset('c'), 'datasetProperties', { name: 'c' }),
  proposal(chart, 'status', {}),
  proposal(secret, 'dataHubSecretValue', { name: 'scrolled', value: 'x' }),
);
const scroll = (body: unknown, query: Record<string, string> = {}, prefix = '') =>
  reader.post(`${prefix}/openapi/v3/entity/scroll?${new URLSearchParams(query)}`, body);
const filter = { and: [{ criteria: [{ field: 'platform', values: ['urn:li:dataPlatform:scrolled'] }] }] };

t.test('200: URNs of several types, under every prefix', async (t) => {
  for (const prefix of prefixes) {
    const { status, body } = await scroll({ entities: ['dataset', 'Chart'] }, {}, prefix);
    t.equal(status, 200);
    t.strictSame(body, {
      entities: [chart, dataset('a'), dataset('c')].map((urn) => ({ urn })),
      totalCount: 3,
    });
  }
});

t.test('200: without types, all that is listed; without a filter, everything', async (t) => {
  for (const body of [{}, { entities: [] }, { entities: null, aspects: null, filter: null }]) {
    const { body: found } = await scroll(body, { count: '5', query: '/q scrolled OR urn:*scrolled*' });
    t.ok(found.totalCount >= 3, JSON.stringify(found));
    t.notMatch(JSON.stringify(found), secret);
  }
  t.strictSame((await scroll({ filter }, {})).body.totalCount, 3);
});

t.test('200: the aspects that are asked for; an empty list asks for all', async (t) => {
  const given = { entities: ['dataset'], filter };
  const { body } = await scroll({ ...given, aspects: ['datasetproperties'] }, { systemMetadata: 'true' });
  t.strictSame(body.entities, [
    { urn: dataset('a'), datasetProperties: { value: { name: 'a' }, systemMetadata } },
    { urn: dataset('c'), datasetProperties: { value: { name: 'c' } } },
  ]);
  const all = (await scroll({ ...given, aspects: [] })).body.entities[0];
  t.strictSame(Object.keys(all).sort(), ['browsePathsV2', 'datasetKey', 'datasetProperties', 'urn']);
  t.match(await scroll({ aspects: [] }, { count: '5' }), { status: 200 }, 'fewer than a page of entities');
});

t.test('200: pages, soft-deleted entities and the order', async (t) => {
  const found: string[] = [];
  const query = { count: '1', includeSoftDelete: 'true' };
  const body = { entities: ['dataset'], sortCriteria: [{ field: 'urn', order: 'DESCENDING' }] };
  let more = {};
  do {
    const page = (await scroll(body, { ...query, ...more })).body;
    t.equal(page.totalCount, 3);
    found.push(...page.entities.map(({ urn }: { urn: string }) => urn));
    more = page.scrollId === undefined ? {} : { scrollId: page.scrollId };
  } while (Object.keys(more).length > 0);
  t.strictSame(found, ['c', 'b', 'a'].map(dataset));
  const first = await scroll(body, { sort: 'urn' });
  t.equal(first.body.entities[0].urn, dataset('a'), 'a parameter comes before the body');
});

t.test('200: alternatives, and rules that are negated', async (t) => {
  const rule = (value: string, negated = false) => ({
    field: 'name',
    values: [value],
    condition: 'EQUAL',
    negated,
  });
  const find = async (...all: object[][]) => {
    const and = all.map((criteria) => ({ criteria }));
    const { body } = await scroll({ entities: ['dataset'], filter: { and } });
    return body.entities.map(({ urn }: { urn: string }) => urn);
  };
  t.strictSame(await find([rule('a')], [rule('c')]), [dataset('a'), dataset('c')]);
  t.strictSame(await find([rule('a', true), rule('c')]), [dataset('c')]);
  t.strictSame(await find([rule('a'), rule('c')]), []);
});

t.test('400: what would find something else than is meant', async (t) => {
  for (const [body, query, why] of [
    [{ filter: { or: [] } }, {}, /filter/],
    [{ filters: filter }, {}, /filters/],
    [{ filter: { and: [{ and: [] }] } }, {}, /criteria/],
    [{ entities: 'dataset' }, {}, /entities/],
    [{ entities: ['data set'] }, {}, /entity type/],
    [[], {}, /object/],
    [{}, { sliceId: '0', sliceMax: '2' }, /sliceId and sliceMax are not supported/],
    [{}, { scrollIdPerEntity: 'true' }, /scrollIdPerEntity must be false/],
    [{}, { count: '6' }, /count is 6; expected an integer from 0 to 5/],
    [{}, { scrollId: 'x' }, /scrollId is "x"/],
    [{ sortCriteria: [{ field: 'nothing' }] }, {}, /"nothing" is not a field/],
  ] as const)
    t.match(await scroll(body, query), plainRefusal(400, why), JSON.stringify([body, query]));
  t.equal((await reader.send('POST', '/openapi/v3/entity/scroll')).status, 200, 'no body finds everything');
});
