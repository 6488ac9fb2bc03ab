import t from 'tap';
import { aspectCatalog, encoded, prefixes, proposal } from '../../support/aspects.js';
import { plainRefusal } from '../../support/openapi.js';

const catalog = await aspectCatalog(t, {
  env: { SCROLL_SIZE_MAX: '5', PAGE_SIZE_MAX: '5', ASPECTS_UNKNOWN: 'store' },
});
const reader = await catalog.user('reader');
const resource = (id: string) => `urn:li:platformResource:${id}`;
const urn = String.raw`urn:li:tag:a "quoted" \ (tag), 1`;
const info = (resourceType: string, primaryKey: string, secondaryKeys: string[] = []) => ({
  ...{ resourceType, primaryKey, secondaryKeys },
});
const instance = 'urn:li:dataPlatformInstance:(urn:li:dataPlatform:glue,eu)';
await catalog.put(
  proposal(resource('a'), 'platformResourceInfo', info('GluePlatformResource', 'Sensitive/Key:1')),
  proposal(resource('a'), 'dataPlatformInstance', { platform: 'urn:li:dataPlatform:glue', instance }),
  proposal(
    resource('b'),
    'platformResourceInfo',
    info('GluePlatformResource', 'other', [urn, 'ns-12.share']),
  ),
  proposal(resource('b'), 'dataPlatformInstance', { platform: 'urn:li:dataPlatform:unity' }),
  proposal(resource('c'), 'platformResourceInfo', info('USER_ID_MAPPING', 'users')),
  proposal(resource('gone'), 'platformResourceInfo', info('USER_ID_MAPPING', 'users')),
  proposal(resource('gone'), 'status', { removed: true }),
  proposal('urn:li:dataset:(urn:li:dataPlatform:glue,users,PROD)', 'custom', '{"n":1.0}'),
);

const list = (query: Record<string, string>, type = 'platformresource', prefix = '') =>
  reader.get(`${prefix}/openapi/v3/entity/${type}?${new URLSearchParams(query)}`);
const ids = async (query: string, others = {}) => {
  const { status, body } = await list({ query, ...others });
  t.equal(status, 200, JSON.stringify(body));
  return body.entities.map((entity: { urn: string }) => entity.urn.slice(resource('').length)).join(' ');
};
/** As `ElasticsearchQueryBuilder` of DataHub's client escapes a value. */
const escaped = (value: string) => value.replace(/[-+=&|><!(){}[\]^"~*?:\\/]/g, String.raw`\$&`);

t.test('200: what the client asks for platform resources, under every prefix', async (t) => {
  const key = { platformResourceKey: { value: { id: 'a' } } };
  const query = `resourceType:"GluePlatformResource" AND primaryKey:"${escaped('Sensitive/Key:1')}"`;
  const sent = {
    ...{ systemMetadata: 'false', includeSoftDelete: 'false', skipCache: 'false' },
    ...{ aspects: 'platformResourceKey', count: '5', query },
  };
  for (const prefix of prefixes) {
    const { status, body } = await list(sent, 'platformresource', prefix);
    t.equal(status, 200);
    t.strictSame(body, { entities: [{ urn: resource('a'), ...key }] });
  }
});

t.test('200: the queries that the client builds', async (t) => {
  for (const [query, found] of [
    [`(resourceType:"GluePlatformResource" AND secondaryKeys:"${escaped(urn)}")`, 'b'],
    [`(primaryKey:"users" OR secondaryKeys:"${escaped(urn)}")`, 'b c'],
    [`platform.keyword:"${escaped('urn:li:dataPlatform:glue')}"`, 'a'],
    [`platformInstance.keyword:"${escaped(instance)}"`, 'a'],
    [`(resourceType:"GluePlatformResource" AND -primaryKey:"other")`, 'a'],
    ['secondaryKeys:ns-12*', 'b'],
    ['secondaryKeys:*', 'b'],
    [`primaryKey:${escaped('Sensitive/Key:1')}`, 'a'],
    ['primaryKey:"user"', ''],
    ['*', 'a b c'],
    ['', 'a b c'],
    ['/q primaryKey:users', 'c'],
  ] as const)
    t.equal(await ids(query), found, query);
  t.equal(await ids('primaryKey:users', { includeSoftDelete: 'true' }), 'c gone');
  t.equal(await ids('*', { sort: 'primaryKey' }), 'b a c');
  t.equal(await ids('*', { sortCriteria: 'resourceType,primaryKey', sortOrder: 'DESCENDING' }), 'c a b');
});

t.test('200: pages', async (t) => {
  const found: string[] = [];
  let scrollId = '';
  do {
    const { body } = await list({ query: '*', count: '2', ...(scrollId && { scrollId }) });
    found.push(...body.entities.map((entity: { urn: string }) => entity.urn));
    scrollId = body.scrollId;
  } while (scrollId);
  t.strictSame(found, ['a', 'b', 'c'].map(resource));
});

t.test('200: other types, with all aspects and every digit', async (t) => {
  const { body } = await list({ query: 'id:users' }, 'DATASET');
  t.strictSame(Object.keys(body.entities[0]).sort(), ['browsePathsV2', 'custom', 'datasetKey', 'urn']);
  const { text } = await catalog.wire('GET', '/openapi/v3/entity/dataset?aspects=custom&query=id:users');
  t.match(text, '"custom":{"value":{"n":1.0}}');
  t.strictSame((await list({}, 'nothing')).body, { entities: [] });
  t.strictSame((await list({}, 'dataHubPolicy')).body, { entities: [] }, 'policies are never found');
});

t.test('400: invalid parameters', async (t) => {
  for (const [query, why] of [
    [{ query: 'primaryKey:[a TO b]' }, /ranges are possible only in a filter/],
    [{ query: 'primaryKei:x' }, /"primaryKei" is not a field/],
    [{ query: 'primaryKey:"x' }, /the quote is not closed/],
    [{ count: '6' }, /count is 6; expected an integer from 0 to 5/],
    [{ count: 'x' }, /count/],
    [{ scrollId: 'x' }, /scrollId is "x"/],
    [{ sliceId: '0', sliceMax: '2' }, /sliceId and sliceMax are not supported/],
    [{ sortOrder: 'UP' }, /sortOrder/],
    [{ sort: 'nothing' }, /"nothing" is not a field/],
    [{ includeSoftDelete: 'x' }, /includeSoftDelete must be true or false/],
  ] as const)
    t.match(await list(query), plainRefusal(400, why), JSON.stringify(query));
  t.match(await reader.get(`/openapi/v3/entity/${encoded('a:b')}`), plainRefusal(400, /entity type/));
});

t.test('405: a scroll by GET', async (t) => {
  t.match(await reader.get('/openapi/v3/entity/scroll'), plainRefusal(405, /POST/));
});
