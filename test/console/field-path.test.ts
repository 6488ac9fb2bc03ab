import t from 'tap';
import { columnKeys, simplePath } from '../../src/console/model/field-path.js';
import { FieldPaths } from '../../src/core/field-paths.js';
import { simplePath as simplePathOfService } from '../../src/urn/field-path.js';
import { seeded } from '../support/random.js';

t.test('the console and the service find the same columns', async (t) => {
  const choose = seeded(t);
  const parts = ['[version=2.0]', '[', ']', '.', '..', 'a', 'bé', '[type=x.y]', '.[type=[z]].', '.c'];
  const path = () =>
    `${choose.below(3) === 0 ? '' : '[version=2.0].'}${Array.from({ length: 1 + choose.below(4) }, () => choose.pick(parts)).join('')}`;
  for (let index = 0; index < 300; index += 1) {
    const one = path();
    t.equal(simplePath(one), simplePathOfService(one) || one, one);
  }
  for (let index = 0; index < 200; index += 1) {
    const paths = Array.from({ length: 1 + choose.below(4) }, () =>
      choose.pick([
        'a',
        'b',
        '[version=2.0].[type=i].a',
        '[version=2.0].[type=l].a',
        '[version=2.0].[type=l].b',
        '[version=2.0].[type=l]',
      ]),
    );
    const [toKey, same] = [columnKeys(paths), new FieldPaths(paths)];
    for (const one of paths)
      for (const other of paths)
        t.equal(
          toKey(one) === toKey(other),
          same.sameAs(one).includes(other),
          `${one} and ${other} in ${paths}`,
        );
  }
});
