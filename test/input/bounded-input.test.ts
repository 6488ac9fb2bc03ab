import t from 'tap';
import { z } from 'zod';
import { boundedArray, tryParse } from '../../src/input/bounded-input.js';
import { formatIssues } from '../../src/input/invalid-input.js';

/** Counts the elements that are checked. */
function counting() {
  const checked = { count: 0 };
  const element = z.custom<number>((value) => {
    checked.count += 1;
    return typeof value === 'number';
  }, 'must be a number');
  return { checked, element };
}

t.test('no element of a list that is too long is checked', async (t) => {
  const { checked, element } = counting();
  const list = boundedArray(element, 3);
  const schema = z.object({ list: list.nullish(), optional: list.optional() });
  const input = { list: [1, 2, 3, 'x'] };
  const { error } = schema.safeParse(input);
  t.equal(formatIssues(error!.issues, input), 'list must have at most 3 elements; it has 4');
  t.equal(error!.issues.length, 1);
  t.equal(checked.count, 0);
  const said = boundedArray(element, 3, { error: 'has more than 3 numbers' }).safeParse([1, 2, 3, 4]);
  t.equal(said.error!.issues[0]!.message, 'has more than 3 numbers');
});

t.test('the check ends after five issues', async (t) => {
  const { checked, element } = counting();
  const { error } = boundedArray(element, 1_000).safeParse(Array(1_000).fill('x'));
  t.strictSame(
    error!.issues.map(({ path }) => path),
    [[0], [1], [2], [3], [4]],
  );
  t.equal(checked.count, 5);
  const nested = boundedArray(z.object({ in: boundedArray(z.string(), 10) }), 10);
  const issues = nested.safeParse(Array(10).fill({ in: Array(10).fill(0) })).error!.issues;
  t.strictSame(issues[0]!.path, [0, 'in', 0]);
  t.equal(issues.length, 5);
});

t.test('a list within its bounds is read as by zod', async (t) => {
  const list = boundedArray(z.coerce.number(), 3, { min: 1 });
  t.strictSame(list.parse(['1', 2]), [1, 2]);
  for (const wrong of [[], {}, null, undefined, 'x'])
    t.strictSame(
      list.safeParse(wrong).error?.issues,
      z.array(z.coerce.number()).min(1).max(3).safeParse(wrong).error?.issues,
    );
  t.match(z.toJSONSchema(list, { io: 'input' }), { type: 'array', minItems: 1, maxItems: 3 });
});

t.test('violations that do not fit onto the stack are one violation', async (t) => {
  const schema = z.array(z.object({ in: z.array(z.strictObject({ name: z.string() })) }));
  const input = [{ in: Array(300_000).fill({}) }];
  t.throws(() => schema.safeParse(input), RangeError);
  t.equal(
    formatIssues(tryParse(schema, input).error!.issues, input, 'body'),
    'body has more violations than can be listed',
  );
  t.strictSame(tryParse(schema, [{ in: [{ name: 'x' }] }]).data, [{ in: [{ name: 'x' }] }]);
  const failing = z.custom(() => {
    throw new TypeError('no issue');
  });
  t.throws(() => tryParse(failing, 1), TypeError);
});

t.test('a message shows the beginning of names and values, and is short', async (t) => {
  const schema = z.strictObject({ in: z.record(z.string(), z.string().max(1)) });
  const long = 'x'.repeat(64_000);
  const unknown = Object.fromEntries(Array.from({ length: 4_000 }, (_, index) => [`u${index}`, 1]));
  const input = { in: { [long]: long }, ...unknown, [long]: 1 };
  const text = formatIssues(tryParse(schema, input).error!.issues, input, 'body');
  t.ok(text.length <= 1_000, `${text.length} characters`);
});
