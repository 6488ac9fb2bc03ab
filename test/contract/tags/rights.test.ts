import t from 'tap';
import type { Privilege } from '../../../src/datahub/privileges.js';
import { privileges } from '../../../src/datahub/privileges.js';
import { assets } from '../../support/assets.js';
import { aspect, call, column, done, type Operation, tagCatalog } from '../../support/metadata.js';

const catalog = await tagCatalog(t);
const [tag] = (await catalog.tags('tag')) as [string];
const open = await catalog.dataset('x');
const closed = await catalog.dataset('x');
const box = await catalog.container();
await catalog.put(...assets.map(({ urn }) => aspect(urn, 'status', {})));

const forbidden = {
  status: 200,
  value: null,
  error: {
    message: 'Unauthorized to perform this action. Please contact your DataHub administrator.',
    code: 403,
    type: 'UNAUTHORIZED',
    classification: 'DataFetchingException',
  },
};

const at = (resourceUrn: string, path?: string) => ({ resourceUrn, ...(path && column(path)) });
/** Each operation on one resource, and on a batch. */
const associate = (...places: object[]): [Operation, object][] => [
  ...places.flatMap((place): [Operation, object][] => [
    ['addTag', { input: { tagUrn: tag, ...place } }],
    ['addTags', { input: { tagUrns: [tag], ...place } }],
    ['removeTag', { input: { tagUrn: tag, ...place } }],
  ]),
  ['batchAddTags', { input: { tagUrns: [tag], resources: places } }],
  ['batchRemoveTags', { input: { tagUrns: [tag], resources: places } }],
];
let made = 0;
const create: [Operation, object][] = [['createTag', { input: { name: 'n' } }]];
const manage: [Operation, object][] = [
  ['updateTag', { urn: tag, input: { urn: tag, name: 'tag' } }],
  ['setTagColor', { urn: tag, colorHex: '#000000' }],
];
const destroy: [Operation, object][] = [['deleteTag', { urn: 'urn:li:tag:doomed' }]];

/** The privileges of which each operation takes any one. */
type Group = [string, [Operation, object][], readonly Privilege[]];
const groups: Group[] = [
  ['create a tag', create, ['CREATE_TAGS', 'MANAGE_TAGS']],
  ['change a tag', manage, ['MANAGE_TAGS']],
  ['delete a tag', destroy, ['MANAGE_TAGS', 'DELETE_ENTITY', 'EDIT_ENTITY']],
  ['tag a dataset', associate(at(open)), ['EDIT_ENTITY_TAGS', 'EDIT_ENTITY']],
  ['tag a container', associate(at(box)), ['EDIT_ENTITY_TAGS', 'EDIT_ENTITY']],
  ...assets.map(
    ({ query, urn }): Group => [`tag a ${query}`, associate(at(urn)), ['EDIT_ENTITY_TAGS', 'EDIT_ENTITY']],
  ),
  ['tag a column', associate(at(open, 'x')), ['EDIT_DATASET_COL_TAGS', 'EDIT_ENTITY']],
  ['tag a dataset and its column at once', associate(at(open), at(open, 'x')).slice(-2), ['EDIT_ENTITY']],
];

t.test('each privilege allows its operations and no others', async (t) => {
  for (const privilege of Object.keys(privileges) as Privilege[]) {
    const caller = await catalog.user(`only-${privilege}`, [privilege]);
    for (const [group, calls, allowed] of groups) {
      for (const [operation, args] of calls) {
        if (operation === 'deleteTag') await catalog.tags('doomed');
        const outcome = await call(caller, operation, args);
        const what = `${privilege}: ${operation} to ${group}`;
        if (allowed.includes(privilege)) t.match(outcome, { status: 200, error: undefined }, what);
        else t.match(outcome, forbidden, what);
      }
    }
  }
});

t.test('a user whom no policy names can read everything and change nothing', async (t) => {
  const nobody = await catalog.user('nobody');
  for (const [, calls] of groups)
    for (const [operation, args] of calls) t.match(await call(nobody, operation, args), forbidden, operation);
  const document = `query ($d: String!, $c: String!, $t: String!) {
    dataset(urn: $d) { urn tags { tags { tag { urn } } } } container(urn: $c) { urn } tag(urn: $t) { urn } }`;
  const { body } = await nobody.graphql(document, { d: open, c: box, t: tag });
  t.match(body.data, { dataset: { urn: open }, container: { urn: box }, tag: { urn: tag } });
  t.notOk(body.errors);
});

t.test('a batch of entities and columns takes the privileges for both', async (t) => {
  const both = await catalog.user('both', ['EDIT_ENTITY_TAGS', 'EDIT_DATASET_COL_TAGS']);
  for (const [operation, args] of associate(at(open), at(open, 'x')))
    t.strictSame(await call(both, operation, args), done, operation);
});

/** A policy's resource filter, and whether it covers a dataset, another dataset and a container. */
const filters: [string, { type: string | null; urns: string[] }, boolean[]][] = [
  ['no filter', { type: null, urns: [] }, [true, true, true]],
  ['datasets', { type: 'dataset', urns: [] }, [true, true, false]],
  ['containers', { type: 'container', urns: [] }, [false, false, true]],
  ['one dataset', { type: 'dataset', urns: [open] }, [true, false, false]],
  ['one urn of any type', { type: null, urns: [box] }, [false, false, true]],
  ['a urn of another type', { type: 'container', urns: [open] }, [false, false, false]],
  ['two urns', { type: null, urns: [open, box] }, [true, false, true]],
];

t.test('a METADATA policy covers the entities of its type and URNs, and no others', async (t) => {
  for (const [what, resources, covered] of filters) {
    const caller = await catalog.user(
      `filter-${made++}`,
      ['EDIT_ENTITY_TAGS', 'EDIT_DATASET_COL_TAGS'],
      resources,
    );
    const places = [at(open), at(closed), at(box)];
    for (const [index, place] of [...places, at(open, 'x'), at(closed, 'x')].entries()) {
      const outcome = await call(caller, 'addTags', { input: { tagUrns: [tag], ...place } });
      t.match(outcome, covered[index % 3] ? done : forbidden, `${what}: ${JSON.stringify(place)}`);
    }
  }
});

t.test('a batch with one resource that no policy covers is rejected as a whole', async (t) => {
  const [mine, other] = [await catalog.dataset('x'), await catalog.dataset('x')];
  const caller = await catalog.user('narrow', ['EDIT_ENTITY'], { type: 'dataset', urns: [mine] });
  for (const uncovered of [at(other), at(other, 'x'), at(box), at('urn:li:container:no_such')]) {
    for (const resources of [
      [at(mine), at(mine, 'x'), uncovered],
      [uncovered, at(mine)],
    ]) {
      for (const operation of ['batchAddTags', 'batchRemoveTags'] as const)
        t.match(await call(caller, operation, { input: { tagUrns: [tag], resources } }), forbidden);
    }
  }
  t.equal(await catalog.tagsOn(mine), null);
  t.equal(await catalog.columnTagsOn(mine), null);
  t.equal(await catalog.tagsOn(other), null);
  const input = { tagUrns: [tag], resources: [at(mine), at(mine, 'x')] };
  t.strictSame(await call(caller, 'batchAddTags', { input }), done);
});

t.test('a resource that no policy covers is rejected in the same way whether or not it exists', async (t) => {
  const caller = await catalog.user('blind', ['EDIT_ENTITY_TAGS'], { type: 'dataset', urns: [open] });
  const [there, absent] = [at(closed), at(closed.replace('PROD', 'DEV'))];
  for (const place of [there, absent])
    t.match(await call(caller, 'addTags', { input: { tagUrns: [tag], ...place } }), forbidden);
});
