import t from 'tap';
import { aspectCatalog, freshDataset, prefixes, proposal, refusal } from '../support/aspects.js';

const catalog = await aspectCatalog(t, { env: { PAGE_SIZE_MAX: '3', SCROLL_SIZE_MAX: '6' } });
const reader = await catalog.user('reader');
const domain = (id: string) => `urn:li:domain:${id}`;
const datasets = ['one', 'two', 'three', 'four'].map(freshDataset).sort();
await catalog.put(
  proposal(domain('1'), 'domainProperties', { name: 'Finance' }),
  proposal(domain('2'), 'domainProperties', { name: 'Finance (old)' }),
  proposal(domain('3'), 'domainProperties', { name: 'Gone' }),
  proposal(domain('3'), 'status', { removed: true }),
  proposal('urn:li:dataProduct:p', 'dataProductProperties', { name: 'Finance' }),
  ...datasets.map((urn) => proposal(urn, 'subTypes', { typeNames: ['Table'] })),
);

const search = (body: object, prefix = '') => reader.post(`${prefix}/entities?action=search`, body);
const urns = async (body: object): Promise<string[]> => {
  const answer = await search({ entity: 'domain', input: '*', ...body });
  t.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.value.entities.map(({ entity }: { entity: string }) => entity);
};
const and = (...rules: object[]) => ({ filter: { or: [{ and: rules }] } });
const named = (name: string) => and({ field: 'name', values: [name], condition: 'EQUAL' });

t.test('200: get_domain_urn_by_name and get_data_product_urn_by_name, under every prefix', async (t) => {
  for (const prefix of prefixes) {
    const body = { input: '*', entity: 'domain', start: 0, count: 10, ...named('Finance') };
    // The largest page is smaller than the client's, which never needs more than one result.
    const { status, body: answer } = await search({ ...body, count: 6 }, prefix);
    t.equal(status, 200);
    t.match(answer, {
      value: {
        entities: [{ entity: domain('1'), matchedFields: [] }],
        ...{ from: 0, pageSize: 6, numEntities: 1, metadata: { aggregations: [] } },
      },
    });
  }
  t.strictSame(await urns({ entity: 'dataProduct', ...named('Finance') }), ['urn:li:dataProduct:p']);
  t.strictSame(await urns(named('Nothing')), []);
  t.strictSame(await urns(named('Gone')), []);
});

t.test('200: get_search_results', async (t) => {
  const { body } = await search({ input: '*', entity: 'dataset', start: 1, count: 2 });
  t.match(body.value, { from: 1, pageSize: 2, numEntities: 4 });
  t.strictSame(
    body.value.entities.map(({ entity }: { entity: string }) => entity),
    datasets.slice(1, 3),
  );
});

t.test('200: filters of all versions of the client', async (t) => {
  const rule = { field: 'name', value: 'Finance', condition: 'EQUAL' };
  t.strictSame(await urns(and(rule)), [domain('1')]);
  t.strictSame(await urns(and({ ...rule, value: '', values: ['Finance'] })), [domain('1')]);
  t.strictSame(await urns({ filter: { criteria: [rule] } }), [domain('1')]);
  t.strictSame(await urns({ filter: { or: [and(rule).filter.or[0], { and: [{ ...rule, value: 'x' }] }] } }), [
    domain('1'),
  ]);
  t.strictSame(await urns(and({ ...rule, negated: true })), [domain('2')]);
  t.strictSame(await urns(and({ field: 'name', value: '(old', condition: 'CONTAIN' })), [domain('2')]);
  t.strictSame(await urns(and({ field: 'description', condition: 'IS_NULL' })), [domain('1'), domain('2')]);
  t.strictSame(await urns(and({ field: 'description', condition: 'EXISTS' })), []);
  t.strictSame(await urns({ filter: { or: [] } }), [domain('1'), domain('2')]);
  t.strictSame(await urns(and({ field: 'removed', values: ['true'] })), [domain('3')]);
});

t.test('200: input is an expression, or words with fulltext', async (t) => {
  t.strictSame(await urns({ input: 'name:Finance AND -name:old' }), [domain('1')]);
  t.strictSame(await urns({ input: 'fin', fulltext: true }), [domain('1'), domain('2')]);
  t.strictSame(await urns({ input: 'fin' }), [], 'words of an expression are whole words');
  t.strictSame(await urns({ input: 'gone', searchFlags: { includeSoftDeleted: true } }), [domain('3')]);
  const sort = { field: 'name', order: 'DESCENDING' };
  t.strictSame(await urns({ sort }), [domain('2'), domain('1')]);
  t.strictSame(await urns({ sortCriteria: [sort] }), [domain('2'), domain('1')]);
});

t.test('400: invalid requests', async (t) => {
  for (const [body, why] of [
    [{ entity: 'domain' }, /input is required/],
    [{ input: '*' }, /entity/],
    [{ input: '*', entity: 'a:b' }, /entity must be an entity type/],
    [{ input: '*', entity: 'domain', count: 7 }, /count is 7; expected an integer from 0 to 6/],
    [{ input: '*', entity: 'domain', start: -1 }, /start is -1/],
    [{ input: 'name:"', entity: 'domain' }, /the quote is not closed/],
    [{ input: '*', entity: 'domain', ...and({ field: 'nam', value: 'x' }) }, /"nam" is not a field/],
    [{ input: '*', entity: 'domain', ...and({ field: 'name', values: [] }) }, /has no values/],
    [{ input: '*', entity: 'domain', ...and({ field: 'name', value: 'x', condition: 'LIKE' }) }, /condition/],
  ] as const)
    t.match(await search(body), refusal(400, why), JSON.stringify(body));
});

t.test('what is about access is never found', async (t) => {
  t.strictSame(await urns({ entity: 'dataHubPolicy' }), []);
  t.strictSame(await urns({ entity: 'dataHubAccessToken' }), []);
});
