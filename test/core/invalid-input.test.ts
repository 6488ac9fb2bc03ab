import t from 'tap';
import { z } from 'zod';
import { formatIssues, invalidInput } from '../../src/core/invalid-input.js';

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
  t.equal(formatIssues(issues.slice(0, 2)), 'tags.0: is wrong; tags.1: is wrong');
  t.equal(formatIssues(issues).split('; ').length, 5);
  t.equal(formatIssues([{ path: [], message: 'is wrong' }]), 'is wrong');
  t.equal(formatIssues([{ path: [], message: 'is wrong' }], 'body'), 'body: is wrong');
});
