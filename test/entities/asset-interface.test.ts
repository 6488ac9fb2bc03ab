import t from 'tap';
import { proposal } from '../support/aspects.js';
import { assetCatalog, assets, platform } from '../support/assets.js';
import { containerUrn, datasetUrn, tagUrn } from '../support/metadata.js';

const { put, read, one } = await assetCatalog(t);

const sales = containerUrn('sales');
const everyAsset = [datasetUrn('orders'), sales, ...assets.map(({ urn }) => urn)];
const bare = [datasetUrn('raw'), containerUrn('raw'), 'urn:li:chart:(looker,raw)'];

const document = `query ($urns: [String!]!) { entities(urns: $urns) { urn ... on Asset {
  displayName description platform { urn } container { urn } tags { tags { tag { urn } } } subTypes { typeNames } } } }`;
const readOften = async (urns: readonly string[]) => {
  const answers = [];
  for (const _ of [1, 2, 3, 4, 5]) answers.push((await read(document, { urns })).entities);
  for (const answer of answers) t.strictSame(answer, answers[0]);
  return answers[0];
};

t.before(async () => {
  const properties = ['datasetProperties', 'containerProperties', ...assets.map(({ aspect }) => aspect)];
  const names = ['name', 'name', ...assets.map(({ name }) => name)];
  for (const [index, urn] of everyAsset.entries()) {
    await put(
      proposal(urn, properties[index]!, { [names[index]!]: `Name ${index}`, description: 'Ingested' }),
    );
    await put(proposal(urn, 'globalTags', { tags: [{ tag: tagUrn('pii') }] }));
    await put(proposal(urn, 'subTypes', { typeNames: ['Kind'] }));
    if (urn !== sales) await put(proposal(urn, 'container', { container: sales }));
  }
  for (const urn of bare) await put(proposal(urn, 'status', { removed: false }));
});

t.test('one fragment shows assets of every type', async (t) => {
  const tools = [platform('hive'), platform('unknown'), ...assets.map((asset) => asset.platform)];
  t.strictSame(
    await readOften([...everyAsset, tagUrn('pii')]),
    everyAsset
      .map((urn, index): object => ({
        urn,
        displayName: `Name ${index}`,
        description: 'Ingested',
        platform: { urn: tools[index] },
        container: urn === sales ? null : { urn: sales },
        tags: { tags: [{ tag: { urn: tagUrn('pii') } }] },
        subTypes: { typeNames: ['Kind'] },
      }))
      .concat([{ urn: tagUrn('pii') }]),
  );
});

t.test('the older fields of DataHub, by which its clients and tests read', async (t) => {
  const urn = datasetUrn('older');
  const [parent, term] = ['urn:li:glossaryTerm:Shop.Sales.Net', 'urn:li:glossaryTerm:plain'];
  const view = { materialized: true, viewLogic: 'select 1', viewLanguage: 'SQL' };
  const schema = {
    ...{ schemaName: 'older', platform: platform('kafka'), version: 7, hash: 'h', cluster: 'c' },
    platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
    fields: [],
  };
  await put(
    proposal(urn, 'datasetProperties', { description: 'Ingested' }),
    proposal(urn, 'viewProperties', { ...view, formattedViewLogic: 'SELECT 1' }),
    proposal(urn, 'schemaMetadata', schema),
    proposal(parent, 'glossaryTermInfo', { definition: 'd', termSource: 'INTERNAL' }),
    proposal(term, 'status', { removed: true }),
  );
  const header =
    'schemaMetadata { name version platformUrn hash cluster datasetUrn aspectVersion fields { fieldPath } }';
  const fields = `exists description viewProperties { materialized logic formattedLogic language } ${header}`;
  t.strictSame(await one('dataset', urn, fields), {
    exists: true,
    description: 'Ingested',
    viewProperties: { materialized: true, logic: 'select 1', formattedLogic: 'SELECT 1', language: 'SQL' },
    schemaMetadata: {
      name: 'older',
      version: 7,
      ...{ platformUrn: platform('kafka'), hash: 'h', cluster: 'c', datasetUrn: urn, aspectVersion: 0 },
      fields: [],
    },
  });
  await put(
    proposal(urn, 'viewProperties', { ...view, materialized: false }),
    proposal(urn, 'schemaMetadata', { ...schema, version: 9007199254740993n.toString(), cluster: null }),
  );
  t.match(await one('dataset', urn, fields), {
    viewProperties: { materialized: false, formattedLogic: null },
    schemaMetadata: { version: 0, cluster: null },
  });
  t.strictSame(await one('dataset', bare[0]!, 'exists viewProperties { logic } schemaMetadata { name }'), {
    exists: true,
    viewProperties: null,
    schemaMetadata: null,
  });
  const terms = `query ($urns: [String!]!) { entities(urns: $urns) {
    ... on GlossaryTerm { name hierarchicalName exists } ... on Tag { exists } } }`;
  t.strictSame((await read(terms, { urns: [parent, term, tagUrn('pii')] })).entities, [
    { name: 'Net', hierarchicalName: 'Shop.Sales.Net', exists: true },
    { name: 'plain', hierarchicalName: 'plain', exists: true },
    { exists: true },
  ]);
  await put(proposal(urn, 'domains', { domains: ['urn:li:domain:nowhere'] }));
  const related =
    'relationships(input: { types: ["AssociatedWith"], direction: OUTGOING }) { relationships { entity { ... on Domain { exists } } } }';
  t.strictSame(await one('dataset', urn, related), {
    relationships: { relationships: [{ entity: { exists: false } }] },
  });
});
