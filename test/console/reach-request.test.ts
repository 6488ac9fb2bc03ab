import t from 'tap';
import {
  lacksTag,
  pathText,
  placeName,
  type Reach,
  type ReachedPlace,
  toPlace,
  withTagOn,
} from '../../src/console/pages/tags/reach-request.js';
import { datasetUrn } from '../support/metadata.js';

const place = (name: string, more: Partial<ReachedPlace> = {}): ReachedPlace =>
  ({
    ...{ fieldPath: null, degree: 1, via: 'COLUMN', path: [] },
    ...{ carriesTag: false, removed: false, removedBy: null },
    entity: { urn: datasetUrn(name), type: 'DATASET', displayName: name, colorHex: null, platform: null },
    ...more,
  }) as unknown as ReachedPlace;
const answerOf = (...reached: ReachedPlace[]): Reach => ({
  tagReach: { total: 10, untagged: reached.filter(lacksTag).length, isPartial: false, reached },
});

t.test('a place is named and changed as an entity or as a column', (t) => {
  t.equal(placeName(place('orders')), 'orders');
  const column = place('orders', { fieldPath: '[version=2.0].[type=string].email' });
  t.equal(placeName(column), 'orders.email');
  t.same(toPlace(place('orders')), { resourceUrn: datasetUrn('orders') });
  t.same(toPlace(column), {
    resourceUrn: datasetUrn('orders'),
    subResource: '[version=2.0].[type=string].email',
    subResourceType: 'DATASET_FIELD',
  });
  t.end();
});

t.test('of a long path, the middle is left out', (t) => {
  const path = (...names: string[]) => [...names, 'here'].map((name) => place(name));
  t.equal(pathText(path()), '');
  t.equal(pathText(path('a', 'b')), 'a → b');
  t.equal(pathText(path('a', 'b', 'c', 'd')), 'a → b → c → d');
  t.equal(pathText(path('a', 'b', 'c', 'd', 'e', 'f')), 'a → … → e → f');
  t.end();
});

t.test('places get the tag before the service has answered, and leave the list of those without it', (t) => {
  const [one, two, removed] = [place('one'), place('two'), place('three', { removed: true })] as const;
  const all = withTagOn(answerOf(one, two, removed), [one, removed], false).tagReach;
  t.same(
    all.reached.map(({ carriesTag }) => carriesTag),
    [true, false, true],
  );
  t.same([all.total, all.untagged], [10, 1], 'what a person has removed did not count');
  const left = withTagOn(answerOf(one, two), [one], true).tagReach;
  t.same(
    left.reached.map(({ entity }) => entity.urn),
    [datasetUrn('two')],
  );
  t.same([left.total, left.untagged], [9, 1]);
  t.end();
});
