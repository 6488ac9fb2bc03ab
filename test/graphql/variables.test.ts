import {
  type GraphQLInputType,
  getNamedType,
  isInputType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
} from 'graphql';
import t from 'tap';
import { schema } from '../../src/graphql/schema/schema.js';
import { readVariables } from '../../src/graphql/variables.js';
import { messageFor, wrongValues } from '../support/wrong-variables.js';
import { graphqlClient } from './client.js';

/** Every type of an argument or of a member of an input type, as it is written. */
const inputTypes = [
  ...new Set(
    Object.values(schema.getTypeMap())
      .filter((type) => !type.name.startsWith('__'))
      .flatMap((type) => {
        if (isObjectType(type)) return Object.values(type.getFields()).flatMap(({ args }) => args);
        return isInputType(type) && 'getFields' in type ? Object.values(type.getFields()) : [];
      })
      .map(({ type }) => String(type)),
  ),
];

t.test('a wrong value of any input type gets one short message', async (t) => {
  t.ok(inputTypes.length > 50);
  for (const type of inputTypes) {
    for (const [what, make] of Object.entries(wrongValues)) {
      const message = messageFor(t, type, make(1_000));
      if (message !== null) t.ok(message.length < 2_000, `${type}, ${what}: ${message.slice(0, 100)}`);
    }
  }
});

/** A value of the type with every member, all of them right. */
function example(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return example(type.ofType);
  if (isListType(type)) return [example(type.ofType)];
  if ('getFields' in type)
    return Object.fromEntries(
      Object.values(type.getFields()).map((field) => [field.name, example(field.type)]),
    );
  if ('getValues' in type) return type.getValues()[0]!.name;
  return { Int: 1, Long: 1, Boolean: true, Float: 1 }[type.name] ?? 'text';
}

t.test('right values of any input type pass, and null where it may be', async (t) => {
  for (const written of inputTypes) {
    const type = readVariables(schema, parse(`query q($v: ${written}) { __typename }`), undefined)[0]!.type;
    t.equal(messageFor(t, written, example(type)), null, written);
    t.equal(messageFor(t, written, null) === null, !isNonNullType(type), `${written}: null`);
    const isList = isListType(isNonNullType(type) ? type.ofType : type);
    if (isList)
      t.equal(messageFor(t, written, example(getNamedType(type) as GraphQLInputType)), null, 'one element');
  }
});

const ordinary =
  'query q($input: FilterInput) { dataset(urn: "x") { operations(filter: $input) { timestampMillis } } }';
const wrong: readonly [what: string, input: unknown, message: string][] = [
  ['a text', 'x', '$input" got invalid value "x"; Expected type "FilterInput" to be an object.'],
  ['a list', [], '$input" got invalid value []; Expected type "FilterInput" to be an object.'],
  [
    'no member',
    {},
    '$input" got invalid value {…}; Field "and" of required type "[FacetFilterInput!]!" was not provided.',
  ],
  [
    'an element',
    { and: [null] },
    'null at "input.and[0]"; Expected non-nullable type "FacetFilterInput!" not to be null.',
  ],
  [
    'a member',
    { and: [{ field: 7 }] },
    '7 at "input.and[0].field"; String cannot represent a non string value: 7',
  ],
  ['a list as a text', { and: [{ field: ['x'] }] }, '[…] at "input.and[0].field"; Expected type "String".'],
  [
    'an unknown member',
    { and: [], or: 1 },
    '{…}; Field "or" is not defined by type "FilterInput", which has and.',
  ],
  [
    'a long word',
    { and: [{ field: 'a', condition: 'x'.repeat(101) }] },
    '…" at "input.and[0].condition"; Expected type "FilterOperator".',
  ],
];
for (const [what, input, message] of wrong) {
  t.test(`${what} in place of a variable's value has one message, the document cached or not`, async (t) => {
    const { ask, calls } = await graphqlClient(t, { entities: { dataset: async () => null } });
    for (let i = 0; i < 6; i++) {
      t.equal((await ask(ordinary, {})).status, 200);
      const { status, body } = await ask(ordinary, { input });
      t.equal(status, 400);
      t.equal(body.errors.length, 1);
      t.ok(body.errors[0].message.replace('"…', '…"').endsWith(message), body.errors[0].message);
      t.match(body.errors[0], {
        locations: [{ line: 1, column: 9 }],
        extensions: { classification: 'ValidationError' },
      });
    }
    t.equal(calls.length, 6);
  });
}

t.test('variables have a number of values, and a depth', async (t) => {
  const { ask, app } = await graphqlClient(t, {}, { GRAPHQL_MAX_VALUES: 10 });
  const says = (message: string) => ({ status: 400, body: { errors: [{ message }], data: null } });
  t.equal((await ask('{ __typename }', { a: Array(9).fill(0) })).status, 200);
  t.match(
    await ask('{ __typename }', { a: Array(10).fill(0) }),
    says('The variables have more than 10 values, which is the limit (GRAPHQL_MAX_VALUES)'),
  );
  const variables = `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
  const deep = await app.inject({ url: '/api/graphql', query: { query: '{ __typename }', variables } });
  t.equal(deep.statusCode, 400);
});
