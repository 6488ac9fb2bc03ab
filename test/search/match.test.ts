import t from 'tap';
import type { Condition, Rule } from '../../src/search/request.js';
import { aspectCatalog, proposal } from '../support/aspects.js';
import { field } from '../support/metadata.js';
import { schemaWith } from '../support/schemas.js';
import { matches, rule } from '../support/search.js';

const { db, put } = await aspectCatalog(t);

const urnByName: Record<string, string> = {
  orders: 'urn:li:dataset:(urn:li:dataPlatform:hive,sales.ordersDaily,PROD)',
  customers: 'urn:li:dataset:(urn:li:dataPlatform:snowflake,crm.customers,DEV)',
  gone: 'urn:li:dataset:(urn:li:dataPlatform:hive,old_orders,PROD)',
  plain: 'urn:li:dataset:(urn:li:dataPlatform:hive,plain100%_x,QA)',
  chart: 'urn:li:chart:(looker,revenue)',
  outer: 'urn:li:container:outer',
  inner: 'urn:li:container:inner',
  company: 'urn:li:domain:company',
  finance: 'urn:li:domain:finance',
  node: 'urn:li:glossaryNode:privacy',
  term: 'urn:li:glossaryTerm:email',
  pii: 'urn:li:tag:PII',
  gold: 'urn:li:tag:gold-tier',
};
const nameByUrn = new Map(Object.entries(urnByName).map(([name, urn]) => [urn, name]));
const { orders, customers, gone, plain, chart, outer, inner } = urnByName as { [name: string]: string };
const { company, finance, node, term, pii, gold } = urnByName as { [name: string]: string };

const tags = (...urns: (string | undefined)[]) => ({ tags: urns.map((tag) => ({ tag })) });
const terms = (...urns: (string | undefined)[]) => ({
  terms: urns.map((urn) => ({ urn })),
  auditStamp: { time: 1, actor: 'urn:li:corpuser:ann' },
});

await put(
  proposal(pii!, 'tagProperties', { name: 'PII', description: 'tells who a person is' }),
  proposal(gold!, 'tagProperties', { name: 'Gold Tier' }),
  proposal(outer!, 'containerProperties', { name: 'Warehouse' }),
  proposal(inner!, 'containerProperties', { name: 'Shop' }),
  proposal(inner!, 'container', { container: outer }),
  proposal(company!, 'domainProperties', { name: 'Company' }),
  proposal(finance!, 'domainProperties', { name: 'Finance', parentDomain: company }),
  proposal(node!, 'glossaryNodeInfo', { definition: 'what is private', name: 'Privacy' }),
  proposal(term!, 'glossaryTermInfo', {
    name: 'Address',
    definition: 'where to write to',
    termSource: 'INTERNAL',
    parentNode: node,
  }),
  proposal(orders!, 'datasetProperties', {
    name: 'Fact Orders',
    description: 'All orders of a day',
    customProperties: { team: 'sales', rows: '12' },
    lastModified: { time: 1_700_000_000_000 },
  }),
  proposal(orders!, 'ownership', { owners: [{ owner: 'urn:li:corpuser:ann', type: 'DATAOWNER' }] }),
  proposal(orders!, 'subTypes', { typeNames: ['View'] }),
  proposal(orders!, 'container', { container: inner }),
  proposal(orders!, 'globalTags', tags(pii)),
  proposal(
    orders!,
    'schemaMetadata',
    schemaWith(
      field('customer_id', { description: 'who buys', globalTags: tags(gold) }),
      field('amount', { label: 'Sum' }),
    ),
  ),
  proposal(customers!, 'datasetProperties', { name: 'customers', lastModified: { time: 900 } }),
  proposal(customers!, 'editableDatasetProperties', { description: 'Everybody of Fact' }),
  proposal(customers!, 'domains', { domains: [finance] }),
  proposal(customers!, 'schemaMetadata', schemaWith(field('mail'))),
  proposal(customers!, 'editableSchemaMetadata', {
    editableSchemaFieldInfo: [
      { fieldPath: 'mail', description: 'their address', globalTags: tags(pii), glossaryTerms: terms(term) },
    ],
  }),
  proposal(gone!, 'status', { removed: true }),
  proposal(gone!, 'globalTags', tags(pii)),
  proposal(plain!, 'deprecation', { deprecated: true, note: '', actor: 'urn:li:corpuser:ann' }),
  // A description that was taken away is empty.
  proposal(plain!, 'editableDatasetProperties', { name: 'Ünedited', description: '' }),
  proposal(plain!, 'browsePathsV2', { path: [{ id: 'xyz' }, { id: outer, urn: outer }] }),
  proposal(chart!, 'chartInfo', {
    title: 'Revenue',
    description: 'per person',
    lastModified: {
      created: { time: 5, actor: 'urn:li:corpuser:ann' },
      lastModified: { time: 6, actor: 'urn:li:corpuser:ann' },
    },
  }),
);

const named = (urns: readonly string[]) => urns.map((urn) => nameByUrn.get(urn) ?? urn);
const found = async (query: string) => named(await matches(db, { query })).sort();
const byRules = async (...rules: Rule[]) =>
  named(await matches(db, { filter: [rules], types: ['dataset', 'chart', 'container'] })).sort();

type Case = [field: string, condition: Condition, values: (string | undefined)[], ...names: string[]];
const all = ['chart', 'customers', 'inner', 'orders', 'outer', 'plain'];

t.test('a rule compares the values of its field, and its negation matches all others', async (t) => {
  const cases: Case[] = [
    ['tags', 'EQUAL', [pii], 'customers', 'orders'],
    ['tags', 'EQUAL', [gold, pii], 'customers', 'orders'],
    ['tags', 'EQUAL', ['PII']],
    ['tags', 'CONTAIN', ['pii'], 'customers', 'orders'],
    ['tags', 'EXISTS', [], 'customers', 'orders'],
    ['fieldTags', 'EQUAL', [gold], 'orders'],
    ['fieldTags', 'EQUAL', [pii], 'customers'],
    ['editedFieldTags', 'EQUAL', [gold]],
    ['editedFieldTags', 'EQUAL', [pii], 'customers'],
    ['entityTags', 'IN', [pii], 'orders'],
    ['hasTags', 'EQUAL', ['true'], 'orders'],
    ['hasTags', 'EQUAL', ['false'], ...all.filter((name) => name !== 'orders')],
    ['platform', 'EQUAL', ['urn:li:dataPlatform:snowflake'], 'customers'],
    ['platform.keyword', 'IN', ['urn:li:dataPlatform:snowflake', 'urn:li:dataPlatform:x'], 'customers'],
    ['origin', 'EQUAL', ['DEV'], 'customers'],
    ['env', 'EQUAL', ['DEV'], 'customers'],
    ['origin', 'IEQUAL', ['dev'], 'customers'],
    ['name', 'EQUAL', ['customers'], 'customers'],
    ['name', 'EQUAL', ['Customers']],
    ['name', 'IEQUAL', ['Customers'], 'customers'],
    ['name', 'CONTAIN', ['ORD', 'TOME'], 'customers', 'orders'],
    ['name', 'START_WITH', ['fact'], 'orders'],
    ['name', 'END_WITH', ['act']],
    ['id', 'CONTAIN', ['100%_'], 'plain'],
    ['id', 'CONTAIN', ['n1_0']],
    ['id', 'CONTAIN', ['\\']],
    ['description', 'CONTAIN', ['everybody'], 'customers'],
    ['displayName', 'EQUAL', ['Ünedited'], 'plain'],
    ['hasDescription', 'EQUAL', ['true'], 'chart', 'customers', 'orders'],
    ['customProperties', 'EQUAL', ['team=sales'], 'orders'],
    ['owners', 'EQUAL', ['urn:li:corpuser:ann'], 'orders'],
    [
      'owners',
      'EQUAL',
      ['urn:li:corpuser:ann', ...['a', 'b', 'c', 'd'].map((id) => `urn:li:corpuser:${id}`)],
      'orders',
    ],
    ['description', 'IN', ['a', 'b', 'c', 'per person', 'All orders of a day'], 'chart', 'orders'],
    ['hasOwners', 'EQUAL', ['true'], 'orders'],
    ['domains', 'EQUAL', [finance], 'customers'],
    ['domains', 'EQUAL', [company]],
    ['domains', 'DESCENDANTS_INCL', [company], 'customers'],
    ['domains', 'ANCESTORS_INCL', [company]],
    ['domains', 'RELATED_INCL', [company], 'customers'],
    ['glossaryTerms', 'EQUAL', [term], 'customers'],
    ['fieldGlossaryTerms', 'EXISTS', [], 'customers'],
    ['glossaryTerms', 'DESCENDANTS_INCL', [node], 'customers'],
    ['hasGlossaryTerms', 'EQUAL', ['true']],
    ['container', 'EQUAL', [outer], 'inner'],
    ['container', 'DESCENDANTS_INCL', [outer], 'inner', 'orders', 'plain'],
    ['container', 'ANCESTORS_INCL', [inner], 'inner', 'orders'],
    ['container', 'EXISTS', [], 'inner', 'orders'],
    ['browsePathV2', 'CONTAIN', [outer], 'inner', 'orders', 'plain'],
    ['browsePathV2', 'CONTAIN', [inner], 'orders'],
    ['browsePathV2', 'CONTAIN', [inner, 'XYZ'], 'orders', 'plain'],
    ['typeNames', 'EQUAL', ['View'], 'orders'],
    ['deprecated', 'EQUAL', ['true'], 'plain'],
    ['lastModifiedAt', 'GREATER_THAN', ['6'], 'customers', 'orders'],
    ['lastModifiedAt', 'GREATER_THAN_OR_EQUAL_TO', ['6'], 'chart', 'customers', 'orders'],
    ['lastModifiedAt', 'LESS_THAN', ['900.5'], 'chart', 'customers'],
    ['lastModifiedAt', 'LESS_THAN_OR_EQUAL_TO', ['-1']],
    ['name', 'LESS_THAN', ['10']],
    ['fieldPaths', 'EQUAL', ['customer_id'], 'orders'],
    ['fieldPaths', 'START_WITH', ['MA'], 'customers'],
    ['fieldDescriptions', 'CONTAIN', ['BUYS', 'address'], 'customers', 'orders'],
    ['editedFieldDescriptions', 'EXISTS', [], 'customers'],
    ['fieldLabels', 'EQUAL', ['Sum'], 'orders'],
    ['urn', 'EQUAL', [chart, orders], 'chart', 'orders'],
    ['urn', 'CONTAIN', [':CHART:'], 'chart'],
    ['urn', 'EXISTS', [], ...all],
    ['_entityType', 'EQUAL', ['CHART'], 'chart'],
    ['type', 'IN', ['chart', 'CONTAINER'], 'chart', 'inner', 'outer'],
    ['_entityType', 'START_WITH', ['c'], 'chart', 'inner', 'outer'],
    ['hasActiveIncidents', 'EQUAL', ['true']],
    ['structuredProperties.io.x', 'EXISTS', []],
  ];
  for (const [name, condition, values, ...names] of cases) {
    const given = rule(name, values.map(String), { condition });
    const title = `${name} ${condition} ${values.join(', ')}`;
    t.strictSame(await byRules(given), names, title);
    const others = all.filter((each) => !names.includes(each));
    t.strictSame(await byRules({ ...given, negated: true }), others, `not ${title}`);
    // In one of several alternatives, a rule is another condition.
    const alternatives = [[given], [rule('urn', [chart!])]];
    const either = named(
      await matches(db, { filter: alternatives, types: ['dataset', 'chart', 'container'] }),
    );
    t.strictSame(either.sort(), [...new Set([...names, 'chart'])].sort(), `or ${title}`);
  }
});

t.test('soft-deleted entities are hidden unless they are asked for', async (t) => {
  const tag = rule('tags', [pii!]);
  const removed = rule('removed', ['true']);
  const both = ['customers', 'gone', 'orders'];
  t.strictSame(named(await matches(db, { filter: [[tag]], includeSoftDeleted: true })).sort(), both);
  t.strictSame(await byRules(removed), ['gone']);
  t.strictSame(await byRules(rule('removed.keyword', ['true']), tag), ['gone']);
  t.strictSame(await byRules({ ...removed, negated: true }, tag), ['customers', 'orders']);
  t.strictSame(named(await matches(db, { filter: [[tag], [removed]] })).sort(), both);
  t.strictSame(await found('/q removed:true'), ['gone']);
});

t.test('types are DataHub’s default ones unless a request names some', async (t) => {
  await put(proposal('urn:li:query:q', 'status', { removed: false }));
  t.notOk((await matches(db, {})).includes('urn:li:query:q'));
  t.strictSame(await matches(db, { types: ['query'] }), ['urn:li:query:q']);
  t.strictSame(await matches(db, { types: ['query', 'dataHubPolicy'] }), ['urn:li:query:q']);
  t.strictSame(await matches(db, { types: ['dataHubPolicy', 'dataHubAccessToken'] }), []);
  t.strictSame(await matches(db, { types: ['dataHubPolicy'], filter: [[rule('tags', [pii!])]] }), []);
  t.strictSame(named(await matches(db, { types: ['chart'] })), ['chart']);
  t.strictSame(named(await matches(db, { filter: [[]], types: ['chart'] })), ['chart']);
  t.strictSame(named(await matches(db, { filter: [[rule('urn', ['x'])], []], types: ['chart'] })), ['chart']);
  t.strictSame(await byRules(rule('tags', [pii!]), rule('_entityType', ['DATASET'])), [
    'customers',
    'orders',
  ]);
});

t.test('rules that all alternatives have hold for the whole', async (t) => {
  const alternatives = ['origin', 'env'].map((name) => [rule(name, ['DEV']), rule('tags', [pii!])]);
  t.strictSame(named(await matches(db, { filter: alternatives })), ['customers']);
  const either = [pii, gold].map((tag) => [rule('fieldTags', [tag!]), rule('hasOwners', ['true'])]);
  t.strictSame(named(await matches(db, { filter: either })), ['orders'], 'values of one field');
  const platforms = ['hive', 'snowflake'].map((id) => [rule('platform', [`urn:li:dataPlatform:${id}`])]);
  t.strictSame(named(await matches(db, { filter: platforms })), ['plain', 'orders', 'customers']);
  const ofHive = { types: ['dataset'], filter: [platforms[0]!] };
  t.strictSame(named(await matches(db, ofHive)), ['plain', 'orders'], 'a platform of datasets');
  t.strictSame(named(await matches(db, { ...ofHive, filter: platforms })), ['plain', 'orders', 'customers']);
});

t.test('a plain query finds what has all words, by their beginnings', async (t) => {
  const cases: [query: string, ...names: string[]][] = [
    ['fact', 'customers', 'orders'],
    ['FACT ord', 'orders'],
    ['ordersDaily', 'orders'],
    ['ordersdaily', 'orders'],
    ['orders daily', 'orders'],
    ['sales.orders', 'orders'],
    ['"orders of a day"', 'orders'],
    ['"orders of a da"'],
    ['"of a day', 'orders'],
    ['day all', 'orders'],
    ['fact - orders', 'orders'],
    ['%_', 'plain'],
    ['*ers', 'customers', 'orders'],
    ['*tome*', 'customers'],
    ['c*ers', 'customers'],
    ['cust*', 'customers', 'orders'],
    ['buys', 'orders'],
    ['team=sales', 'orders'],
    // Words of tags find what has the tag.
    ['pii', 'customers', 'orders', 'pii'],
    ['pii cust', 'customers', 'orders'],
    ['tier', 'gold', 'orders'],
    ['person', 'chart', 'customers', 'orders', 'pii'],
    ['urn:li:tag:PII', 'customers', 'orders', 'pii'],
    ['urn:li:corpuser:ann', 'orders'],
    [`${chart}`, 'chart'],
    ['nothing of it'],
  ];
  for (const [query, ...names] of cases) t.strictSame(await found(query), names, query);
  for (const query of ['', ' ', '*', '/q', '/q *', '** "" *'])
    t.equal((await found(query)).length, 12, query);
});

t.test('a query after /q has operators, fields and exact words', async (t) => {
  const cases: [query: string, ...names: string[]][] = [
    ['fact'],
    ['fac'],
    ['fac*', 'customers', 'orders'],
    ['orders+fact', 'orders'],
    ['fact AND orders', 'orders'],
    ['fact -orders', 'customers'],
    ['fact NOT orders', 'customers'],
    ['NOT NOT fact orders', 'orders'],
    ['(revenue OR customers) -urn:li:chart:(looker,revenue)', 'customers'],
    ['revenue || everybody', 'chart', 'customers'],
    ['pii OR revenue', 'chart', 'customers', 'orders', 'pii'],
    ['pii -name:customers', 'orders', 'pii'],
    ['fact -pii'],
    ['fact -(tier OR name:nothing)', 'customers'],
    ['"all orders"', 'orders'],
    ['tag:PII', 'customers', 'orders'],
    ['tag:pii', 'customers', 'orders'],
    ['tag:"Gold Tier"', 'orders'],
    ['tag:gold-tier', 'orders'],
    ['tag:gold*', 'orders'],
    ['tag:urn:li:tag:PII', 'customers', 'orders'],
    ['tags:*', 'customers', 'orders'],
    ['tag:(PII OR gold-tier) AND name:fact', 'orders'],
    ['entityTags:PII', 'orders'],
    ['name: *tome*', 'customers'],
    ['name:fact', 'orders'],
    ['name:"fact orders"', 'orders'],
    ['description:fact', 'customers'],
    ['fieldPaths: amount', 'orders'],
    ['fieldPaths:buys'],
    ['fieldDescriptions:address', 'customers'],
    ['customProperties:team*', 'orders'],
    ['customProperties:"team=sales"', 'orders'],
    ['platform:snowflake', 'customers'],
    ['origin:dev', 'customers'],
    ['owners:ann', 'orders'],
    ['owners:urn:li:corpuser:ann', 'orders'],
    ['_entityType:chart', 'chart'],
    ['hasTags:true', 'orders'],
    ['hasActiveIncidents:true'],
    ['\\(revenue\\)', 'chart'],
  ];
  cases[0]!.push('customers', 'orders');
  for (const [query, ...names] of cases) t.strictSame(await found(`/q ${query}`), names, query);
});

t.test('what has a word in its name comes before what has it elsewhere', async (t) => {
  const request = { query: 'fact', types: ['dataset'] };
  t.strictSame(named(await matches(db, request)), ['orders', 'customers']);
});

t.test('hierarchies that go round in a circle end', async (t) => {
  const [egg, hen, self] = ['egg', 'hen', 'self'].map((id) => `urn:li:container:${id}`);
  const [left, right] = ['left', 'right'].map((id) => `urn:li:domain:${id}`);
  const [sun, moon] = ['sun', 'moon'].map((id) => `urn:li:glossaryNode:${id}`);
  const inside = 'urn:li:dataset:(urn:li:dataPlatform:hive,in_a_circle,PROD)';
  const nodeIn = (urn: string, parentNode: string) =>
    proposal(urn, 'glossaryNodeInfo', { definition: 'd', name: 'n', parentNode });
  const within = (urn: string, container: string) => proposal(urn, 'container', { container });
  await put(
    within(egg!, hen!),
    within(hen!, egg!),
    within(self!, self!),
    within(inside, egg!),
    proposal(left!, 'domainProperties', { name: 'l', parentDomain: right }),
    proposal(right!, 'domainProperties', { name: 'r', parentDomain: left }),
    nodeIn(sun!, moon!),
    nodeIn(moon!, sun!),
    proposal(inside, 'domains', { domains: [left] }),
    proposal(inside, 'glossaryTerms', terms(sun)),
  );
  const both = [inside, egg!, hen!].sort();
  const cases: [field: string, value: string, expected: string[]][] = [
    ['container', hen!, both],
    ['container', self!, [self!]],
    ['domains', right!, [inside]],
    ['glossaryTerms', moon!, [inside]],
  ];
  for (const [name, value, expected] of cases) {
    for (const condition of ['DESCENDANTS_INCL', 'ANCESTORS_INCL', 'RELATED_INCL'] as const)
      t.strictSame(
        (await byRules(rule(name, [value], { condition }))).sort(),
        expected,
        `${name} ${condition}`,
      );
  }
  t.strictSame((await byRules(rule('browsePathV2', [hen!], { condition: 'CONTAIN' }))).sort(), both);
});
