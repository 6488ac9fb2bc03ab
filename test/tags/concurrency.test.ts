import t from 'tap';
import { call, column, deadlocks, type Outcome, tagCatalog, tagUrn } from '../support/metadata.js';
import { seeded } from '../support/random.js';
import { checkTaggedEntities } from '../support/tagged-entities.js';

// 50 concurrent writers change the tags of one dataset and its columns. The test decides as follows whether the outcome
// is that of some serial order. Half of the writers have a tag of their own: their last acknowledged changes must be
// there, in the order in which they were added. The others add and remove the same tags in the same places, always all
// of them at once: every read must find all of these tags or none.

const rounds = 3;
const changesPerWriter = 3;
const catalog = await tagCatalog(t);
const { editor } = catalog;
const choose = seeded(t);
const columns = ['c0', 'c1', 'c2'];
const owners = Array.from({ length: 25 }, (_, index) => tagUrn(`own${index}`));
const commonTags = [tagUrn('left'), tagUrn('right'), tagUrn('middle')];
await catalog.tags('left', 'right', 'middle', ...owners.map((urn) => urn.slice('urn:li:tag:'.length)));

/** Columns; the empty one is the dataset itself. */
const places = ['', ...columns];
const at = (resourceUrn: string, place: string) => ({ resourceUrn, ...(place && column(place)) });

async function readTags(urn: string): Promise<Record<string, readonly string[]>> {
  const { dataset } = await catalog.read(
    `query ($urn: String!) { dataset(urn: $urn) { tags { tags { tag { urn } } }
       editableSchemaMetadata { editableSchemaFieldInfo { fieldPath tags { tags { tag { urn } } } } } } }`,
    { urn },
  );
  type Tags = { tags: { tag: { urn: string } }[] } | null;
  const listUrns = (tags: Tags) => (tags?.tags ?? []).map(({ tag }) => tag.urn);
  const edited: { fieldPath: string; tags: Tags }[] =
    dataset.editableSchemaMetadata?.editableSchemaFieldInfo ?? [];
  const none = places.map((place) => [place, []] as const);
  return Object.fromEntries([
    ...none,
    ['', listUrns(dataset.tags)],
    ...edited.map(({ fieldPath, tags }) => [fieldPath, listUrns(tags)]),
  ]);
}

/** The call that added a tag: the numbers of calls when it was sent and when it was acknowledged. */
interface Addition {
  readonly sent: number;
  readonly acknowledged: number;
}

const failures: Outcome[] = [];
let callCount = 0;

/** Adds and removes the writer's own tag in random places, with every operation. */
async function changeOwnTag(urn: string, tag: string, added: Map<string, Addition>) {
  for (let change = 0; change < changesPerWriter; change += 1) {
    const chosen = choose.below(2)
      ? [choose.pick(places)]
      : [...new Set([choose.pick(places), choose.pick(places)])];
    const adds = choose.below(3) > 0;
    const sent = callCount++;
    const outcome = await changeTag(urn, tag, chosen, adds);
    const acknowledged = callCount++;
    if (outcome.value !== true) failures.push(outcome);
    for (const place of chosen) {
      const key = `${place} ${tag}`;
      if (!adds) added.delete(key);
      else if (!added.has(key)) added.set(key, { sent, acknowledged });
    }
  }
}

function changeTag(urn: string, tag: string, chosen: readonly string[], adds: boolean): Promise<Outcome> {
  const [place = '', ...more] = chosen;
  if (more.length > 0 || choose.below(3) === 0) {
    const resources = chosen.map((one) => at(urn, one));
    return call(editor, adds ? 'batchAddTags' : 'batchRemoveTags', { input: { tagUrns: [tag], resources } });
  }
  if (!adds) return call(editor, 'removeTag', { input: { tagUrn: tag, ...at(urn, place) } });
  if (choose.below(2)) return call(editor, 'addTag', { input: { tagUrn: tag, ...at(urn, place) } });
  return call(editor, 'addTags', { input: { tagUrns: [tag, tag], ...at(urn, place) } });
}

/** Adds all common tags to all places, or removes them, listed in random order. */
async function changeCommonTags(urn: string) {
  for (let change = 0; change < changesPerWriter; change += 1) {
    const input = {
      tagUrns: choose.rotate(commonTags),
      resources: choose.rotate(places).map((place) => at(urn, place)),
    };
    const outcome = await call(editor, choose.below(2) ? 'batchAddTags' : 'batchRemoveTags', { input });
    if (outcome.value !== true) failures.push(outcome);
  }
}

const listCommon = (seen: readonly string[]) => seen.filter((urn) => commonTags.includes(urn));
const isAllOrNone = (seen: readonly string[]) => [0, commonTags.length].includes(listCommon(seen).length);

for (let round = 1; round <= rounds; round += 1) {
  t.test(`round ${round}: no change is lost, partial or out of order, and no request fails`, async (t) => {
    const urn = await catalog.dataset(...columns);
    const added = new Map<string, Addition>();
    let writing = true;
    const writers = Promise.all([
      ...owners.map((tag) => changeOwnTag(urn, tag, added)),
      ...owners.map(() => changeCommonTags(urn)),
    ]).finally(() => {
      writing = false;
    });
    let reads = 0;
    const partial: unknown[] = [];
    const reading = (async () => {
      while (writing) {
        const seen = await readTags(urn);
        // The tags of the dataset are one read and those of its columns another. Each is one snapshot.
        const inColumns = columns.map((place) => listCommon(seen[place]!).length);
        if (!isAllOrNone(seen['']!) || new Set(inColumns).size > 1 || !isAllOrNone(seen.c0!))
          partial.push(seen);
        reads += 1;
      }
    })();
    await writers;
    await reading;

    t.strictSame(failures, [], 'every call was answered with true');
    t.strictSame(partial, [], `of ${reads} reads none saw a part of a change`);
    const seen = await readTags(urn);
    const counts = places.map((place) => listCommon(seen[place]!).length);
    t.ok(
      new Set(counts).size === 1 && isAllOrNone(seen['']!),
      `all common tags are everywhere or nowhere: ${counts}`,
    );
    for (const place of places) {
      const kept = seen[place]!.filter((tag) => owners.includes(tag));
      const expected = owners.filter((tag) => added.has(`${place} ${tag}`));
      t.strictSame(
        [...kept].sort(),
        [...expected].sort(),
        `the last change of each tag is there: ${place || 'dataset'}`,
      );
      const additions = kept.map((tag) => added.get(`${place} ${tag}`)!);
      const inverted = additions.some((later, index) =>
        additions.slice(index + 1).some(({ acknowledged }) => acknowledged < later.sent),
      );
      t.notOk(inverted, 'what was acknowledged before another was sent comes before it');
      t.equal(new Set(seen[place]).size, seen[place]!.length, 'no tag is there twice');
    }
  });
}

t.test('concurrent writers of one dataset never deadlocked', async (t) => {
  if (catalog.db.kind === 'embedded') return t.pass('one connection, so no two can wait for each other');
  t.equal(await deadlocks(catalog.db), 0);
});

t.test('the counted pairs of tags and entities are right', (t) => checkTaggedEntities(t, catalog.db));
