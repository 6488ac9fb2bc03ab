import t from 'tap';
import { z } from 'zod';
import { formatIssues, invalidInput } from '../../src/input/invalid-input.js';
import { LosslessNumber } from '../../src/json/lossless-json.js';

const rule = z.string().max(3, 'expected at most 3 characters');
const schema = z.object({ outer: z.object({ inner: rule }) });

t.test('the message names the field, the value and the rule', async (t) => {
  const input = { outer: { inner: 'a\nbc' } };
  t.match(invalidInput(schema.safeParse(input).error!.issues, input), {
    type: 'BAD_REQUEST',
    message: 'inner is "a\\nbc"; expected at most 3 characters',
  });
});

t.test('the message quotes at most 100 characters of the value', async (t) => {
  const input = { outer: { inner: 'x'.repeat(1_000_000) } };
  const { message } = invalidInput(schema.safeParse(input).error!.issues, input);
  t.equal(message, `inner is "${'x'.repeat(100)}"…; expected at most 3 characters`);
});

t.test('an input that is a single value has no field to name', async (t) => {
  const { message } = invalidInput(rule.safeParse('long').error!.issues, 'long');
  t.equal(message, 'input is "long"; expected at most 3 characters');
});

t.test('formatIssues lists the first five violations with their paths', async (t) => {
  const issues = Array.from({ length: 7 }, (_, index) => ({ path: ['tags', index], message: 'is wrong' }));
  t.equal(formatIssues(issues.slice(0, 2), {}), 'tags.0 is wrong; tags.1 is wrong');
  t.equal(formatIssues(issues, null).split('; ').length, 5);
  t.equal(formatIssues([{ path: [], message: 'is wrong' }], {}), 'is wrong');
  t.equal(formatIssues([{ path: [], message: 'is wrong' }], {}, 'body'), 'body is wrong');
});

t.test('violations are said in plain words, with what was sent', async (t) => {
  const said = (schema: z.ZodType, input: unknown) =>
    formatIssues(schema.safeParse(input).error?.issues ?? [], input, 'body');
  const operation = z.discriminatedUnion('op', [
    z.object({ op: z.enum(['add', 'test']) }),
    z.object({ op: z.literal('remove') }),
  ]);
  const record = z.record(z.string(), z.unknown());
  const mark = z.custom((value) => value === 1, 'must be an object');
  for (const [given, input, text] of [
    [z.string(), undefined, 'name is required'],
    [z.string(), null, 'name must be a text; it is null'],
    [z.string(), 7, 'name must be a text; it is 7'],
    [z.number(), 'soon', 'name must be a number; it is a text'],
    [z.coerce.number(), 'soon', 'name must be a number; it is a text'],
    [z.int(), 1.5, 'name must be a whole number; it is 1.5'],
    [z.int(), 2 ** 60, 'name must be at most 9007199254740991; it is 1152921504606847000'],
    [z.int().min(1), 0, 'name must be at least 1; it is 0'],
    [z.int(), new LosslessNumber('1e400'), 'name must be a number; it is 1e400'],
    [z.boolean(), 'true', 'name must be true or false; it is a text'],
    [record, [], 'name must be an object; it is a list'],
    [z.array(z.int()), {}, 'name must be a list; it is an object'],
    [z.array(z.int()).min(1), [], 'name must have at least 1 elements; it has 0'],
    [z.string().max(3), 'long', 'name must have at most 3 characters; it has 4'],
    [z.enum(['A', 'B']), 'C', 'name is "C"; expected one of A, B'],
    [z.enum(['A', 'B']), undefined, 'name is required'],
    [z.literal('A'), 'x'.repeat(200), `name is "${'x'.repeat(100)}"…; expected A`],
    [z.enum(['A', 'B']), ['A'], 'name is a list; expected one of A, B'],
    [operation, { op: 'x' }, 'name.op is "x"; expected one of add, test, remove'],
    [z.union([z.string(), z.array(z.string())]), 3, 'name must be a text or a list; it is 3'],
    [z.union([mark, z.string()]), 3, 'name must be an object or a text; it is 3'],
    [z.strictObject({}), { a: 1, b: 2 }, 'name has unknown members: "a", "b"'],
    [z.string().regex(/^a/), 'b', 'name has the wrong form'],
    [rule, 'long', 'name: expected at most 3 characters'],
    [z.unknown().refine((value) => value === 1, 'is not one'), 2, 'name is not one'],
  ] as const) {
    t.equal(said(z.object({ name: given }), { name: input }), text);
  }
  t.equal(said(z.object({}), 'text'), 'body must be an object; it is a text');
  t.equal(said(z.object({}), undefined), 'body is required');
});
