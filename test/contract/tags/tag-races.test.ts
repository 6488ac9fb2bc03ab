import t from 'tap';
import { call, column, type Outcome, tagCatalog, tagUrn } from '../../support/metadata.js';
import { seeded } from '../../support/random.js';

const catalog = await tagCatalog(t);
const { editor } = catalog;
const choose = seeded(t);
const ids = ['r0', 'r1'];
const datasets = [await catalog.dataset('x'), await catalog.dataset('x')];
const places = datasets.flatMap((resourceUrn) => [{ resourceUrn }, { resourceUrn, ...column('x') }]);

/** The places in another order each time: whoever deletes a tag has an order of its own, too. */
const resources = () => {
  const cut = choose.below(places.length);
  return [...places.slice(cut), ...places.slice(0, cut)];
};

type Word = (id: string) => Promise<Outcome>;
const create: Word = (id) => call(editor, 'createTag', { input: { id, name: id } });
const remove: Word = (id) => call(editor, 'deleteTag', { urn: tagUrn(id) });
const update: Word = (id) =>
  call(editor, 'updateTag', { urn: tagUrn(id), input: { urn: tagUrn(id), name: 'n' } });
const paint: Word = (id) => call(editor, 'setTagColor', { urn: tagUrn(id), colorHex: '#000000' });
const attach: Word = (id) =>
  call(editor, 'batchAddTags', { input: { tagUrns: [tagUrn(id)], resources: resources() } });
const detach: Word = () =>
  call(editor, 'batchRemoveTags', { input: { tagUrns: ids.map(tagUrn), resources: resources() } });

/** Who races, and how often a writer speaks. */
const races: [string, readonly Word[]][] = [
  ['made and deleted', [create, remove]],
  ['made, deleted and changed', [create, remove, update, paint]],
  ['made, deleted, attached and taken off', [create, remove, attach, attach, detach]],
];

for (const [what, words] of races) {
  t.test(`tags that are ${what} all at once: no surprise, and no trace of those that are gone`, async (t) => {
    for (const id of ids) await create(id);
    /** How many there are of each tag: made less deleted. */
    const alive = new Map(ids.map((id) => [id, 1]));
    const surprises: unknown[] = [];
    async function writer() {
      for (let spoken = 0; spoken < 6; spoken += 1) {
        const [id, word] = [choose.pick(ids), choose.pick(words)];
        const { status, value, error } = await word(id);
        const expected = error === undefined || error.type === 'CONFLICT' || error.type === 'NOT_FOUND';
        if (status !== 200 || !expected) surprises.push({ word: words.indexOf(word), id, status, error });
        if (word === create && value === tagUrn(id)) alive.set(id, alive.get(id)! + 1);
        if (word === remove && value === true) alive.set(id, alive.get(id)! - 1);
      }
    }
    await Promise.all(Array.from({ length: 30 }, writer));

    t.strictSame(surprises, []);
    for (const id of ids) {
      const { tag } = await catalog.read('query ($urn: String!) { tag(urn: $urn) { urn } }', {
        urn: tagUrn(id),
      });
      t.equal(tag ? 1 : 0, alive.get(id), `${id}: made less deleted is what there is`);
      for (const urn of tag ? [] : datasets) {
        t.notOk((await catalog.tagsOn(urn))?.includes(id), `${id} is on no dataset`);
        t.notOk((await catalog.columnTagsOn(urn))?.x?.includes(id), `${id} is on no column`);
      }
    }
  });
}

t.test('none ever waited for another that waited for it', async (t) => {
  if (catalog.db.kind === 'embedded') return t.pass('one connection, so no two can wait for each other');
  const sql = 'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()';
  t.strictSame(await catalog.db.query(sql), [{ deadlocks: 0 }]);
});
