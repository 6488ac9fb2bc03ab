import t from 'tap';
import { wrongCounts } from '../../../src/search/counts/fill-store.js';
import { clearNext, purgeNext } from '../../../src/tags/deleted-places-store.js';
import { add, patchProposal, proposal } from '../../support/aspects.js';
import { call, column, done, field, tagCatalog, tagUrn } from '../../support/metadata.js';
import { checkTaggedEntities, clearDeletedTags } from '../../support/tagged-entities.js';

const catalog = await tagCatalog(t);
const { editor, db, tagsOn, columnTagsOn } = catalog;
const writer = await catalog.user('writer', ['EDIT_ENTITY']);
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

const nothing = { usage: null, places: null, found: 0, onPage: 0, facet: 0, listed: false };
const places = async () =>
  (await db.query<{ count: number }>('SELECT count(*) AS count FROM deleted_tag_places'))[0]!.count;

t.test('a deleted tag is in no answer, long before its places are cleared', async (t) => {
  const [tag, kept] = (await catalog.tags('many', 'kept')) as [string, string];
  const urns: string[] = [];
  for (let count = 0; count < 8; count += 1) urns.push(await tagged(tag, kept));
  const before = {
    usage: { entities: 8, columns: 8 },
    places: 16,
    found: 8,
    onPage: 8,
    facet: 8,
    listed: true,
  };
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
    const empty = {
      usage: { entities: 0, columns: 0 },
      places: 0,
      found: 0,
      onPage: 0,
      facet: 0,
      listed: true,
    };
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
    const now = {
      usage: { entities: 3, columns: 1 },
      places: 4,
      found: 4,
      onPage: 4,
      facet: 4,
      listed: true,
    };
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

t.test('an ingested schema still declares a deleted tag', async (t) => {
  const [tag] = (await catalog.tags('declared')) as [string];
  const dataset = await tagged(tag);
  const fields = [field('x', { globalTags: { tags: [{ tag }] } })];
  t.equal((await ingest(proposal(dataset, 'schemaMetadata', { fields }))).status, 200);
  await call(editor, 'deleteTag', { urn: tag });
  const declared = {
    usage: { entities: 0, columns: 1 },
    places: 1,
    found: 1,
    onPage: 1,
    facet: 1,
    listed: true,
  };
  t.strictSame(await answers(tag), { ...declared, usage: null, places: null, listed: false });
  await catalog.tags('declared');
  t.strictSame(await answers(tag), declared);
  await clearDeletedTags(db);
  t.strictSame(await answers(tag), declared);
});

t.test('a whole entity that is deleted, or written again, takes its places along', async (t) => {
  const [tag] = (await catalog.tags('along')) as [string];
  const [gone, again] = [await tagged(tag), await tagged(tag)];
  await call(editor, 'deleteTag', { urn: tag });
  t.equal((await writer.post('/entities?action=delete', { urn: gone })).status, 200);
  t.equal((await ingest(proposal(again, 'globalTags', { tags: [] }))).status, 200);
  t.strictSame(await tagsOn(again), []);
  await clearDeletedTags(db);
  const rows = await db.query(
    'SELECT resource_urn AS urn FROM deleted_tag_places WHERE resource_urn = ANY($1)',
    [[gone, again]],
  );
  t.strictSame(rows, [{ urn: again }, { urn: again }]);
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
