import t from 'tap';
import { add, deletion, patchProposal, proposal } from '../support/aspects.js';
import { call, column, field, tagUrn } from '../support/metadata.js';
import { seeded } from '../support/random.js';
import { sourcesCatalog } from '../support/tag-sources.js';

// Proposals of one request that keep edited tags leave what they leave when they are sent one by one.

const catalog = await sourcesCatalog(t, { KEEP_EDITED_TAGS: 'true' });
const { writer, db, put, schema, fresh, ingestKeeping } = catalog;
const tags = [tagUrn('a'), tagUrn('b')];
const paths = ['x', '[version=2.0].[type=string].x', '[version=2.0].[type=int].x', 'y'];
await put(...tags.map((tag) => proposal(tag, 'tagProperties', { name: tag })));

/** Where a dataset has tags, which of them are edited, and what people have removed. */
const contents = (urn: string) =>
  db.query(
    `SELECT field_path, tag_urn, CASE WHEN is_edited THEN 'edited' ELSE 'ingested' END AS origin
       FROM global_tags WHERE resource_urn = $1
      UNION ALL SELECT field_path, tag_urn, 'removed' FROM removed_associations WHERE resource_urn = $1 ORDER BY 1, 2, 3`,
    [urn],
  );

t.test('random batches', async (t) => {
  const { below, pick } = seeded(t);
  const some = <T>(from: readonly T[]) => from.filter(() => below(2) === 0);
  const someTags = () => ({ tags: some(tags).map((tag) => ({ tag })) });
  // Each makes a proposal about any dataset.
  const makeSchema = () => {
    const fields = some(paths).map((path) => field(path));
    return (urn: string) => proposal(urn, 'schemaMetadata', { ...schema, fields });
  };
  const makeWhole = () => {
    const [onEntity, editableSchemaFieldInfo] = [
      someTags(),
      some(paths).map((fieldPath) => ({ fieldPath, globalTags: someTags() })),
    ];
    return below(3) === 0
      ? (urn: string) => proposal(urn, 'globalTags', onEntity)
      : (urn: string) => proposal(urn, 'editableSchemaMetadata', { editableSchemaFieldInfo });
  };
  const makePatch = () => {
    const [tag, path] = [pick(tags), pick(paths)];
    return below(3) === 0
      ? (urn: string) => patchProposal(urn, 'globalTags', [add(`/tags/${tag}`, { tag })])
      : (urn: string) =>
          patchProposal(urn, 'editableSchemaMetadata', [
            add(`/editableSchemaFieldInfo/${path}/globalTags/tags/${tag}`, { tag }),
          ]);
  };
  const counts = { rounds: 0, added: 0, removed: 0 };
  const end = performance.now() + Number(process.env.MODEL_SECONDS ?? 2) * 1_000;
  for (; counts.rounds === 0 || performance.now() < end; counts.rounds += 1) {
    const both = [await fresh(), await fresh()] as const;
    const done: string[] = [];
    const first = makeSchema();
    await put(...both.map(first));
    for (let batch = 0; batch < 4; batch += 1) {
      for (let count = below(4); count > 0; count -= 1) {
        const place = below(3) === 0 ? {} : column(pick(paths));
        const [name, tag] = [pick(['addTag', 'removeTag'] as const), pick(tags)];
        const outcomes = [];
        for (const resourceUrn of both)
          outcomes.push(await call(writer, name, { input: { tagUrn: tag, resourceUrn, ...place } }));
        if (outcomes[0]!.value !== outcomes[1]!.value) t.fail(`${done}`);
        if (outcomes[0]!.value) counts[name === 'addTag' ? 'added' : 'removed'] += 1;
        done.push(JSON.stringify([name, tag, place]));
      }
      const makers: ((urn: string) => object)[] = Array.from({ length: 1 + below(5) }, () =>
        pick([makeWhole, makeWhole, makePatch])(),
      );
      // A schema that the same request overwrites ends nothing.
      if (below(2) === 0) makers.splice(below(makers.length + 1), 0, makeSchema());
      const aspect = pick(['globalTags', 'editableSchemaMetadata', 'schemaMetadata']);
      if (below(6) === 0) makers.push((urn) => deletion(urn, aspect));
      done.push(JSON.stringify(makers.map((make) => make(both[1]))));
      for (const make of makers) await ingestKeeping(undefined, make(both[0]));
      await ingestKeeping(undefined, ...makers.map((make) => make(both[1])));
      const [single, together] = [await contents(both[0]), await contents(both[1])];
      if (JSON.stringify(single) === JSON.stringify(together)) continue;
      t.strictSame(together, single, done.join('\n'));
      return;
    }
    await put(...both.map((urn) => deletion(urn, 'datasetKey')));
  }
  t.comment(counts);
  t.ok(counts.added > 0 && counts.removed > 0);
});
