import t from 'tap';
import { call, column, type Outcome, tagCatalog, tagUrn } from '../../support/metadata.js';
import { seeded } from '../../support/random.js';

// 50 concurrent writers change the tags of one dataset and its columns. The test decides as follows whether the outcome
// is that of some serial order. Half of the writers have a tag of their own: their last acknowledged changes must be
// there, in the order in which they were added. The others add and remove the same tags in the same places, always all
// of them together: every read must find all of these tags or none.

const rounds = 3;
const wordsPerWriter = 3;
const catalog = await tagCatalog(t);
const { editor } = catalog;
const choose = seeded(t);
const columns = ['c0', 'c1', 'c2'];
const owners = Array.from({ length: 25 }, (_, index) => tagUrn(`own${index}`));
const together = [tagUrn('left'), tagUrn('right'), tagUrn('middle')];
await catalog.tags('left', 'right', 'middle', ...owners.map((urn) => urn.slice('urn:li:tag:'.length)));

/** Columns; the empty one is the dataset itself. */
const places = ['', ...columns];
const at = (resourceUrn: string, place: string) => ({ resourceUrn, ...(place && column(place)) });

async function see(urn: string): Promise<Record<string, readonly string[]>> {
  const { dataset } = await catalog.read(
    `query ($urn: String!) { dataset(urn: $urn) { tags { tags { tag { urn } } }
       editableSchemaMetadata { editableSchemaFieldInfo { fieldPath tags { tags { tag { urn } } } } } } }`,
    { urn },
  );
  type Tags = { tags: { tag: { urn: string } }[] } | null;
  const urnsOf = (tags: Tags) => (tags?.tags ?? []).map(({ tag }) => tag.urn);
  const edited: { fieldPath: string; tags: Tags }[] =
    dataset.editableSchemaMetadata?.editableSchemaFieldInfo ?? [];
  const none = places.map((place) => [place, []] as const);
  return Object.fromEntries([
    ...none,
    ['', urnsOf(dataset.tags)],
    ...edited.map(({ fieldPath, tags }) => [fieldPath, urnsOf(tags)]),
  ]);
}

/** The call that added a tag: the numbers of calls when it was sent and when it was acknowledged. */
interface Adding {
  readonly sent: number;
  readonly acknowledged: number;
}

const failures: Outcome[] = [];
let moment = 0;

/** Adds and removes the writer's own tag in random places, with every operation. */
async function own(urn: string, tag: string, standing: Map<string, Adding>) {
  for (let word = 0; word < wordsPerWriter; word += 1) {
    const there = choose.below(2)
      ? [choose.pick(places)]
      : [...new Set([choose.pick(places), choose.pick(places)])];
    const adds = choose.below(3) > 0;
    const sent = moment++;
    const outcome = await say(urn, tag, there, adds);
    const acknowledged = moment++;
    if (outcome.value !== true) failures.push(outcome);
    for (const place of there) {
      const key = `${place} ${tag}`;
      if (!adds) standing.delete(key);
      else if (!standing.has(key)) standing.set(key, { sent, acknowledged });
    }
  }
}

function say(urn: string, tag: string, there: readonly string[], adds: boolean): Promise<Outcome> {
  const [place = '', ...more] = there;
  if (more.length > 0 || choose.below(3) === 0) {
    const resources = there.map((one) => at(urn, one));
    return call(editor, adds ? 'batchAddTags' : 'batchRemoveTags', { input: { tagUrns: [tag], resources } });
  }
  if (!adds) return call(editor, 'removeTag', { input: { tagUrn: tag, ...at(urn, place) } });
  if (choose.below(2)) return call(editor, 'addTag', { input: { tagUrn: tag, ...at(urn, place) } });
  return call(editor, 'addTags', { input: { tagUrns: [tag, tag], ...at(urn, place) } });
}

/** Adds all common tags to all places, or removes them, listed in random order. */
async function contend(urn: string) {
  const shuffled = <T>(list: readonly T[]) => {
    const cut = choose.below(list.length);
    return [...list.slice(cut), ...list.slice(0, cut)];
  };
  for (let word = 0; word < wordsPerWriter; word += 1) {
    const input = { tagUrns: shuffled(together), resources: shuffled(places).map((place) => at(urn, place)) };
    const outcome = await call(editor, choose.below(2) ? 'batchAddTags' : 'batchRemoveTags', { input });
    if (outcome.value !== true) failures.push(outcome);
  }
}

const commonIn = (seen: readonly string[]) => seen.filter((urn) => together.includes(urn));
const isWhole = (seen: readonly string[]) => [0, together.length].includes(commonIn(seen).length);

for (let round = 1; round <= rounds; round += 1) {
  t.test(
    `round ${round}: no change is lost, applied in part or out of order, and no request fails`,
    async (t) => {
      const urn = await catalog.dataset(...columns);
      const standing = new Map<string, Adding>();
      let writing = true;
      const writers = Promise.all([
        ...owners.map((tag) => own(urn, tag, standing)),
        ...owners.map(() => contend(urn)),
      ]).finally(() => {
        writing = false;
      });
      let looks = 0;
      const halves: unknown[] = [];
      const watching = (async () => {
        while (writing) {
          const seen = await see(urn);
          // The tags of the dataset are one read and those of its columns another. Each is one snapshot.
          const inColumns = columns.map((place) => commonIn(seen[place]!).length);
          if (!isWhole(seen['']!) || new Set(inColumns).size > 1 || !isWhole(seen.c0!)) halves.push(seen);
          looks += 1;
        }
      })();
      await writers;
      await watching;

      t.strictSame(failures, [], 'every call was answered with true');
      t.strictSame(halves, [], `of ${looks} looks none saw a call half done`);
      const seen = await see(urn);
      const counts = places.map((place) => commonIn(seen[place]!).length);
      t.ok(
        new Set(counts).size === 1 && isWhole(seen['']!),
        `all common tags are everywhere or nowhere: ${counts}`,
      );
      for (const place of places) {
        const kept = seen[place]!.filter((tag) => owners.includes(tag));
        const expected = owners.filter((tag) => standing.has(`${place} ${tag}`));
        t.strictSame(
          [...kept].sort(),
          [...expected].sort(),
          `the last word on each tag stands: ${place || 'dataset'}`,
        );
        const addings = kept.map((tag) => standing.get(`${place} ${tag}`)!);
        const inverted = addings.some((later, index) =>
          addings.slice(index + 1).some(({ acknowledged }) => acknowledged < later.sent),
        );
        t.notOk(inverted, 'what was acknowledged before another was sent comes before it');
        t.equal(new Set(seen[place]).size, seen[place]!.length, 'no tag is there twice');
      }
    },
  );
}

t.test('concurrent writers of one dataset never deadlocked', async (t) => {
  if (catalog.db.kind === 'embedded') return t.pass('one connection, so no two can wait for each other');
  const sql = 'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()';
  t.strictSame(await catalog.db.query(sql), [{ deadlocks: 0 }]);
});
