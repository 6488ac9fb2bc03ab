import t from 'tap';
import {
  add,
  aspectCatalog,
  deletion,
  freshDataset,
  patchProposal,
  prefixes,
  proposal,
} from '../support/aspects.js';
import { containerUrn, field, tagUrn } from '../support/metadata.js';
import { related, relationships } from '../support/references.js';

const catalog = await aspectCatalog(t);
const { writer, put, batch } = catalog;
const guest = await catalog.user('guest');
const user = 'urn:li:corpuser:owner';
const term = 'urn:li:glossaryTerm:t';
const outgoing = (urn: string, more = '') => related(guest, urn, 'OUTGOING', more);
const incoming = (urn: string, more = '') => related(guest, urn, 'INCOMING', more);

t.test('200: both directions, under every prefix, for every user', async (t) => {
  const urn = freshDataset();
  const domain = 'urn:li:domain:both';
  await put(proposal(urn, 'domains', { domains: [domain] }));
  for (const prefix of prefixes) {
    t.match(await relationships(guest, domain, 'INCOMING', '', prefix), {
      status: 200,
      body: { start: 0, count: 1, entities: [{ urn, relationshipType: 'AssociatedWith' }] },
    });
    t.match(await relationships(guest, urn, 'OUTGOING', '&relationshipTypes=AssociatedWith', prefix), {
      status: 200,
      body: { start: 0, count: 1, entities: [{ urn: domain, relationshipType: 'AssociatedWith' }] },
    });
  }
});

t.test('references of all aspects, tags and columns, by the names of DataHub', async (t) => {
  const urn = freshDataset();
  const [upstream, sibling] = [freshDataset(), freshDataset()];
  const column = `urn:li:schemaField:(${upstream},a)`;
  const tags = (name: string) => ({ globalTags: { tags: [{ tag: tagUrn(name) }] } });
  await put(
    proposal(urn, 'container', { container: containerUrn('c') }),
    proposal(urn, 'ownership', { owners: [{ owner: user, typeUrn: 'urn:li:ownershipType:o' }] }),
    proposal(urn, 'glossaryTerms', { terms: [{ urn: term }] }),
    proposal(urn, 'siblings', { siblings: [sibling] }),
    proposal(urn, 'upstreamLineage', {
      upstreams: [{ dataset: upstream }],
      fineGrainedLineages: [{ upstreams: [column], downstreams: [`urn:li:schemaField:(${urn},x)`] }],
    }),
    proposal(urn, 'dataPlatformInstance', { platform: 'urn:li:dataPlatform:hive' }),
    proposal(urn, 'globalTags', { tags: [{ tag: tagUrn('whole') }] }),
    proposal(urn, 'schemaMetadata', {
      fields: [
        field('x', { ...tags('ingested'), glossaryTerms: { terms: [{ urn: term }] } }),
        field('y', tags('ingested')),
      ],
    }),
    proposal(urn, 'editableSchemaMetadata', {
      editableSchemaFieldInfo: [
        { fieldPath: 'x', ...tags('edited'), glossaryTerms: { terms: [{ urn: term }] } },
        { fieldPath: 'y', ...tags('edited') },
      ],
    }),
  );
  t.strictSame(await outgoing(urn), [
    `DownstreamOf ${upstream}`,
    `DownstreamOf ${column}`,
    `EditableSchemaFieldTaggedWith ${tagUrn('edited')}`,
    `EditableSchemaFieldWithGlossaryTerm ${term}`,
    `IsPartOf ${containerUrn('c')}`,
    `OwnedBy ${user}`,
    `SchemaFieldTaggedWith ${tagUrn('ingested')}`,
    `SchemaFieldWithGlossaryTerm ${term}`,
    `SiblingOf ${sibling}`,
    `TaggedWith ${tagUrn('whole')}`,
    `TermedWith ${term}`,
    'ownershipType urn:li:ownershipType:o',
    'platform urn:li:dataPlatform:hive',
  ]);
  for (const [tag, relationship] of [
    ['whole', 'TaggedWith'],
    ['ingested', 'SchemaFieldTaggedWith'],
    ['edited', 'EditableSchemaFieldTaggedWith'],
  ] as const) {
    t.strictSame(await incoming(tagUrn(tag)), [`${relationship} ${urn}`], 'once for all columns');
  }
  t.strictSame(await incoming(term, '&relationshipTypes=TermedWith&relationshipTypes=Nothing'), [
    `TermedWith ${urn}`,
  ]);
  t.strictSame(await incoming(term, '&relationshipTypes=TermedWith,SchemaFieldWithGlossaryTerm'), [
    `SchemaFieldWithGlossaryTerm ${urn}`,
    `TermedWith ${urn}`,
  ]);
  t.strictSame(await incoming(term, '&relationshipTypes=Nothing'), []);
});

t.test('a dashboard leads to its charts and datasets, a chart to its inputs', async (t) => {
  const [dashboard, chart] = ['urn:li:dashboard:(looker,d)', 'urn:li:chart:(looker,c)'];
  const edgeTo = (destinationUrn: string) => [{ destinationUrn }];
  const [input, named, edge] = [freshDataset(), freshDataset(), freshDataset()];
  const other = 'urn:li:chart:(looker,e)';
  await put(
    proposal(dashboard, 'dashboardInfo', {
      ...{ title: 'd', description: '', charts: [chart], chartEdges: edgeTo(other) },
      ...{ datasets: [input], datasetEdges: edgeTo(edge) },
    }),
    proposal(chart, 'chartInfo', {
      ...{ title: 'c', description: '', inputs: [input, { string: named }], inputEdges: edgeTo(edge) },
    }),
  );
  t.strictSame(
    await outgoing(dashboard),
    [`Consumes ${input}`, `Consumes ${edge}`, `Contains ${chart}`, `Contains ${other}`].sort(),
  );
  t.strictSame(await outgoing(chart), [input, named, edge].map((urn) => `Consumes ${urn}`).sort());
  t.strictSame(await incoming(chart, '&relationshipTypes=Contains'), [`Contains ${dashboard}`]);

  const field = (type: string, direction: string) =>
    `relationships(input: { types: ["${type}"], direction: ${direction} }) { total relationships { entity { urn } } }`;
  const document = `query ($urns: [String!]!) { entities(urns: $urns) {
    ... on Dashboard { ${field('Contains', 'OUTGOING')} }
    ... on Chart { ${field('Contains', 'INCOMING')} }
    ... on Dataset { ${field('Consumes', 'INCOMING')} } } }`;
  await put(proposal(input, 'status', { removed: false }));
  const { body } = await guest.graphql(document, { urns: [dashboard, chart, input] });
  interface Found {
    relationships: { total: number; relationships: { entity: { urn: string } }[] };
  }
  t.strictSame(
    body.data.entities.map(({ relationships: { total, relationships } }: Found) => [
      total,
      relationships.map(({ entity }) => entity.urn),
    ]),
    [
      [2, [chart, other]],
      [1, [dashboard]],
      [2, [chart, dashboard]],
    ],
  );
});

t.test('references follow every change of their aspect', async (t) => {
  const urn = freshDataset();
  const groups = (...names: string[]) => names.map((name) => `urn:li:domain:${name}`);
  const expected = (...names: string[]) => groups(...names).map((name) => `AssociatedWith ${name}`);
  await put(proposal(urn, 'domains', { domains: groups('a', 'b', 'a') }));
  t.strictSame(await outgoing(urn), expected('a', 'b'), 'the same one twice is one');
  await put(proposal(urn, 'domains', { domains: groups('c') }));
  t.strictSame(await outgoing(urn), expected('c'));
  await put(patchProposal(urn, 'domains', [add('/domains/0', 'urn:li:domain:d')]));
  t.strictSame(await outgoing(urn), expected('c', 'd'));
  t.match(
    await batch([
      proposal(urn, 'domains', { domains: groups('e') }),
      proposal(urn, 'domains', { domains: groups('f', 'g') }),
    ]),
    { status: 200 },
  );
  t.strictSame(await outgoing(urn), expected('f', 'g'));
  await put(deletion(urn, 'domains'));
  t.strictSame(await outgoing(urn), []);
  await put(proposal(urn, 'domains', { domains: groups('h') }));
  await writer.post('/entities?action=delete', { urn });
  t.strictSame(await incoming('urn:li:domain:h'), [], 'a deleted entity refers to nothing');
  t.match(
    await batch([
      proposal(urn, 'domains', { domains: groups('i') }),
      deletion(urn, 'datasetKey'),
      proposal(urn, 'domains', { domains: groups('j') }),
    ]),
    { status: 200 },
  );
  t.strictSame(await outgoing(urn), expected('j'));
});

t.test('of a column that is edited twice, the later entry refers', async (t) => {
  const urn = freshDataset();
  const entryWith = (term: string) => ({ fieldPath: 'a', glossaryTerms: { terms: [{ urn: term }] } });
  const terms = ['urn:li:glossaryTerm:earlier', 'urn:li:glossaryTerm:later'];
  await put(proposal(urn, 'editableSchemaMetadata', { editableSchemaFieldInfo: terms.map(entryWith) }));
  t.strictSame(await related(writer, urn, 'OUTGOING'), [`EditableSchemaFieldWithGlossaryTerm ${terms[1]}`]);
});

t.test('what is no URN is kept and is no reference', async (t) => {
  const urn = freshDataset();
  const long = `urn:li:corpuser:${'x'.repeat(600)}`;
  for (const value of [
    { owners: 1 },
    { owners: [{ owner: 'me' }, { owner: null }, [], { owner: long }, { owner: `${user}(` }] },
    { owners: { owner: user } },
  ]) {
    await put(proposal(urn, 'ownership', value));
    t.strictSame(await catalog.readAspect(urn, 'ownership'), value);
    t.strictSame(await outgoing(urn), []);
  }
});

t.test('pages are in one order, and the last one is empty, at which clients stop', async (t) => {
  const domain = 'urn:li:domain:many';
  const urns = Array.from({ length: 25 }, () => freshDataset('many')).sort();
  t.match(await batch(urns.map((urn) => proposal(urn, 'domains', { domains: [domain] }))), { status: 200 });
  const seen: string[] = [];
  for (let start = 0; ; ) {
    const { body } = await relationships(guest, domain, 'INCOMING', `&start=${start}&count=10`);
    t.equal(body.start, start);
    t.equal(body.count, body.entities.length);
    if (body.count === 0) break;
    seen.push(...body.entities.map(({ urn }: { urn: string }) => urn));
    start += body.count;
  }
  t.strictSame(seen, urns);
  t.equal((await relationships(guest, domain, 'INCOMING')).body.count, 25, 'the default is 200');
});

t.test('GraphQL leaves out related entities that are soft-deleted if it is asked to', async (t) => {
  const domain = 'urn:li:domain:partly';
  const tag = tagUrn('partly');
  const [kept, gone] = [freshDataset('kept'), freshDataset('gone')];
  const columns = { fields: [field('x')] };
  for (const urn of [kept, gone])
    await put(
      proposal(urn, 'domains', { domains: [domain] }),
      proposal(urn, 'globalTags', { tags: [{ tag }] }),
      proposal(urn, 'schemaMetadata', columns),
      proposal(urn, 'editableSchemaMetadata', {
        editableSchemaFieldInfo: [{ fieldPath: 'x', globalTags: { tags: [{ tag }] } }],
      }),
    );
  await put(proposal(gone, 'status', { removed: true }), proposal(domain, 'status', { removed: true }));
  async function read(urn: string, input: string) {
    const { body } = await guest.graphql(
      `query ($urn: String!) { entity(urn: $urn) { ${['Dataset', 'Domain', 'Tag']
        .map(
          (type) => `... on ${type} { relationships(input: { ${input} }) {
            start count total relationships { entity { urn } } } }`,
        )
        .join('\n')} } }`,
      { urn },
    );
    const { relationships: page } = body.data.entity;
    const urns = page.relationships.map(({ entity }: { entity: { urn: string } }) => entity.urn);
    return { ...page, relationships: urns };
  }
  const live = 'includeSoftDelete: false';
  const page = (start: number, total: number, ...relationships: string[]) => {
    return { start, count: relationships.length, total, relationships };
  };
  for (const [urn, type] of [
    [domain, 'AssociatedWith'],
    [tag, 'TaggedWith'],
    [tag, 'EditableSchemaFieldTaggedWith'],
  ] as const) {
    const input = `types: ["${type}"], direction: INCOMING`;
    const everything = page(0, 2, ...[kept, gone].sort());
    for (const more of ['', ', includeSoftDelete: null', ', includeSoftDelete: true'])
      t.strictSame(await read(urn, input + more), everything);
    t.strictSame(await read(urn, `${input}, ${live}`), page(0, 1, kept));
    t.strictSame(await read(urn, `${input}, ${live}, start: 1`), page(1, 1));
  }
  const outwards = 'types: ["AssociatedWith"], direction: OUTGOING';
  t.strictSame((await read(kept, outwards)).relationships, [domain]);
  t.strictSame(await read(kept, `${outwards}, ${live}`), page(0, 0));
});

t.test('an entity that does not exist has no references, and can be referred to', async (t) => {
  t.strictSame(await outgoing(freshDataset()), []);
  t.strictSame(await incoming(freshDataset()), []);
});

t.test('400: what the parameters cannot be', async (t) => {
  const urn = freshDataset();
  for (const [url, why] of [
    ['?direction=INCOMING', /urn/],
    [`?urn=${encodeURIComponent(urn)}`, /direction/],
    [`?urn=${encodeURIComponent(urn)}&direction=BOTH`, /INCOMING/],
    ['?urn=x&direction=INCOMING', /wrong form/],
    [`?urn=${encodeURIComponent(urn)}&direction=INCOMING&start=-1`, /start is -1/],
    [`?urn=${encodeURIComponent(urn)}&direction=INCOMING&start=100001`, /at most 100000/],
    [`?urn=${encodeURIComponent(urn)}&direction=INCOMING&count=1001`, /count is 1001/],
    [`?urn=${encodeURIComponent(urn)}&direction=INCOMING&count=x`, /count/],
  ] as const) {
    const { status, body } = await guest.get(`/openapi/relationships/v1/${url}`);
    t.equal(status, 400, url);
    t.match(JSON.stringify(body), why);
  }
});
