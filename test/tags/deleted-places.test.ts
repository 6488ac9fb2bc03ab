import t from 'tap';
import { wrongCounts } from '../../src/search/counts/fill-store.js';
import { storedAspects } from '../../src/stored-aspects.js';
import { clearNext, purgeNext } from '../../src/tags/deleted-places-store.js';
import { restoreStore } from '../../src/tags/restore-store.js';
import { add, deletion, patchProposal, proposal, remove } from '../support/aspects.js';
import { call, column, done, field, refused, tagCatalog, tagUrn } from '../support/metadata.js';
import { checkTaggedEntities, clearDeletedTags } from '../support/tagged-entities.js';

const catalog = await tagCatalog(t);
const { editor, db, tagsOn, columnTagsOn } = catalog;
const writer = await catalog.user('writer', ['EDIT_ENTITY', 'DELETE_ENTITY']);
const ingest = (...proposals: object[]) => writer.post('/aspects?action=ingestProposalBatch', { proposals });

/** A dataset with a column, both with the tag. */
async function tagged(tag: string, ...others: string[]): Promise<string> {
  const resourceUrn = await catalog.dataset('x');
  const resources = [{ resourceUrn }, { resourceUrn, ...column('x') }];
  t.strictSame(await call(editor, 'batchAddTags', { input: { tagUrns: [tag, ...others], resources } }), done);
  return resourceUrn;
}

/** What each operation says of a tag. */
async function answers(urn: string) {
  const filter = [{ and: [{ field: 'tags', values: [urn] }] }];
  const data = await catalog.read(
    `query ($urn: String!, $search: SearchAcrossEntitiesInput!) {
       tag(urn: $urn) { usage { entities columns } associations(count: 100) { total results { entity { urn } } } }
       searchAcrossEntities(input: $search) { total searchResults { entity { urn } } }
       all: searchAcrossEntities(input: { query: "*", count: 0 }) { facets { field aggregations { value count } } }
       listTags(input: { count: 100 }) { tags { urn usage { entities } } }
     }`,
    { urn, search: { query: '*', orFilters: filter, count: 100 } },
  );
  const facet = data.all.facets.find((one: { field: string }) => one.field === 'tags');
  return {
    usage: data.tag?.usage ?? null,
    places: data.tag?.associations.total ?? null,
    found: data.searchAcrossEntities.total,
    onPage: data.searchAcrossEntities.searchResults.length,
    facet: facet.aggregations.find(({ value }: { value: string }) => value === urn)?.count ?? 0,
    listed: data.listTags.tags.some((one: { urn: string }) => one.urn === urn),
  };
}

async function referring(urn: string): Promise<number> {
  const query = `urn=${encodeURIComponent(urn)}&direction=INCOMING&relationshipTypes=TaggedWith`;
  return (await writer.get(`/openapi/relationships/v1/?${query}`)).body.entities.length;
}

/** What they say of a tag that is on entities and columns, and by which searches find entities. */
const says = (entities: number, columns: number, places: number, found: number) => ({
  usage: { entities, columns },
  places,
  found,
  ...{ onPage: found, facet: found, listed: true },
});
const nothing = { usage: null, places: null, found: 0, onPage: 0, facet: 0, listed: false };
const places = async () =>
  (await db.query<{ count: number }>('SELECT count(*) AS count FROM deleted_tag_places'))[0]!.count;

t.test('a deleted tag is in no answer, long before its places are cleared', async (t) => {
  const [tag, kept] = (await catalog.tags('many', 'kept')) as [string, string];
  const urns: string[] = [];
  for (let count = 0; count < 8; count += 1) urns.push(await tagged(tag, kept));
  const before = says(8, 8, 16, 8);
  t.strictSame(await answers(tag), before);

  t.equal(await referring(tag), 8);

  t.strictSame(await call(editor, 'deleteTag', { urn: tag }), done);
  t.strictSame(await answers(tag), nothing);
  t.equal(await referring(tag), 0);
  for (const urn of urns) {
    t.strictSame(await tagsOn(urn), ['kept']);
    t.strictSame(await columnTagsOn(urn), { x: ['kept'] });
  }
  const aspect = await writer.get(`/aspects/${encodeURIComponent(urns[0]!)}?aspect=globalTags&version=0`);
  t.strictSame(Object.values(aspect.body.aspect)[0], { tags: [{ tag: kept }] });

  await t.test('a new tag with its id starts empty, and can be added where the old one was', async (t) => {
    await catalog.tags('many');
    const empty = says(0, 0, 0, 0);
    t.strictSame(await answers(tag), empty);
    const [edited, ingested, patched, column_, ...others] = urns as [string, string, string, string];
    t.strictSame(await call(editor, 'addTag', { input: { tagUrn: tag, resourceUrn: edited } }), done);
    const written = await ingest(
      proposal(ingested, 'globalTags', { tags: [{ tag }] }),
      patchProposal(patched, 'globalTags', [add(`/tags/${tag}`, { tag })]),
    );
    t.equal(written.status, 200, JSON.stringify(written.body));
    const onColumn = { tagUrns: [tag], resourceUrn: column_, ...column('x') };
    t.strictSame(await call(editor, 'addTags', { input: onColumn }), done);
    t.strictSame(await tagsOn(edited), ['kept', 'many']);
    t.strictSame(await columnTagsOn(edited), { x: ['kept'] });
    t.strictSame(await tagsOn(ingested), ['many']);
    t.strictSame(await tagsOn(patched), ['kept', 'many']);
    t.strictSame(await columnTagsOn(column_), { x: ['kept', 'many'] });
    for (const urn of others) t.strictSame(await tagsOn(urn), ['kept']);
    const now = says(3, 1, 4, 4);
    t.strictSame(await answers(tag), now);

    let parts = 0;
    for (; await clearNext(db, 3); parts += 1)
      t.strictSame(await answers(tag), now, 'clearing changes nothing');
    t.ok(parts > 2, `${parts} parts`);
    t.strictSame(await answers(tag), now);
    t.equal(await places(), 16, 'every place of the first tag can be restored');
    t.equal(await wrongCounts(db.query), 0);
  });
});

t.test('a tag that is deleted, made and deleted again has the places of each', async (t) => {
  const before = await places();
  const [tag] = (await catalog.tags('twice')) as [string];
  const [first] = [await tagged(tag)];
  await call(editor, 'deleteTag', { urn: tag });
  await catalog.tags('twice');
  const second = await tagged(tag);
  await call(editor, 'deleteTag', { urn: tag });
  t.strictSame(await answers(tag), nothing);
  await clearDeletedTags(db);
  const rows = await db.query(
    `SELECT p.resource_urn AS urn, count(*) AS places FROM deleted_tags d JOIN deleted_tag_places p ON p.deletion_id = d.id
      WHERE d.urn = $1 GROUP BY d.id, p.resource_urn ORDER BY d.id`,
    [tag],
  );
  t.strictSame(rows, [
    { urn: first, places: 2 },
    { urn: second, places: 2 },
  ]);
  t.equal(await places(), before + 4);
});

t.test(
  'the removal of its places says from where the tag was deleted, also if an earlier build deleted it',
  async (t) => {
    const [tag, other] = (await catalog.tags('here', 'before')) as [string, string];
    await tagged(tag, other);
    for (const urn of [tag, other]) await call(editor, 'deleteTag', { urn });
    await db.query('UPDATE deleted_tags SET origin = NULL WHERE urn = $1', [other]);
    await clearDeletedTags(db);
    const rows = await db.query(
      `SELECT DISTINCT c.modifier, c.change_set = d.change_set AS "isCall", address, transport
       FROM change_events c JOIN deleted_tags d ON d.urn = c.modifier
      WHERE c.operation = 'REMOVE' AND d.urn IN ($1, $2) ORDER BY address`,
      [tag, other],
    );
    t.strictSame(rows, [
      { modifier: tag, isCall: true, address: '127.0.0.1', transport: 'GRAPHQL' },
      { modifier: other, isCall: true, address: null, transport: null },
    ]);
  },
);

t.test('an ingested schema still declares a deleted tag', async (t) => {
  const [tag] = (await catalog.tags('declared')) as [string];
  const dataset = await tagged(tag);
  const fields = [field('x', { globalTags: { tags: [{ tag }] } })];
  t.equal((await ingest(proposal(dataset, 'schemaMetadata', { fields }))).status, 200);
  await call(editor, 'deleteTag', { urn: tag });
  const declared = says(0, 1, 1, 1);
  t.strictSame(await answers(tag), { ...declared, usage: null, places: null, listed: false });
  await catalog.tags('declared');
  t.strictSame(await answers(tag), declared);
  await clearDeletedTags(db);
  t.strictSame(await answers(tag), declared);
});

t.test("the places of an entity that is deleted, or written again, are the deleted tag's", async (t) => {
  const [tag] = (await catalog.tags('along')) as [string];
  const [gone, again] = [await tagged(tag), await tagged(tag)];
  await call(editor, 'deleteTag', { urn: tag });
  t.equal((await writer.post('/entities?action=delete', { urn: gone })).status, 200);
  t.equal((await ingest(proposal(again, 'globalTags', { tags: [] }))).status, 200);
  t.strictSame(await tagsOn(again), []);
  await clearDeletedTags(db);
  const rows = await db.query<{ urn: string }>(
    'SELECT resource_urn AS urn FROM deleted_tag_places WHERE resource_urn = ANY($1)',
    [[gone, again]],
  );
  t.strictSame(rows.map(({ urn }) => urn).sort(), [gone, gone, again, again].sort());
});

t.test('a deleted tag is restored with its properties and its places', async (t) => {
  const [tag, kept] = (await catalog.tags('back', 'kept')) as [string, string];
  const owner = { owner: 'urn:li:corpuser:o', type: 'DATAOWNER' };
  const ownership = { owners: [owner], lastModified: { time: 1, actor: 'urn:li:corpuser:o' } };
  const properties = { name: 'Back', description: 'd', colorHex: '#aabbcc', more: 1.5 };
  const association = { tag, context: '{"score":1.0}' };
  const urns = [await tagged(tag, kept), await tagged(tag, kept), await tagged(tag, kept)];
  const [edited, gone, narrowed] = urns as [string, string, string];
  const ingested = await catalog.dataset('x');
  const read = async (urn: string, name: string) => {
    const { body } = await writer.get(`/aspects/${encodeURIComponent(urn)}?aspect=${name}&version=0`);
    return Object.values(body.aspect ?? {})[0];
  };
  const written = await ingest(
    proposal(tag, 'tagProperties', properties),
    proposal(tag, 'ownership', ownership),
    proposal(ingested, 'globalTags', { tags: [association, { tag: kept }] }),
  );
  t.equal(written.status, 200, JSON.stringify(written.body));
  const before = await answers(tag);
  const changes = async (urn: string) => {
    const found = await catalog.read(
      `query ($input: ChangesInput!) { changes(input: $input) { changes { operation modifier fieldPath actor { urn } } } }`,
      { input: { urn, categories: ['TAG'] } },
    );
    return found.changes.changes
      .filter(({ modifier }: { modifier: string }) => modifier === tag)
      .map((one: { operation: string; fieldPath: string | null; actor: { urn: string } }) =>
        [one.operation, one.fieldPath, one.actor.urn === editor.urn].join(),
      )
      .reverse();
  };

  t.strictSame(await call(editor, 'deleteTag', { urn: tag }), done);
  t.equal((await writer.post('/entities?action=delete', { urn: gone })).status, 200);
  const noEdits = { editableSchemaFieldInfo: [] };
  const fields = [field('y')];
  t.equal(
    (
      await ingest(
        proposal(narrowed, 'editableSchemaMetadata', noEdits),
        proposal(narrowed, 'schemaMetadata', { fields }),
      )
    ).status,
    200,
  );
  const store = restoreStore({ db, aspects: storedAspects }, 30, 2);
  const restore = async () => {
    const [urn, by] = [tag, { urn: editor.urn }];
    const found = (await store.find(urn, by))!;
    await store.begin(found, { time: 1, actor: by.urn }, by);
    return store.restoreNext(urn, { time: 1, actor: by.urn }, by);
  };

  t.strictSame(await restore(), { restored: 2, skipped: 0 }, 'a part');
  t.match(await answers(tag), { places: 2 });
  const answer = await editor.graphql('mutation ($urn: String!) { restoreTag(urn: $urn) }', { urn: tag });
  t.match(
    answer,
    {
      body: { data: { restoreTag: true } },
      headers: { warning: /^299 - "3 places of urn:li:tag:back were not restored/ },
    },
    'the rest',
  );
  t.strictSame(await answers(tag), {
    ...before,
    usage: { entities: 3, columns: 1 },
    places: 4,
    found: 3,
    onPage: 3,
    facet: 3,
  });
  t.strictSame(await read(tag, 'tagProperties'), properties);
  t.match(await read(tag, 'ownership'), ownership);
  t.strictSame(await read(ingested, 'globalTags'), { tags: [association, { tag: kept }] }, 'in their order');
  t.strictSame(await tagsOn(edited), ['back', 'kept']);
  t.strictSame(await columnTagsOn(edited), { x: ['back', 'kept'] });
  t.strictSame(await changes(edited), [
    'ADD,,true',
    'ADD,x,true',
    'REMOVE,,true',
    'REMOVE,x,true',
    'ADD,,true',
    'ADD,x,true',
  ]);
  t.strictSame(await changes(ingested), ['ADD,,false', 'REMOVE,,true', 'ADD,,true']);
  t.strictSame(await db.query(`SELECT FROM deleted_tags WHERE urn = $1`, [tag]), []);
  t.match(await call(editor, 'restoreTag', { urn: tag }), refused('NOT_FOUND', /"urn:li:tag:back"/));

  await t.test('people keep what they have added', async (t) => {
    const answer = await catalog.app.inject({
      ...{ method: 'POST', url: '/aspects?action=ingestProposalBatch' },
      payload: { proposals: [edited, ingested].map((urn) => proposal(urn, 'globalTags', { tags: [] })) },
      headers: { authorization: `Bearer ${writer.token}`, 'x-keep-edited-tags': 'true' },
    });
    t.equal(answer.statusCode, 200);
    t.strictSame(await tagsOn(edited), ['back', 'kept']);
    t.strictSame(await tagsOn(ingested), []);
  });
});

t.test(
  'CONFLICT: a tag that is deleted again once its restoration has looked for its deletion',
  async (t) => {
    const [tag] = (await catalog.tags('twice')) as [string];
    const store = restoreStore({ db, aspects: storedAspects }, 30);
    t.strictSame(await call(editor, 'deleteTag', { urn: tag }), done);
    const by = { urn: editor.urn };
    const found = (await store.find(tag, by))!;
    t.equal((await ingest(proposal(tag, 'tagProperties', { name: 'Later' }))).status, 200);
    t.strictSame(await call(editor, 'deleteTag', { urn: tag }), done);
    await t.rejects(store.begin(found, { time: 1, actor: by.urn }, by), { message: /Try again/ });
    t.strictSame(await call(editor, 'restoreTag', { urn: tag }), done);
    const { body } = await editor.graphql(
      'query ($urn: String!) { tag(urn: $urn) { properties { name } } }',
      {
        urn: tag,
      },
    );
    t.equal(body.data.tag.properties.name, 'Later');
  },
);

t.test('an entity that was deleted and created again is another one', async (t) => {
  const [tag] = (await catalog.tags('identity')) as [string];
  const urns = [await tagged(tag), await tagged(tag), await tagged(tag), await tagged(tag)];
  const [early, late, batched, stays] = urns as [string, string, string, string];
  const again = (urn: string) => [
    proposal(urn, 'globalTags', { tags: [] }),
    proposal(urn, 'schemaMetadata', { fields: [field('x')] }),
  ];
  const replace = async (urn: string) => {
    t.equal((await writer.post('/entities?action=delete', { urn })).status, 200);
    t.equal((await ingest(...again(urn))).status, 200);
  };
  t.strictSame(await call(editor, 'deleteTag', { urn: tag }), done);
  await replace(early);
  await clearDeletedTags(db);
  await replace(late);
  t.equal((await ingest(deletion(batched, 'datasetKey'), ...again(batched))).status, 200);
  const noColumns = proposal(stays, 'schemaMetadata', { fields: [field('y')] });
  t.equal((await ingest(noColumns, proposal(stays, 'editableSchemaMetadata', {}))).status, 200);
  t.equal((await ingest(proposal(stays, 'schemaMetadata', { fields: [field('x')] }))).status, 200);

  const answer = await editor.graphql('mutation ($urn: String!) { restoreTag(urn: $urn) }', { urn: tag });
  t.match(answer.headers, { warning: /^299 - "6 places of urn:li:tag:identity were not restored/ });
  for (const urn of [early, late, batched])
    t.strictSame([await tagsOn(urn), await columnTagsOn(urn)], [[], null], urn);
  t.strictSame(
    [await tagsOn(stays), await columnTagsOn(stays)],
    [['identity'], { x: ['identity'] }],
    'a column that was away is the same',
  );
});

t.test('a tag that exists again is not restored before it is deleted', async (t) => {
  const [tag] = (await catalog.tags('again')) as [string];
  const first = await tagged(tag);
  await call(editor, 'setTagColor', { urn: tag, colorHex: '#aabbcc' });
  await call(editor, 'deleteTag', { urn: tag });
  const second = await catalog.dataset();
  t.equal((await ingest(proposal(second, 'globalTags', { tags: [{ tag }] }))).status, 200);
  t.match(
    await call(editor, 'restoreTag', { urn: tag }),
    refused('CONFLICT', /Delete it with deleteTag; restoreTag then/),
  );
  t.match(await call(writer, 'restoreTag', { urn: tag }), refused('UNAUTHORIZED'));
  t.strictSame(await tagsOn(first), []);
  t.strictSame(await call(editor, 'deleteTag', { urn: tag }), done);
  t.strictSame(await call(editor, 'restoreTag', { urn: tag }), done);
  t.strictSame(
    [await tagsOn(first), await columnTagsOn(first), await tagsOn(second)],
    [['again'], { x: ['again'] }, ['again']],
  );
  const { tag: restored } = await catalog.read(
    'query ($u: String!) { tag(urn: $u) { properties { name colorHex } } }',
    { u: tag },
  );
  t.strictSame(restored.properties, { name: 'again', colorHex: '#aabbcc' });
  t.match(
    await call(editor, 'restoreTag', { urn: tagUrn('never') }),
    refused('NOT_FOUND', /DELETED_TAG_DAYS/),
  );
});

t.test('a tag that a patch only looked for was not deleted', async (t) => {
  const dataset = await catalog.dataset();
  const [known] = (await catalog.tags('known')) as [string];
  await call(editor, 'deleteTag', { urn: known });
  const listed = async () =>
    (await catalog.read('{ listTags(input: { deleted: true, count: 100 }) { tags { urn } } }', {})).listTags
      .tags;
  const before = await listed();
  t.ok(before.some(({ urn }: { urn: string }) => urn === known));
  for (const tag of [tagUrn('unknown'), known]) {
    const patch = patchProposal(dataset, 'globalTags', [remove(`/tags/${tag}`)]);
    t.equal((await ingest(patch)).status, 200);
  }
  t.strictSame(await listed(), before);
  t.match(
    await call(editor, 'restoreTag', { urn: tagUrn('unknown') }),
    refused('NOT_FOUND', /DELETED_TAG_DAYS/),
  );
  t.strictSame(await call(editor, 'restoreTag', { urn: known }), done);
});

t.test('places are deleted when their days have passed', async (t) => {
  const [old] = await db.query<{ id: number }>(`SELECT id FROM deleted_tags WHERE urn = $1`, [
    tagUrn('many'),
  ]);
  await db.query(
    `UPDATE deleted_tags SET deleted_at = deleted_at - 31 * 86400000::bigint WHERE id = $1::bigint`,
    [old!.id],
  );
  const before = await places();
  while (await purgeNext(db, 30));
  t.equal(await places(), before - 16);
  t.strictSame(await db.query('SELECT FROM deleted_tags WHERE id = $1::bigint', [old!.id]), []);
  while (await purgeNext(db, 0));
  t.equal(await places(), 0, '0 days: at once');
  t.strictSame(await db.query('SELECT FROM deleted_tags'), []);
});

t.test('the counted pairs of tags and entities are right', async (t) => {
  await checkTaggedEntities(t, db);
  t.equal(await wrongCounts(db.query), 0);
});
