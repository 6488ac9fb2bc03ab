import t from 'tap';
import { call, column, type Outcome, tagCatalog, tagUrn } from '../../support/metadata.js';
import { seeded } from '../../support/random.js';

const catalog = await tagCatalog(t);
const { editor } = catalog;
const choose = seeded(t);
const ids = ['r0', 'r1'];
const datasets = [await catalog.dataset('x'), await catalog.dataset('x')];
const places = datasets.flatMap((resourceUrn) => [{ resourceUrn }, { resourceUrn, ...column('x') }]);

/** The resources in random order. Deleting a tag has an order of its own, too. */
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

/** The operations that run concurrently. */
const races: [string, readonly Word[]][] = [
  ['created and deleted', [create, remove]],
  ['created, deleted and changed', [create, remove, update, paint]],
  ['created, deleted, added and removed', [create, remove, attach, attach, detach]],
];

for (const [what, words] of races) {
  t.test(
    `tags that are ${what} concurrently: no unexpected error, and deleted tags are on nothing`,
    async (t) => {
      for (const id of ids) await create(id);
      /** How many of each tag exist: created minus deleted. */
      const alive = new Map(ids.map((id) => [id, 1]));
      const unexpected: unknown[] = [];
      async function writer() {
        for (let count = 0; count < 6; count += 1) {
          const [id, word] = [choose.pick(ids), choose.pick(words)];
          const { status, value, error } = await word(id);
          const expected = error === undefined || error.type === 'CONFLICT' || error.type === 'NOT_FOUND';
          if (status !== 200 || !expected) unexpected.push({ word: words.indexOf(word), id, status, error });
          if (word === create && value === tagUrn(id)) alive.set(id, alive.get(id)! + 1);
          if (word === remove && value === true) alive.set(id, alive.get(id)! - 1);
        }
      }
      await Promise.all(Array.from({ length: 30 }, writer));

      t.strictSame(unexpected, []);
      for (const id of ids) {
        const { tag } = await catalog.read('query ($urn: String!) { tag(urn: $urn) { urn } }', {
          urn: tagUrn(id),
        });
        t.equal(tag ? 1 : 0, alive.get(id), `${id} exists if it was created once more than deleted`);
        for (const urn of tag ? [] : datasets) {
          t.notOk((await catalog.tagsOn(urn))?.includes(id), `${id} is on no dataset`);
          t.notOk((await catalog.columnTagsOn(urn))?.x?.includes(id), `${id} is on no column`);
        }
      }
    },
  );
}

t.test('the requests never deadlocked', async (t) => {
  if (catalog.db.kind === 'embedded') return t.pass('one connection, so no two can wait for each other');
  const sql = 'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()';
  t.strictSame(await catalog.db.query(sql), [{ deadlocks: 0 }]);
});
