import t from 'tap';
import { z } from 'zod';
import type { Aspect } from '../../src/aspects/aspect.js';
import { createAspects } from '../../src/aspects/kernel.js';
import { storedAspects } from '../../src/stored-aspects.js';

const define = (name: string, more: Partial<Aspect> = {}): Aspect => ({
  ...{ name, entityTypes: null, model: z.looseObject({}) },
  ...more,
});
const tables = { split: () => t.fail('is not called') as never, clear: async () => {} };

t.test('the kernel knows the definitions that it is given', async (t) => {
  const note = define('note', { rows: { tables, select: '(SELECT 1)', bytes: '2' } });
  const copy = define('copy', { rows: { tables } });
  const right = define('right', { isAccess: true, entityTypes: ['person'] });
  const aspects = createAspects([note, copy, right], async () => {});
  t.equal(aspects.find('dataset', 'note'), note);
  t.equal(aspects.find('dataset', 'globalTags'), null, 'and no others');
  t.equal(aspects.find('person', 'right'), right);
  t.equal(aspects.find('dataset', 'right'), null, 'about access of people only');
  t.strictSame(['person', 'dataset'].map(aspects.isAccess), [true, false]);
  t.strictSame(aspects.tables, [tables], 'shared tables once');
  t.match(aspects.sql.select, `CASE a.name WHEN 'note' THEN (SELECT 1)   ELSE NULL END`);
  t.equal(aspects.sql.bytesOfRows, `CASE a.name WHEN 'note' THEN 2   ELSE 0 END`);
});

t.test('each stored aspect has one definition', async (t) => {
  const names = storedAspects.definitions.map(({ name }) => name);
  t.strictSame(names, [...new Set(names)]);
});
