import t from 'tap';
import { batchUrl, encoded, proposal } from '../support/aspects.js';
import { type Caller, testCatalog } from '../support/catalog.js';
import { call, datasetUrn, done, field, refused } from '../support/metadata.js';

/** Each test has entities of its own, whose history begins with it. */
let [orders, sales, board] = ['', '', ''];
let tests = 0;
const [jane, bob, team] = ['urn:li:corpuser:jane', 'urn:li:corpuser:bob', 'urn:li:corpGroup:team'];
const [finance, risk] = ['urn:li:domain:finance', 'urn:li:domain:risk'];
const [email, address] = ['urn:li:glossaryTerm:Email', 'urn:li:glossaryTerm:Address'];
const steward = 'urn:li:ownershipType:steward';
const [technical, none] = ['technical_owner', 'none'].map((name) => `urn:li:ownershipType:__system__${name}`);
const link = { linkUrl: 'https://wiki.example.com/orders', label: 'Runbook' };

const catalog = await testCatalog(t);
const writer = await catalog.user('writer', ['EDIT_ENTITY', 'MANAGE_USERS_AND_GROUPS']);

async function ingest(...proposals: object[]) {
  const { status, body } = await writer.post(batchUrl, { proposals });
  if (status !== 200) throw new Error(JSON.stringify(body));
}

const status = (urn: string) => proposal(urn, 'status', { removed: false });

/** Makes every entity new. */
async function reset() {
  tests += 1;
  [orders, sales] = [datasetUrn(`orders${tests}`), datasetUrn(`sales${tests}`)];
  board = `urn:li:dashboard:(looker,all${tests})`;
  await ingest(
    ...[orders, sales, board].flatMap((urn) => [
      status(urn),
      proposal(urn, 'ownership', { owners: [] }),
      proposal(urn, 'glossaryTerms', { terms: [], auditStamp: { time: 0, actor: writer.urn } }),
      proposal(urn, 'institutionalMemory', { elements: [] }),
      proposal(urn, 'domains', { domains: [] }),
      proposal(urn, 'deprecation', { deprecated: false, note: '', actor: writer.urn }),
    ]),
    ...[jane, bob, team, finance, risk, email, address, steward].map((urn) => status(urn!)),
    ...[orders, sales].map((urn) =>
      proposal(urn, 'schemaMetadata', {
        ...{ schemaName: 's', platform: 'urn:li:dataPlatform:hive', version: 0, hash: '' },
        ...{ platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } } },
        fields: [field('id'), field('email')],
      }),
    ),
    ...[orders, sales].map((urn) =>
      proposal(urn, 'editableSchemaMetadata', {
        editableSchemaFieldInfo: [{ fieldPath: 'id', description: 'key' }],
      }),
    ),
  );
}

async function read(urn: string, name: string) {
  const { body } = await writer.get(`/openapi/v3/entity/${urn.split(':')[2]}/${encoded(urn)}/${name}`);
  return body.value ?? body;
}

interface Recorded {
  readonly id: string;
  readonly category: string;
  readonly operation: string;
  readonly modifier: string | null;
  readonly fieldPath: string | null;
  readonly undoable: boolean;
  readonly changeSet: string;
}

async function readChanges(urn: string, categories: string[]): Promise<Recorded[]> {
  const { body } = await writer.graphql(
    `query ($input: ChangesInput!) { changes(input: $input) {
       changes { id category operation modifier fieldPath undoable changeSet actor { urn } } } }`,
    { input: { urn, categories, count: 100 } },
  );
  return body.data.changes.changes;
}

const edit = (name: string, input: object, caller: Caller = writer) => call(caller, name, { input });
const undo = (caller: Caller, id: string) => call(caller, 'undoChange', { id });
const undoSet = (caller: Caller, changeSet: string) => call(caller, 'undoChanges', { changeSet });

const owner = (ownerUrn: string, more: object = {}) => ({
  ...{ ownerUrn, ownerEntityType: ownerUrn.includes('corpGroup') ? 'CORP_GROUP' : 'CORP_USER', ...more },
});
const readOwners = async (urn: string) =>
  ((await read(urn, 'ownership')).owners as { owner: string; typeUrn: string }[]).map((one) => [
    one.owner,
    one.typeUrn,
  ]);

t.test('owners are added with their types, and removed', async (t) => {
  await reset();
  t.strictSame(
    await edit('addOwner', { ...owner(jane!, { type: 'TECHNICAL_OWNER' }), resourceUrn: orders }),
    done,
  );
  t.match(await read(orders, 'ownership'), {
    owners: [{ owner: jane, type: 'TECHNICAL_OWNER', typeUrn: technical, source: { type: 'MANUAL' } }],
    ownerTypes: { [technical!]: [jane] },
    lastModified: { actor: writer.urn },
  });
  const owners = [
    owner(jane!, { ownershipTypeUrn: technical }),
    owner(jane!),
    owner(team!, { ownershipTypeUrn: steward }),
  ];
  t.strictSame(await edit('addOwners', { owners, resourceUrn: orders }), done);
  t.strictSame(await readOwners(orders), [
    [jane, technical],
    [jane, none],
    [team, steward],
  ]);
  t.strictSame(await edit('addOwners', { owners: [owner(bob!), owner(bob!)], resourceUrn: sales }), done);
  t.strictSame(await readOwners(sales), [[bob, none]], 'each once');
  t.match((await read(orders, 'ownership')).owners[2], { type: 'CUSTOM' });
  t.strictSame(
    await edit('removeOwner', { ownerUrn: jane, ownershipTypeUrn: none, resourceUrn: orders }),
    done,
  );
  t.strictSame(await readOwners(orders), [
    [jane, technical],
    [team, steward],
  ]);
  const resources = [{ resourceUrn: orders }, { resourceUrn: board }];
  t.strictSame(
    await edit('batchAddOwners', { owners: [owner(bob!)], ownershipTypeUrn: steward, resources }),
    done,
  );
  t.strictSame(await readOwners(board), [[bob, steward]]);
  t.strictSame(await edit('batchRemoveOwners', { ownerUrns: [bob, jane], resources }), done);
  t.strictSame(await readOwners(orders), [[team, steward]]);
  t.strictSame(await readOwners(board), []);
});

t.test('owners that cannot be added change nothing', async (t) => {
  await reset();
  const add = (one: object, resourceUrn = orders) => edit('addOwner', { ...one, resourceUrn });
  t.match(await add(owner('urn:li:corpuser:unknown')), refused('NOT_FOUND', /corpuser/));
  t.match(await add({ ownerUrn: team, ownerEntityType: 'CORP_USER' }), refused('BAD_REQUEST', /corpGroup/));
  t.match(await add(owner(jane!, { ownershipTypeUrn: 'urn:li:ownershipType:no' })), refused('NOT_FOUND'));
  t.match(await add(owner(jane!, { ownershipTypeUrn: finance })), refused('BAD_REQUEST', /ownershipType/));
  t.match(await add(owner(jane!), datasetUrn('missing')), refused('NOT_FOUND', /missing/));
  t.match(await add(owner(jane!), jane!), refused('BAD_REQUEST', /corpuser/));
  const resources = [{ resourceUrn: orders }, { resourceUrn: datasetUrn('missing') }];
  t.match(await edit('batchAddOwners', { owners: [owner(jane!)], resources }), refused('NOT_FOUND'));
  const column = { resourceUrn: orders, subResourceType: 'DATASET_FIELD', subResource: 'id' };
  t.match(
    await edit('batchAddOwners', { owners: [owner(jane!)], resources: [column] }),
    refused('BAD_REQUEST', /columns/),
  );
  t.strictSame(await readOwners(orders), []);
  t.strictSame(await readChanges(orders, ['OWNER']), []);
});

t.test('a domain is set, replaced and taken away', async (t) => {
  await reset();
  t.strictSame(await call(writer, 'setDomain', { entityUrn: orders, domainUrn: finance }), done);
  t.match(await read(orders, 'domains'), { domains: [finance], domainAssociations: [{ domain: finance }] });
  const resources = [{ resourceUrn: orders }, { resourceUrn: sales }];
  t.strictSame(await edit('batchSetDomain', { domainUrn: risk, resources }), done);
  t.strictSame((await read(orders, 'domains')).domains, [risk]);
  t.strictSame(await call(writer, 'unsetDomain', { entityUrn: orders }), done);
  t.strictSame((await read(orders, 'domains')).domains, []);
  t.strictSame(await edit('batchSetDomain', { resources }), done);
  t.strictSame((await read(sales, 'domains')).domains, []);
  t.match(
    await call(writer, 'setDomain', { entityUrn: orders, domainUrn: 'urn:li:domain:no' }),
    refused('NOT_FOUND', /domain/),
  );
  t.match(await call(writer, 'setDomain', { entityUrn: orders, domainUrn: email }), refused('BAD_REQUEST'));
});

const column = (subResource: string, resourceUrn = orders) => ({
  ...{ resourceUrn, subResourceType: 'DATASET_FIELD', subResource },
});

t.test('terms are added to entities and columns, and removed', async (t) => {
  await reset();
  t.strictSame(await edit('addTerm', { termUrn: email, resourceUrn: orders }), done);
  t.match(await read(orders, 'glossaryTerms'), {
    terms: [{ urn: email, actor: writer.urn }],
    auditStamp: { actor: writer.urn },
  });
  t.strictSame(await edit('addTerms', { termUrns: [email, address], ...column('email') }), done);
  t.strictSame(await edit('addTerm', { termUrn: email, ...column('id') }), done);
  t.match((await read(orders, 'editableSchemaMetadata')).editableSchemaFieldInfo, [
    { fieldPath: 'id', description: 'key', glossaryTerms: { terms: [{ urn: email }] } },
    { fieldPath: 'email', glossaryTerms: { terms: [{ urn: email }, { urn: address }] } },
  ]);
  t.strictSame(await edit('removeTerm', { termUrn: email, ...column('email') }), done);
  const resources = [
    { resourceUrn: orders },
    column('id'),
    column('email'),
    { resourceUrn: sales },
    column('id', sales),
  ];
  t.strictSame(await edit('batchAddTerms', { termUrns: [address], resources }), done);
  t.strictSame(await edit('batchRemoveTerms', { termUrns: [email, address], resources }), done);
  t.match((await read(orders, 'editableSchemaMetadata')).editableSchemaFieldInfo, [
    { fieldPath: 'id', description: 'key', glossaryTerms: { terms: [] } },
    { fieldPath: 'email', glossaryTerms: { terms: [] } },
  ]);
  t.strictSame((await read(sales, 'glossaryTerms')).terms, []);
  t.match(await edit('addTerm', { termUrn: email, ...column('no') }), refused('NOT_FOUND', /column/));
  t.match(await edit('addTerm', { termUrn: finance, resourceUrn: orders }), refused('BAD_REQUEST'));
});

t.test('links are added, changed and removed by address and label', async (t) => {
  await reset();
  const on = { resourceUrn: orders };
  t.strictSame(await edit('addLink', { ...link, ...on }), done);
  t.match(await edit('addLink', { ...link, ...on }), refused('BAD_REQUEST', /already/));
  t.strictSame(await edit('upsertLink', { ...link, ...on, settings: { showInAssetPreview: true } }), done);
  t.match((await read(orders, 'institutionalMemory')).elements, [
    {
      ...{ url: link.linkUrl, description: 'Runbook', createStamp: { actor: writer.urn } },
      settings: { showInAssetPreview: true },
    },
  ]);
  const current = { currentUrl: link.linkUrl, currentLabel: link.label };
  t.strictSame(await edit('updateLink', { ...current, ...link, label: 'Handbook', ...on }), done);
  t.match(await edit('updateLink', { ...current, ...link, ...on }), refused('NOT_FOUND'));
  t.match((await read(orders, 'institutionalMemory')).elements, [{ description: 'Handbook' }]);
  t.match(
    await edit('addLink', { ...link, linkUrl: 'javascript:alert(1)', ...on }),
    refused('BAD_REQUEST', /script/),
  );
  t.strictSame(await edit('removeLink', { linkUrl: link.linkUrl, label: 'Other', ...on }), done);
  t.equal((await read(orders, 'institutionalMemory')).elements.length, 1);
  t.strictSame(await edit('removeLink', { linkUrl: link.linkUrl, ...on }), done);
  t.strictSame((await read(orders, 'institutionalMemory')).elements, []);
});

t.test('entities are deprecated, and it ends', async (t) => {
  await reset();
  const why = {
    deprecated: true,
    note: 'Use sales',
    decommissionTime: 1_900_000_000_000,
    replacement: sales,
  };
  t.strictSame(await edit('updateDeprecation', { urn: orders, ...why }), done);
  t.match(await read(orders, 'deprecation'), { ...why, actor: writer.urn });
  const resources = [{ resourceUrn: orders }, { resourceUrn: board }];
  t.strictSame(await edit('batchUpdateDeprecation', { deprecated: false, resources }), done);
  t.strictSame(await read(orders, 'deprecation'), { deprecated: false, note: '', actor: writer.urn });
  t.match(
    await edit('updateDeprecation', { urn: orders, ...why, replacement: datasetUrn('no') }),
    refused('NOT_FOUND'),
  );
});

t.test('each change is in the history, and is taken back as it was', async (t) => {
  await reset();
  const aspects = ['ownership', 'domains', 'glossaryTerms', 'institutionalMemory', 'deprecation'];
  await edit('addOwners', {
    owners: [owner(jane!), owner(bob!, { ownershipTypeUrn: steward })],
    resourceUrn: orders,
  });
  await call(writer, 'setDomain', { entityUrn: orders, domainUrn: finance });
  await edit('addTerm', { termUrn: email, resourceUrn: orders });
  await edit('addTerm', { termUrn: email, ...column('email') });
  await edit('addLink', { ...link, resourceUrn: orders });
  await edit('updateDeprecation', { urn: orders, deprecated: true, note: 'Old' });
  const columns = () => read(orders, 'editableSchemaMetadata');
  const readAll = async () => Promise.all([...aspects.map((name) => read(orders, name)), columns()]);
  const before = await readAll();

  const takeAway: [string, string, object][] = [
    ['OWNER', 'removeOwner', { input: { ownerUrn: bob, resourceUrn: orders } }],
    ['DOMAIN', 'unsetDomain', { entityUrn: orders }],
    ['GLOSSARY_TERM', 'removeTerm', { input: { termUrn: email, resourceUrn: orders } }],
    ['GLOSSARY_TERM', 'removeTerm', { input: { termUrn: email, ...column('email') } }],
    ['DOCUMENTATION', 'removeLink', { input: { linkUrl: link.linkUrl, resourceUrn: orders } }],
    ['DEPRECATION', 'updateDeprecation', { input: { urn: orders, deprecated: false } }],
  ];
  for (const [category, name, args] of takeAway) {
    t.strictSame(await call(writer, name, args), done, name);
    const [change] = await readChanges(orders, [category]);
    t.match(change, { category, undoable: true, actor: { urn: writer.urn } }, name);
    t.strictSame(await undo(writer, change!.id), done, name);
    t.match(await undo(writer, change!.id), refused('CONFLICT'), `${name} is taken back once`);
  }
  const after = await readAll();
  const unstamped = (value: object) =>
    JSON.parse(
      JSON.stringify(value, (key, member) => (/^(lastModified|auditStamp)$/.test(key) ? undefined : member)),
    );
  t.strictSame(after.map(unstamped), before.map(unstamped));

  const added = await readChanges(orders, [
    'OWNER',
    'DOMAIN',
    'GLOSSARY_TERM',
    'DOCUMENTATION',
    'DEPRECATION',
  ]);
  const [last] = added.filter(({ operation, category }) => operation === 'ADD' && category === 'OWNER');
  t.ok(last);
  const [reader] = [await catalog.user('reader', [])];
  t.match(await undo(reader!, last!.id), refused('UNAUTHORIZED'));
});

t.test('the replacement of a domain is taken back as a whole', async (t) => {
  for (const operation of ['ADD', 'REMOVE']) {
    await reset();
    await call(writer, 'setDomain', { entityUrn: orders, domainUrn: finance });
    await call(writer, 'setDomain', { entityUrn: orders, domainUrn: risk });
    const [latest] = (await readChanges(orders, ['DOMAIN'])).filter((one) => one.operation === operation);
    t.strictSame(await undo(writer, latest!.id), done);
    t.strictSame((await read(orders, 'domains')).domains, [finance], operation);
  }
});

t.test('a batch of several kinds of places is one change set', async (t) => {
  await reset();
  const resources = [{ resourceUrn: orders }, column('email'), { resourceUrn: sales }];
  await edit('batchAddTerms', { termUrns: [email, address], resources });
  const [change] = await readChanges(orders, ['GLOSSARY_TERM']);
  t.strictSame(await undoSet(writer, change!.changeSet), done);
  t.strictSame((await read(sales, 'glossaryTerms')).terms, []);
  t.strictSame((await read(orders, 'glossaryTerms')).terms, []);
  t.match((await read(orders, 'editableSchemaMetadata')).editableSchemaFieldInfo[1], {
    glossaryTerms: { terms: [] },
  });
  const other = await catalog.user('other', ['EDIT_ENTITY']);
  const [undone] = await readChanges(orders, ['GLOSSARY_TERM']);
  t.strictSame(await undoSet(other, undone!.changeSet), done, 'the undo is undone');
  t.equal((await read(sales, 'glossaryTerms')).terms.length, 2);
});

t.test('writers of one entity lose nothing', async (t) => {
  await reset();
  const people = Array.from({ length: 24 }, (_, at) => `urn:li:corpuser:p${at}`);
  await ingest(...people.map(status));
  const answers = await Promise.all(
    people.map((urn) => edit('addOwner', { ...owner(urn), resourceUrn: orders })),
  );
  for (const answer of answers) t.strictSame(answer, done);
  t.strictSame((await readOwners(orders)).map(([urn]) => urn).sort(), [...people].sort());
  t.equal((await readChanges(orders, ['OWNER'])).length, 24);
});

t.test('pages of entities show what stewards have written', async (t) => {
  await reset();
  await edit('addOwner', { ...owner(jane!, { type: 'TECHNICAL_OWNER' }), resourceUrn: orders });
  await call(writer, 'setDomain', { entityUrn: orders, domainUrn: finance });
  await edit('addTerm', { termUrn: email, resourceUrn: orders });
  await edit('addTerm', { termUrn: email, ...column('email') });
  await edit('addLink', { ...link, resourceUrn: orders });
  const why = { deprecated: true, note: 'Old', decommissionTime: 1_900_000_000_000, replacement: sales };
  await edit('updateDeprecation', { urn: orders, ...why });
  const { body } = await writer.graphql(
    `query ($urn: String!) { dataset(urn: $urn) {
       ownership { owners { owner { urn ... on CorpUser { username } } type ownershipType { urn } associatedUrn }
                   lastModified { actor } }
       domain { domain { urn properties { name } } associatedUrn }
       glossaryTerms { terms { term { urn name } actor { urn } associatedUrn } }
       institutionalMemory { elements { url label author { urn } created { actor } settings { showInAssetPreview } } }
       deprecation { deprecated note decommissionTime actor actorEntity { urn } replacement { urn } }
       editableSchemaMetadata { editableSchemaFieldInfo { fieldPath glossaryTerms { terms { term { urn } associatedUrn } } } }
     } }`,
    { urn: orders },
  );
  t.notOk(body.errors);
  t.strictSame(body.data.dataset, {
    ownership: {
      owners: [
        {
          owner: { urn: jane, username: 'jane' },
          ...{ type: 'TECHNICAL_OWNER', ownershipType: { urn: technical }, associatedUrn: orders },
        },
      ],
      lastModified: { actor: writer.urn },
    },
    domain: { domain: { urn: finance, properties: null }, associatedUrn: orders },
    glossaryTerms: {
      terms: [{ term: { urn: email, name: 'Email' }, actor: { urn: writer.urn }, associatedUrn: orders }],
    },
    institutionalMemory: {
      elements: [
        {
          ...{ url: link.linkUrl, label: 'Runbook', author: { urn: writer.urn } },
          ...{ created: { actor: writer.urn }, settings: null },
        },
      ],
    },
    deprecation: {
      ...{ deprecated: true, note: 'Old', decommissionTime: 1_900_000_000_000 },
      ...{ actor: writer.urn, actorEntity: { urn: writer.urn }, replacement: { urn: sales } },
    },
    editableSchemaMetadata: {
      editableSchemaFieldInfo: [
        { fieldPath: 'id', glossaryTerms: null },
        {
          fieldPath: 'email',
          glossaryTerms: { terms: [{ term: { urn: email }, associatedUrn: orders }] },
        },
      ],
    },
  });
});
