import t from 'tap';
import { listAspects } from '../../src/datahub/aspects/models.js';
import { entityTypesByName } from '../../src/datahub/entity-types.js';
import { hiddenEntityTypes } from '../../src/datahub/hidden-types.js';
import { aspectCatalog, proposal } from '../support/aspects.js';
import { chartUrn, dashboardUrn, flowUrn, jobUrn, platform } from '../support/assets.js';
import { containerUrn, datasetUrn, tagUrn } from '../support/metadata.js';

const { put, batch, read, writer } = await aspectCatalog(t, {}, ['MANAGE_USERS_AND_GROUPS']);

const document = `query ($urns: [String!]!) { entities(urns: $urns) { urn displayName description colorHex } }`;
const readOne = async (urn: string, fields: string) =>
  (await read(`query ($urn: String!) { entity(urn: $urn) { ${fields} } }`, { urn })).entity;
interface Shown {
  readonly displayName: string | null;
  readonly description: string | null;
}
const showAll = async (urns: readonly string[]) =>
  (await read(document, { urns })).entities.map(({ displayName, description }: Shown) => [
    displayName,
    description,
  ]);
const show = async (urn: string) => (await showAll([urn]))[0];
const write = async (proposals: readonly object[]) => {
  const { status, body } = await batch(proposals);
  if (status !== 200) throw new Error(JSON.stringify(body));
};

const time = { time: 1, actor: writer.urn };
const stamps = { created: time, lastModified: time };
const [name, description] = ['Ingested', 'About it'];
const titled = { title: name, description };
const term = { name, definition: description };

/** A URN, the aspect with its name and description, and the aspect with the edited ones. */
const named: readonly (readonly [urn: string, aspect: string, value: object, edited?: string])[] = [
  [datasetUrn('orders'), 'datasetProperties', { name, description }, 'editableDatasetProperties'],
  [containerUrn('sales'), 'containerProperties', { name, description }, 'editableContainerProperties'],
  [chartUrn, 'chartInfo', { ...titled, lastModified: stamps }, 'editableChartProperties'],
  [dashboardUrn, 'dashboardInfo', { ...titled, lastModified: stamps }, 'editableDashboardProperties'],
  [flowUrn, 'dataFlowInfo', { name, description }, 'editableDataFlowProperties'],
  [jobUrn, 'dataJobInfo', { name, description, type: 'SQL' }, 'editableDataJobProperties'],
  ['urn:li:corpGroup:all', 'corpGroupInfo', { displayName: name, description }, 'corpGroupEditableInfo'],
  ['urn:li:notebook:(querybook,1)', 'notebookInfo', { ...titled, changeAuditStamps: stamps }],
  ['urn:li:glossaryTerm:net', 'glossaryTermInfo', { ...term, termSource: 'INTERNAL' }],
  ['urn:li:glossaryNode:money', 'glossaryNodeInfo', term],
  ['urn:li:domain:sales', 'domainProperties', { name, description }],
  ['urn:li:dataProduct:orders', 'dataProductProperties', { name, description }],
  ['urn:li:application:shop', 'applicationProperties', { name, description }],
  ['urn:li:form:review', 'formInfo', { name, description }],
  ['urn:li:ownershipType:own', 'ownershipTypeInfo', { name, description, ...stamps }],
  [
    `urn:li:dataPlatformInstance:(${platform('hive')},eu)`,
    'dataPlatformInstanceProperties',
    { name, description },
  ],
  [tagUrn('pii'), 'tagProperties', { name, description, colorHex: '#aa0000' }],
  [
    'urn:li:structuredProperty:retention',
    'propertyDefinition',
    {
      ...{ displayName: name, description, qualifiedName: 'retention' },
      ...{ valueType: 'urn:li:dataType:datahub.string', entityTypes: ['urn:li:entityType:datahub.dataset'] },
    },
  ],
];

const all = named.map(([urn]) => urn);

t.before(() => write(named.map(([urn, aspect, value]) => proposal(urn, aspect, value))));

t.test('displayName and description are the ingested ones, for every type with such an aspect', async (t) => {
  const shown = await showAll(all);
  for (const [index, urn] of all.entries()) t.strictSame(shown[index], [name, description], urn);
  const { entities } = await read(document, { urns: [tagUrn('pii'), datasetUrn('orders')] });
  t.strictSame(
    entities.map(({ colorHex }: { colorHex: string | null }) => colorHex),
    ['#aa0000', null],
  );
});

t.test('texts that people wrote are shown in place of ingested ones, unless they are empty', async (t) => {
  const edit = (text: string) =>
    write(
      named.flatMap(([urn, , , aspect]) =>
        aspect === undefined ? [] : proposal(urn, aspect, { description: text, ...stamps }),
      ),
    );
  await edit('Written');
  t.strictSame(
    await showAll(all),
    named.map(([, , , aspect]) => [name, aspect === undefined ? description : 'Written']),
  );
  await edit('');
  t.strictSame(
    await showAll(all),
    all.map(() => [name, description]),
  );
  for (const [given, expected] of [
    ['Ours', 'Ours'],
    ['', name],
  ] as const) {
    await put(proposal(datasetUrn('orders'), 'editableDatasetProperties', { name: given, ...stamps }));
    t.strictSame(await show(datasetUrn('orders')), [expected, description]);
  }
});

t.test('a person: the name of the own profile, of the administrators, the full name', async (t) => {
  const urn = 'urn:li:corpuser:ann';
  const info = (more: object) => put(proposal(urn, 'corpUserInfo', { active: true, ...more }));
  await info({ title: 'Analyst', email: 'ann@example.com' });
  t.strictSame(await show(urn), ['ann', null]);
  await info({ fullName: 'Ann Lee' });
  t.strictSame(await show(urn), ['Ann Lee', null]);
  await info({ fullName: 'Ann Lee', displayName: 'Ann' });
  t.strictSame(await show(urn), ['Ann', null]);
  await put(proposal(urn, 'corpUserEditableInfo', { displayName: 'Annie', aboutMe: 'Loads the shop.' }));
  t.strictSame(await show(urn), ['Annie', 'Loads the shop.']);
});

t.test('a platform: its display name, else its name', async (t) => {
  const info = { name: 'hive', type: 'OTHERS', datasetNameDelimiter: '.' };
  await put(proposal(platform('hive'), 'dataPlatformInfo', { ...info, displayName: 'Apache Hive' }));
  t.strictSame(await show(platform('hive')), ['Apache Hive', null]);
  await put(proposal(platform('hive'), 'dataPlatformInfo', info));
  t.strictSame(await show(platform('hive')), ['hive', null]);
});

t.test('an entity of any type without a name has that of its URN', async (t) => {
  const keys: Readonly<Record<string, string>> = {
    dataset: `(${platform('hive')},nameless,PROD)`,
    chart: '(looker,nameless)',
    dashboard: '(looker,nameless)',
    dataFlow: '(airflow,nameless,prod)',
    dataJob: `(${flowUrn},nameless)`,
    schemaField: `(${datasetUrn('orders')},nameless)`,
  };
  const types = [...entityTypesByName.values()].filter(
    (type) => !hiddenEntityTypes.includes(type) && listAspects(type).includes('status'),
  );
  const urns = types.map((type) => `urn:li:${type}:${keys[type] ?? 'nameless'}`);
  // A chart without the form that DataHub's have, and a URN with a platform.
  urns.push('urn:li:chart:nameless', `urn:li:mlModel:(${platform('x')},nameless,PROD)`);
  await write(urns.map((urn) => proposal(urn, 'status', {})));
  const shown = await showAll(urns);
  t.ok(urns.length > 40, `${urns.length} types`);
  for (const [index, urn] of urns.entries()) t.strictSame(shown[index], ['nameless', null], urn);
  // The same of an entity that does not exist, to which another one refers.
  await put(
    proposal(datasetUrn('raw'), 'ownership', { owners: [{ owner: 'urn:li:corpuser:nobody', type: 'NONE' }] }),
  );
  const entity = await readOne(datasetUrn('raw'), 'owners { urn displayName description }');
  t.strictSame(entity.owners, [{ urn: 'urn:li:corpuser:nobody', displayName: 'nobody', description: null }]);
});

t.test('removed, deprecated, owners, domains and terms of an entity of any type', async (t) => {
  const [owner, domain, net] = ['urn:li:corpuser:bob', 'urn:li:domain:sales', 'urn:li:glossaryTerm:net'];
  const fields = `urn removed deprecated owners { urn displayName } domains { displayName } terms { displayName }`;
  const known = [datasetUrn('known'), `urn:li:mlModel:(${platform('one')},known,PROD)`];
  for (const urn of known) {
    await put(proposal(urn, 'status', { removed: false }));
    t.strictSame(await readOne(urn, fields), {
      ...{ urn, removed: false, deprecated: false },
      ...{ owners: [], domains: [], terms: [] },
    });
    await put(
      proposal(urn, 'status', { removed: true }),
      proposal(urn, 'deprecation', { deprecated: true, note: '', actor: owner }),
      proposal(urn, 'ownership', { owners: [{ owner, type: 'NONE' }] }),
      proposal(urn, 'domains', { domains: [domain] }),
      proposal(urn, 'glossaryTerms', { terms: [{ urn: net }], auditStamp: time }),
    );
    t.strictSame(await readOne(urn, fields), {
      ...{ urn, removed: true, deprecated: true },
      owners: [{ urn: owner, displayName: 'bob' }],
      domains: [{ displayName: name }],
      terms: [{ displayName: name }],
    });
  }
});

t.test('an owner or a domain that is not a URN is left out', async (t) => {
  const urn = datasetUrn('texts');
  const owners = ['somebody', 'urn:li:corpuser:', 'urn:li:corpuser:carl'].map((owner) => ({
    owner,
    type: 'NONE',
  }));
  await put(
    proposal(urn, 'ownership', { owners }),
    proposal(urn, 'domains', { domains: ['sales', 'urn:li:domain:sales'] }),
  );
  t.strictSame(await readOne(urn, 'owners { urn } domains { urn }'), {
    owners: [{ urn: 'urn:li:corpuser:carl' }],
    domains: [{ urn: 'urn:li:domain:sales' }],
  });
});
