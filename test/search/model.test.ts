import t from 'tap';
import type { Actor } from '../../src/core/actor.js';
import type { Rule, SearchRequest, Sort } from '../../src/search/request.js';
import { aspectCatalog, deletion, proposal } from '../support/aspects.js';
import { field } from '../support/metadata.js';
import { seeded } from '../support/random.js';
import { schemaWith } from '../support/schemas.js';
import { rule, searchRequest } from '../support/search.js';
import { SearchModel } from '../support/search-model.js';

const { services, put, batch, writer } = await aspectCatalog(t, {}, ['DELETE_ENTITY']);
const { below, pick } = seeded(t);
const model = new SearchModel();
const actor: Actor = { urn: writer.urn, can: () => true };

const some = <T>(from: readonly T[], most = 3): T[] => [
  ...new Set(Array.from({ length: below(most + 1) }, () => pick(from))),
];
const urns = (kind: string, ...ids: string[]) => ids.map((id) => `urn:li:${kind}:${id}`);
const tags = urns('tag', 'PII', 'gold', 'tier_one', 'ordersTag');
const [terms, containers, domains] = [
  urns('glossaryTerm', 'email', 'phone'),
  urns('container', 'c1', 'c2'),
  urns('domain', 'sales', 'ops'),
];
const owners = urns('corpuser', 'ann', 'bob', 'cid');
const datasets = ['hive', 'kafka'].flatMap((platform) =>
  ['sales.ordersDaily', 'crm.customers', 'a', 'orders_raw', 'XMLFeed', 'stock'].flatMap((name) =>
    ['PROD', 'DEV'].map((origin) => `urn:li:dataset:(urn:li:dataPlatform:${platform},${name},${origin})`),
  ),
);
const words = [
  'orders',
  'daily',
  'customer',
  'gold',
  'pii',
  'xml',
  'stock',
  'sales',
  'ordersd',
  'mail',
  'team',
  'zebra',
];
const texts = ['Orders of a day', 'customerMail', 'gold standard', 'Stock: raw', 'zebra_team', 'ÉTÉ 100%_x'];

const tagged = () => ({ tags: some(tags).map((tag) => ({ tag })) });
const termed = () => ({
  terms: some(terms, 2).map((urn) => ({ urn })),
  auditStamp: { time: 1, actor: 'urn:li:corpuser:ann' },
});
const columns = () => some(['customer_id', 'mail', 'orderDate', 'n'], 4).map((path) => path);

const aspects: Record<string, () => object> = {
  datasetProperties: () => ({
    ...(below(4) > 0 && { name: pick(texts) }),
    ...(below(2) > 0 && { description: pick(texts) }),
    customProperties: Object.fromEntries(some(['team', 'tier'], 2).map((key) => [key, pick(['a', 'stock'])])),
    ...(below(3) > 0 && { lastModified: { time: below(5) * 1_000 } }),
  }),
  globalTags: tagged,
  glossaryTerms: termed,
  ownership: () => ({ owners: some(owners).map((owner) => ({ owner, type: 'DATAOWNER' })) }),
  domains: () => ({ domains: some(domains, 1) }),
  subTypes: () => ({ typeNames: some(['View', 'Table'], 2) }),
  container: () => ({ container: pick(containers) }),
  deprecation: () => ({ deprecated: below(2) > 0, note: '', actor: 'urn:li:corpuser:ann' }),
  status: () => ({ removed: below(3) === 0 }),
  schemaMetadata: () => ({
    ...schemaWith(),
    fields: columns().map((path) =>
      field(path, {
        ...(below(2) && { globalTags: tagged() }),
        ...(below(3) === 0 && { glossaryTerms: termed() }),
      }),
    ),
  }),
  editableSchemaMetadata: () => ({
    editableSchemaFieldInfo: columns().map((fieldPath) => ({
      fieldPath,
      ...(below(2) && { globalTags: tagged() }),
      ...(below(3) === 0 && { glossaryTerms: termed() }),
    })),
  }),
};

/** Aspects, deleted aspects, and a deleted entity now and then. */
async function write(count: number): Promise<void> {
  const proposals = Array.from({ length: count }, () => {
    const [urn, name] = [pick(datasets), pick(Object.keys(aspects))];
    if (below(8) === 0) {
      model.entities.get(urn)?.delete(name);
      return deletion(urn, name);
    }
    const value = aspects[name]!();
    model.put(urn, name, value);
    return proposal(urn, name, value);
  });
  const { status, body } = await batch(proposals);
  if (status !== 200) throw new Error(JSON.stringify(body));
  const gone = pick(datasets);
  if (below(3) > 0 || !model.entities.delete(gone)) return;
  const deleted = await writer.post('/entities?action=delete', { urn: gone });
  if (deleted.status !== 200) throw new Error(JSON.stringify(deleted.body));
}

const values: Record<string, readonly string[]> = {
  tags,
  fieldTags: tags,
  editedFieldTags: tags,
  glossaryTerms: terms,
  container: containers,
  domains,
  owners,
  platform: urns('dataPlatform', 'hive', 'kafka'),
  origin: ['PROD', 'DEV', 'QA'],
  typeNames: ['View', 'Table', 'view'],
  deprecated: ['true', 'false'],
  removed: ['true', 'false'],
  hasTags: ['true', 'false'],
  hasOwners: ['true'],
  _entityType: ['DATASET', 'CONTAINER'],
  name: texts,
  description: texts,
  customProperties: ['team=a', 'tier=stock'],
  urn: datasets,
};
const texted = ['name', 'description', 'customProperties', 'typeNames', 'urn', 'owners'];

function randomRule(): Rule {
  const negated = below(4) === 0;
  if (below(8) === 0)
    return rule('lastModifiedAt', [String(below(5) * 1_000)], {
      negated,
      condition: pick(['GREATER_THAN', 'LESS_THAN_OR_EQUAL_TO']),
    });
  if (below(4) === 0) {
    const name = pick(texted);
    const value = pick(values[name]!);
    const condition = pick(['CONTAIN', 'START_WITH', 'END_WITH', 'IEQUAL'] as const);
    const [from, to] = { CONTAIN: [1, -1], START_WITH: [0, 4], END_WITH: [-4], IEQUAL: [0] }[condition];
    return rule(name, [value.slice(from, to)], { condition, negated });
  }
  const name = pick(Object.keys(values));
  // Every entity has a type, and is removed or is not.
  if (below(6) === 0 && !['removed', 'hasTags', 'hasOwners', '_entityType'].includes(name))
    return rule(name, [], { condition: 'EXISTS', negated });
  return rule(name, [pick(values[name]!), ...some(values[name]!, 1)], {
    negated,
    condition: pick(['EQUAL', 'IN']),
  });
}

const sorts: Sort[][] = [
  [],
  [],
  [{ field: 'urn', descending: true }],
  [{ field: 'name', descending: false }],
  [
    { field: 'lastModifiedAt', descending: true },
    { field: 'name', descending: true },
  ],
];

const randomRequest = (): SearchRequest =>
  searchRequest({
    types: pick([['dataset'], ['dataset', 'container'], ['tag', 'dataset', 'container'], ['container']]),
    query: below(2) ? '*' : [pick(words), ...some(words, 1)].join(' '),
    filter: Array.from({ length: below(3) }, () => Array.from({ length: below(3) }, randomRule)),
    includeSoftDeleted: below(3) === 0,
    sort: pick(sorts),
  });

const facets = [
  ...'_entityType tags glossaryTerms owners domains container platform platformInstance origin typeNames'.split(
    ' ',
  ),
  ...'deprecated fieldTags editedFieldTags removed hasTags hasOwners name lastModifiedAt'.split(' '),
  ...['platform\u241eorigin', 'tags\u241eowners'],
];

/** The URNs of all pages. */
async function scrolled(request: SearchRequest, count: number): Promise<string[]> {
  const found: string[] = [];
  let scrollId: string | null = null;
  do {
    const page = await services.search.scroll(actor, request, { scrollId, count });
    found.push(...page.hits.map(({ urn }) => urn));
    scrollId = page.nextScrollId;
  } while (scrollId !== null);
  return found;
}

const withRule = (request: SearchRequest, more: Rule): SearchRequest => ({
  ...request,
  filter: request.filter.length === 0 ? [[more]] : request.filter.map((rules) => [...rules, more]),
});

/** Texts are sorted without regard to case and marks of letters, missing ones last. */
function listKeys(urn: string, sort: readonly Sort[]): (string | number | null)[] {
  return sort.map(({ field }) => {
    const [value] = model.values(urn, field);
    if (value === undefined) return null;
    return field === 'lastModifiedAt'
      ? Number(value)
      : field === 'urn'
        ? value
        : value
            .toLowerCase()
            .normalize('NFD')
            .replace(/[\u0300-\u036f]/g, '');
  });
}

function inOrder(found: readonly { urn: string; score: number }[], sort: readonly Sort[]): boolean {
  return found.slice(1).every((hit, index) => {
    const before = found[index]!;
    const [a, b] = [listKeys(before.urn, sort), listKeys(hit.urn, sort)];
    for (const [at, { descending }] of sort.entries()) {
      const [one, other] = [a[at] ?? null, b[at] ?? null];
      if (one === other) continue;
      if (one === null || other === null) return other === null;
      return one < other !== descending;
    }
    return before.score > hit.score || (before.score === hit.score && before.urn < hit.urn);
  });
}

await put(
  ...tags.map((urn, index) =>
    proposal(urn, 'tagProperties', { name: ['Personal', 'Gold', 'Tier', 'zebra'][index] }),
  ),
  ...containers.map((urn) => proposal(urn, 'containerProperties', { name: `Box ${urn.at(-1)}` })),
);
for (const [index, urn] of tags.entries())
  model.put(urn, 'tagProperties', { name: ['Personal', 'Gold', 'Tier', 'zebra'][index] });
for (const urn of containers) model.put(urn, 'containerProperties', { name: `Box ${urn.at(-1)}` });

t.test('results, totals and facets are those of a filter in memory, after every write', async (t) => {
  let [checked, found] = [0, 0];
  await write(60);
  // The fault tests give it longer.
  const end = performance.now() + Number(process.env.MODEL_SECONDS ?? 2) * 1_000;
  // The requests of one or two rounds may find little.
  for (let round = 0; round < 3 || performance.now() < end; round += 1) {
    await write(10);
    for (let step = 0; step < 8; step += 1) {
      const request = randomRequest();
      const expected = model.matches(request);
      const results = await services.search.search(actor, request, { start: 0, count: 1_000 });
      const what = `${round}.${step} ${JSON.stringify(request)}`;
      const same = (one: unknown, other: unknown, name: string) =>
        t.strictSame(one, other, `${name} ${what}`);
      same(results.hits.map(({ urn }) => urn).sort(), expected, 'results');
      t.ok(inOrder(results.hits, request.sort), `order ${what}`);
      same(await results.total(), { count: expected.length, isEstimate: false }, 'total');
      const all = results.hits.map(({ urn }) => urn);
      same(await scrolled(request, 1 + below(7)), all, 'scroll');
      const start = below(5);
      const page = await services.search.search(actor, request, { start, count: 3 });
      same(
        page.hits.map(({ urn }) => urn),
        all.slice(start, start + 3),
        'page',
      );
      for (const facet of await results.facets(facets, 1_000)) {
        const names = facet.field.split('\u241e');
        const of =
          facet.field === 'removed' ? model.matches({ ...request, includeSoftDeleted: true }) : expected;
        same(
          facet.aggregations.map(({ value, count }) => [value, count]),
          model.counts(of, ...names),
          facet.field,
        );
        if (below(10) > 0 || names.length > 1 || facet.aggregations.length === 0) continue;
        const { value, count } = pick(facet.aggregations);
        const narrowed = await services.search.search(actor, withRule(request, rule(facet.field, [value])), {
          count: 0,
        });
        same((await narrowed.total()).count, count, `${facet.field} = ${value}`);
      }
      checked += 1;
      found += expected.length;
    }
  }
  t.ok(found > checked, `${checked} requests found ${found} entities`);
});
