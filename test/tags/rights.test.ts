import t from 'tap';
import { call, column, done, tagCatalog } from '../support/metadata.js';

const catalog = await tagCatalog(t);
const [tag] = (await catalog.tags('tag')) as [string];
const open = await catalog.dataset('x');
const box = await catalog.container();

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
t.test('a batch of entities and columns takes the privileges for both', async (t) => {
  const both = await catalog.user('both', ['EDIT_ENTITY_TAGS', 'EDIT_DATASET_COL_TAGS']);
  const input = { tagUrns: [tag], resources: [at(open), at(open, 'x')] };
  for (const operation of ['batchAddTags', 'batchRemoveTags'])
    t.strictSame(await call(both, operation, { input }), done, operation);
});

t.test('a batch with one resource that no policy covers is rejected as a whole', async (t) => {
  const [mine, other] = [await catalog.dataset('x'), await catalog.dataset('x')];
  const caller = await catalog.user('narrow', ['EDIT_ENTITY'], { type: 'dataset', urns: [mine] });
  for (const uncovered of [at(other), at(other, 'x'), at(box), at('urn:li:container:no_such')]) {
    for (const resources of [
      [at(mine), at(mine, 'x'), uncovered],
      [uncovered, at(mine)],
    ]) {
      const { resourceUrn: refusedEntity } = uncovered;
      for (const operation of ['batchAddTags', 'batchRemoveTags'])
        t.match(await call(caller, operation, { input: { tagUrns: [tag], resources } }), {
          ...forbidden,
          error: { ...forbidden.error, refusedEntity },
        });
    }
  }
  t.equal(await catalog.tagsOn(mine), null);
  t.equal(await catalog.columnTagsOn(mine), null);
  t.equal(await catalog.tagsOn(other), null);
  const input = { tagUrns: [tag], resources: [at(mine), at(mine, 'x')] };
  t.strictSame(await call(caller, 'batchAddTags', { input }), done);
});
