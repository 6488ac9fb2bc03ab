import t from 'tap';
import { call, column, deadlocks, type Outcome, tagCatalog, tagUrn } from '../support/metadata.js';
import { seeded } from '../support/random.js';
import { checkTaggedEntities } from '../support/tagged-entities.js';

const catalog = await tagCatalog(t);
const { editor } = catalog;
const choose = seeded(t);
const ids = ['r0', 'r1'];
const datasets = [await catalog.dataset('x'), await catalog.dataset('x')];
const places = datasets.flatMap((resourceUrn) => [{ resourceUrn }, { resourceUrn, ...column('x') }]);

/** The resources in random order. Deleting a tag has an order of its own, too. */
const resources = () => choose.rotate(places);

type Operation = (id: string) => Promise<Outcome>;
const create: Operation = (id) => call(editor, 'createTag', { input: { id, name: id } });
const remove: Operation = (id) => call(editor, 'deleteTag', { urn: tagUrn(id) });
const update: Operation = (id) =>
  call(editor, 'updateTag', { urn: tagUrn(id), input: { urn: tagUrn(id), name: 'n' } });
const setColor: Operation = (id) => call(editor, 'setTagColor', { urn: tagUrn(id), colorHex: '#000000' });
const attach: Operation = (id) =>
  call(editor, 'batchAddTags', { input: { tagUrns: [tagUrn(id)], resources: resources() } });
const detach: Operation = () =>
  call(editor, 'batchRemoveTags', { input: { tagUrns: ids.map(tagUrn), resources: resources() } });

/** The operations that run concurrently. */
const races: [string, readonly Operation[]][] = [
  ['created and deleted', [create, remove]],
  ['created, deleted and changed', [create, remove, update, setColor]],
  ['created, deleted, added and removed', [create, remove, attach, attach, detach]],
];

for (const [what, operations] of races) {
  t.test(`tags ${what} concurrently: no unexpected error, and deleted tags are on nothing`, async (t) => {
    for (const id of ids) await create(id);
    /** How many of each tag exist: created minus deleted. */
    const existing = new Map(ids.map((id) => [id, 1]));
    const unexpected: unknown[] = [];
    async function writer() {
      for (let count = 0; count < 6; count += 1) {
        const [id, operation] = [choose.pick(ids), choose.pick(operations)];
        const { status, value, error } = await operation(id);
        const expected = error === undefined || error.type === 'CONFLICT' || error.type === 'NOT_FOUND';
        if (status !== 200 || !expected)
          unexpected.push({ operation: operations.indexOf(operation), id, status, error });
        if (operation === create && value === tagUrn(id)) existing.set(id, existing.get(id)! + 1);
        if (operation === remove && value === true) existing.set(id, existing.get(id)! - 1);
      }
    }
    await Promise.all(Array.from({ length: 30 }, writer));

    t.strictSame(unexpected, []);
    for (const id of ids) {
      const { tag } = await catalog.read('query ($urn: String!) { tag(urn: $urn) { urn } }', {
        urn: tagUrn(id),
      });
      t.equal(tag ? 1 : 0, existing.get(id), `${id} exists if it was created once more than deleted`);
      for (const urn of tag ? [] : datasets) {
        t.notOk((await catalog.tagsOn(urn))?.includes(id), `${id} is on no dataset`);
        t.notOk((await catalog.columnTagsOn(urn))?.x?.includes(id), `${id} is on no column`);
      }
    }
  });
}

t.test('the requests never deadlocked', async (t) => {
  if (catalog.db.kind === 'embedded') return t.pass('one connection, so no two can wait for each other');
  t.equal(await deadlocks(catalog.db), 0);
});

t.test('the counted pairs of tags and entities are right', (t) => checkTaggedEntities(t, catalog.db));
