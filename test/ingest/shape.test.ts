import t from 'tap';
import { z } from 'zod';
import { checkShape } from '../../src/ingest/shape.js';
import { boundedArray } from '../../src/input/bounded-input.js';
import { policyInfo } from '../../src/policies/model.js';
import { finish } from '../../src/scheduling/steps.js';

const listed = Array(5_000).fill('x');
const messages = (schema: z.ZodType, value: unknown) =>
  finish(checkShape(schema, value)).map(({ path, message }) => `${path.join('.')}: ${message}`);

t.test('a large list has a longest length, which comes before its elements', async (t) => {
  const schema = z.object({ list: boundedArray(z.number(), 4_000).nullish() });
  t.strictSame(messages(schema, { list: listed }), ['list: Too big: expected array to have <=4000 items']);
  t.equal(messages(z.object({ list: z.array(z.number()) }), { list: listed }).length, 5);
});

t.test('a rule about a whole object also holds for large ones', async (t) => {
  const schema = z
    .object({ list: z.array(z.string()) })
    .refine(({ list }) => list.length < 10, 'has too many');
  t.strictSame(messages(schema, { list: listed }), [': has too many']);
  t.strictSame(messages(schema, { list: listed.slice(0, 9) }), []);
  const policy = {
    ...{ displayName: 'p', type: 'METADATA', state: 'ACTIVE', privileges: ['EDIT_ENTITY'] },
    actors: { users: ['urn:li:corpuser:a'] },
    resources: { filter: { criteria: [{ field: 'CONTAINER', values: listed }] } },
  };
  t.match(messages(policyInfo, policy)[0], /^resources\.filter\.criteria\.0: .*"x"/);
});
