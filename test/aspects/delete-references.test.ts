import t from 'tap';
import type { Database } from '../../src/db/database.js';
import { aspectCatalog, forbidden, freshDataset, prefixes, proposal, refusal } from '../support/aspects.js';
import { containerUrn, field, tagUrn } from '../support/metadata.js';
import { deleteReferences, related } from '../support/references.js';
import { checkTaggedEntities } from '../support/tagged-entities.js';

const catalog = await aspectCatalog(t, {}, ['MANAGE_USERS_AND_GROUPS']);
const { writer, put, batch, readAspect } = catalog;
const lacks = (...missingPrivileges: string[]) => ({
  ...forbidden,
  body: { ...forbidden.body, missingPrivileges },
});
const toDelete = ['DELETE_ENTITY', 'EDIT_ENTITY'];
const answer = (total: number, ...relatedAspects: object[]) => ({
  status: 200,
  body: { value: { total, relatedAspects } },
});
let made = 0;
const fresh = (type: string) => `urn:li:${type}:r${made++}`;

t.test('each aspect loses what needs the reference, and no more', async (t) => {
  const [target, other] = [fresh('x'), fresh('x')];
  const at = { time: 1, actor: 'urn:li:corpuser:a' };
  const edges = [{ destinationUrn: target }];
  const typeOf = (name: string) => `urn:li:ownershipType:__system__${name}`;
  for (const [relationship, name, before, after] of [
    [
      'OwnedBy',
      'ownership',
      { owners: [{ owner: target }, { owner: other, n: 1.5 }], at },
      { owners: [{ owner: other, n: 1.5 }], at, ownerTypes: { [typeOf('none')]: [other] } },
    ],
    [
      'ownershipType',
      'ownership',
      { owners: [{ owner: other, typeUrn: target }] },
      { owners: [{ owner: other }], ownerTypes: { [typeOf('none')]: [other] } },
    ],
    [
      'AssociatedWith',
      'domains',
      { domains: [other, target, target] },
      { domains: [other], domainAssociations: [{ domain: other }] },
    ],
    [
      'TermedWith',
      'glossaryTerms',
      { terms: [{ urn: target }], auditStamp: at },
      { terms: [], auditStamp: at },
    ],
    [
      'DownstreamOf',
      'upstreamLineage',
      { upstreams: [{ dataset: target }, { dataset: other }] },
      { upstreams: [{ dataset: other }] },
    ],
    [
      'DownstreamOf',
      'upstreamLineage',
      { fineGrainedLineages: [{ upstreams: [target, other], downstreams: [] }] },
      { fineGrainedLineages: [{ upstreams: [other], downstreams: [] }] },
    ],
    ['platform', 'dataPlatformInstance', { platform: target, instance: other }, null],
    [
      'dataPlatformInstance',
      'dataPlatformInstance',
      { platform: other, instance: target },
      { platform: other },
    ],
    ['IsMemberOfGroup', 'groupMembership', { groups: [target] }, { groups: [] }],
    ['IsMemberOfNativeGroup', 'nativeGroupMembership', { nativeGroups: [target] }, { nativeGroups: [] }],
    ['IsPartOf', 'domainProperties', { name: 'n', parentDomain: target }, { name: 'n' }],
    ['IsPartOf', 'glossaryTermInfo', { definition: 'd', parentNode: target }, { definition: 'd' }],
    ['DataProductContains', 'dataProductProperties', { assets: edges }, { assets: [] }],
    [
      'Consumes',
      'chartInfo',
      { inputs: [{ string: target }, { string: other }, target] },
      { inputs: [{ string: other }] },
    ],
    ['Contains', 'dashboardInfo', { chartEdges: edges }, { chartEdges: [] }],
    ['SiblingOf', 'siblings', { siblings: [target], primary: true }, { siblings: [], primary: true }],
    ['ReportsTo', 'corpUserInfo', { active: true, managerUrn: target }, { active: true }],
  ] as const) {
    const urn = freshDataset();
    await put(proposal(urn, name, before));
    const stored = await readAspect(urn, name);
    const expected = answer(1, { relationship, entity: urn, aspect: name });
    t.match(await deleteReferences(writer, target, { dryRun: true }), expected, name);
    t.strictSame(await readAspect(urn, name), stored, 'a dry run changes nothing');
    t.match(await deleteReferences(writer, target), expected, name);
    t.strictSame(await readAspect(urn, name), after, name);
    t.match(await deleteReferences(writer, target), answer(0), 'nothing is left');
  }
});

t.test('a container takes the aspect with it, and the entity that was referred to stays', async (t) => {
  const [urn, box] = [freshDataset(), containerUrn('box')];
  await put(
    proposal(box, 'containerProperties', { name: 'b' }),
    proposal(urn, 'container', { container: box }),
  );
  t.match(
    await deleteReferences(writer, box),
    answer(1, { relationship: 'IsPartOf', entity: urn, aspect: 'container' }),
  );
  t.equal(await readAspect(urn, 'container'), null);
  t.strictSame(await readAspect(box, 'containerProperties'), { name: 'b' });
});

t.test('a tag goes from entities, edited columns and ingested columns, under every prefix', async (t) => {
  for (const prefix of prefixes) {
    const urn = freshDataset();
    const [tag, kept] = [tagUrn(`gone${made++}`), tagUrn('kept')];
    const globalTags = { tags: [{ tag }, { tag: kept, context: 'c' }] };
    await put(
      proposal(urn, 'globalTags', globalTags),
      proposal(urn, 'schemaMetadata', { fields: [field('x', { globalTags }), field('y', { globalTags })] }),
      proposal(urn, 'editableSchemaMetadata', { editableSchemaFieldInfo: [{ fieldPath: 'x', globalTags }] }),
    );
    const { status, body } = await deleteReferences(writer, tag, {}, prefix);
    t.equal(status, 200);
    t.equal(body.value.total, 3, 'the columns of one aspect count once');
    t.strictSame(body.value.relatedAspects.map((one: object) => Object.values(one).join(' ')).sort(), [
      `EditableSchemaFieldTaggedWith ${urn} editableSchemaMetadata`,
      `SchemaFieldTaggedWith ${urn} schemaMetadata`,
      `TaggedWith ${urn} globalTags`,
    ]);
    const left = { tags: [{ tag: kept, context: 'c' }] };
    t.strictSame(await readAspect(urn, 'globalTags'), left);
    t.strictSame(
      (await readAspect(urn, 'schemaMetadata')).fields.map((one: { globalTags: object }) => one.globalTags),
      [left, left],
    );
    t.strictSame((await readAspect(urn, 'editableSchemaMetadata')).editableSchemaFieldInfo, [
      { fieldPath: 'x', globalTags: left },
    ]);
  }
});

t.test('terms of edited columns go, and the tags beside them stay', async (t) => {
  const [urn, term] = [freshDataset(), fresh('glossaryTerm')];
  const globalTags = { tags: [{ tag: tagUrn('kept') }] };
  await put(
    proposal(urn, 'editableSchemaMetadata', {
      editableSchemaFieldInfo: [
        { fieldPath: 'x', description: 'd', globalTags, glossaryTerms: { terms: [{ urn: term }] } },
      ],
    }),
  );
  t.match(await deleteReferences(writer, term), { status: 200, body: { value: { total: 1 } } });
  t.strictSame((await readAspect(urn, 'editableSchemaMetadata')).editableSchemaFieldInfo, [
    { fieldPath: 'x', description: 'd', glossaryTerms: { terms: [] }, globalTags },
  ]);
});

t.test('many aspects, of which ten are shown, and large ones', async (t) => {
  const domain = fresh('domain');
  const padding = 'x'.repeat(400_000);
  const urns = Array.from({ length: 120 }, () => freshDataset());
  const of = (index: number) => ({ domains: [domain], ...(index < 70 && { padding }) });
  for (let from = 0; from < urns.length; from += 30) {
    const some = urns.slice(from, from + 30).map((urn, index) => proposal(urn, 'domains', of(from + index)));
    t.match(await batch(some), { status: 200 });
  }
  const { status, body } = await deleteReferences(writer, domain);
  t.strictSame([status, body.value?.total, body.value?.relatedAspects.length], [200, 120, 10]);
  for (const index of [0, 69, 119]) {
    t.strictSame(await readAspect(urns[index]!, 'domains'), {
      ...of(index),
      domains: [],
      domainAssociations: [],
    });
  }
  t.match(await deleteReferences(writer, domain), answer(0));
});

t.test('403: the right is needed over the entity and all that refer to it, also for a dry run', async (t) => {
  const owner = fresh('domain');
  const [mine, theirs] = [freshDataset(), freshDataset()];
  const ownership = { owners: [{ owner }] };
  await put(proposal(mine, 'ownership', ownership), proposal(theirs, 'ownership', ownership));
  for (const [name, urns, status] of [
    ['none', [], 403],
    ['target', [owner], 403],
    ['referrers', [mine, theirs], 403],
    ['one', [owner, mine], 403],
    ['all', [owner, mine, theirs], 200],
  ] as const) {
    for (const privilege of ['DELETE_ENTITY', 'EDIT_ENTITY'] as const) {
      const by = await catalog.user(`${name}-${privilege}`, urns.length > 0 ? [privilege] : [], {
        type: null,
        urns,
      });
      const outcome = await deleteReferences(by, owner, { dryRun: true });
      t.match(outcome, status === 403 ? lacks(...toDelete) : { status }, name);
      if (status === 403) t.match(await deleteReferences(by, owner), lacks(...toDelete), name);
    }
  }
  t.match(await readAspect(mine, 'ownership'), ownership, 'a refusal as a whole');
  const nobody = await catalog.user('nobody', ['EDIT_ENTITY_STATUS', 'MANAGE_TAGS']);
  t.match(
    await deleteReferences(nobody, fresh('domain')),
    lacks(...toDelete),
    'also when nothing refers to it',
  );
});

t.test('Manage Tags suffices for a tag, and for nothing else', async (t) => {
  const manager = await catalog.user('manager', ['MANAGE_TAGS']);
  const [urn, tag] = [freshDataset(), tagUrn(`managed${made++}`)];
  await put(
    proposal(urn, 'globalTags', { tags: [{ tag }] }),
    proposal(urn, 'schemaMetadata', { fields: [field('x', { globalTags: { tags: [{ tag }] } })] }),
    proposal(urn, 'domains', { domains: ['urn:li:domain:managed'] }),
  );
  t.match(await deleteReferences(manager, 'urn:li:domain:managed'), lacks(...toDelete));
  const nobody = await catalog.user('manages-nothing');
  t.match(await deleteReferences(nobody, tag), lacks('MANAGE_TAGS', ...toDelete));
  t.match(await deleteReferences(manager, tag), { status: 200, body: { value: { total: 2 } } });
  t.strictSame(await related(manager, tag, 'INCOMING'), []);
});

t.test('400: no URN, an invalid URN, or a dryRun that is no boolean', async (t) => {
  for (const [urn, more, why] of [
    [undefined, {}, /urn/],
    ['urn:li:dataset:x', {}, /wrong form/],
    [tagUrn('x'), { dryRun: 'true' }, /dryRun/],
  ] as const) {
    t.match(await deleteReferences(writer, urn, more), refusal(400, why));
  }
});

t.test('503: what was removed in time stays removed, and the next request goes on', async (t) => {
  let pages = 0;
  /** Ends the time of the request before its third page of references. */
  const late = (db: Database): Database => ({
    ...db,
    query: async (sql, params, options) => {
      if (sql.includes('> ($2, $3, $4)') && ++pages === 3) options?.deadline?.pass();
      return db.query(sql, params, options);
    },
  });
  const slow = await aspectCatalog(t, { wrap: late });
  const domain = fresh('domain');
  const urns = Array.from({ length: 130 }, () => freshDataset());
  const some = urns.map((urn) => proposal(urn, 'domains', { domains: [domain] }));
  t.match(await slow.batch(some), { status: 200 });
  t.match(
    await deleteReferences(slow.writer, domain),
    refusal(503, /^Some references are removed, others remain: repeat the request/),
  );
  t.equal((await related(slow.writer, domain, 'INCOMING')).length, 30, 'two transactions of 50');
  t.match(await deleteReferences(slow.writer, domain), { status: 200, body: { value: { total: 30 } } });
  t.strictSame(await related(slow.writer, domain, 'INCOMING'), []);
});

t.test('the counted pairs of tags and entities are right', (t) => checkTaggedEntities(t, catalog.db));
