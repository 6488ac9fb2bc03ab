import t from 'tap';
import { testCatalog } from '../support/catalog.js';
import { badRequest, type Filter, insertTokens, listTokens, readError } from './api.js';

const [ann, bob, eve] = ['urn:li:corpuser:ann', 'urn:li:corpuser:bob', 'urn:li:corpuser:eve'];

// Each token is one letter. An expectation is the letters of the tokens that a filter matches.
const tokens = [
  { id: 'A1x', name: 'load sales', actorUrn: ann, createdAt: 100, expiresAt: 1_000, description: 'night' },
  { id: 'B1y', name: 'load users', actorUrn: ann, ownerUrn: eve, createdAt: 200, expiresAt: null },
  {
    id: 'C2x',
    name: '100% true',
    actorUrn: bob,
    createdAt: 300,
    expiresAt: 3_000,
    lastUsedAt: 300,
    description: 'night shift',
  },
  { id: 'D2y', name: 'a_b\\c', actorUrn: bob, ownerUrn: eve, createdAt: 300, expiresAt: 1_000 },
];
const everyone = 'ABCD';

type Row = [field: string, condition: string, values: string | string[], letters: string];
const rows: Row[] = [
  ['id', 'EQUAL', 'B1y', 'B'],
  ['id', 'IN', ['A1x', 'D2y', 'none'], 'AD'],
  ['id', 'CONTAIN', '2', 'CD'],
  ['id', 'START_WITH', ['A1', 'B'], 'AB'],
  ['name', 'EQUAL', 'load', ''],
  ['name', 'EQUAL', ['load sales', '100% true'], 'AC'],
  ['name', 'IN', ['load users'], 'B'],
  ['name', 'CONTAIN', 'load', 'AB'],
  ['name', 'CONTAIN', ['users', 'true'], 'BC'],
  ['name', 'CONTAIN', '%', 'C'],
  ['name', 'CONTAIN', '_', 'D'],
  ['name', 'CONTAIN', '\\', 'D'],
  ['name', 'START_WITH', 'load s', 'A'],
  ['name', 'START_WITH', 'users', ''],
  ['name', 'START_WITH', '%', ''],
  ['description', 'EQUAL', 'night', 'A'],
  ['description', 'EQUAL', '', ''],
  ['description', 'IN', ['night', 'night shift'], 'AC'],
  ['description', 'CONTAIN', 'shift', 'C'],
  ['description', 'START_WITH', 'night', 'AC'],
  ['actorUrn', 'EQUAL', bob, 'CD'],
  ['actorUrn', 'IN', [ann, eve], 'AB'],
  ['actorUrn', 'CONTAIN', ':bo', 'CD'],
  ['actorUrn', 'START_WITH', 'urn:li:corpuser:a', 'AB'],
  ['ownerUrn', 'EQUAL', eve, 'BD'],
  ['ownerUrn', 'IN', [ann, bob], 'AC'],
  ['ownerUrn', 'CONTAIN', 'corpuser:e', 'BD'],
  ['ownerUrn', 'START_WITH', ann, 'A'],
  ['createdAt', 'EQUAL', '300', 'CD'],
  ['createdAt', 'IN', ['100', '200', '7'], 'AB'],
  ['createdAt', 'GREATER_THAN', '200', 'CD'],
  ['createdAt', 'GREATER_THAN_OR_EQUAL_TO', '200', 'BCD'],
  ['createdAt', 'LESS_THAN', '200', 'A'],
  ['createdAt', 'LESS_THAN_OR_EQUAL_TO', '200', 'AB'],
  ['createdAt', 'LESS_THAN', '9007199254740991', 'ABCD'],
  ['createdAt', 'GREATER_THAN', '-9007199254740991', 'ABCD'],
  ['expiresAt', 'EQUAL', '1000', 'AD'],
  ['expiresAt', 'IN', ['3000'], 'C'],
  ['expiresAt', 'GREATER_THAN', '1000', 'C'],
  ['expiresAt', 'GREATER_THAN_OR_EQUAL_TO', '1000', 'ACD'],
  ['expiresAt', 'LESS_THAN', '3000', 'AD'],
  ['expiresAt', 'LESS_THAN_OR_EQUAL_TO', '3000', 'ACD'],
  ['lastUsedAt', 'LESS_THAN', '400', 'C'],
];
const present: [field: string, letters: string][] = [
  ['id', 'ABCD'],
  ['name', 'ABCD'],
  ['description', 'AC'],
  ['actorUrn', 'ABCD'],
  ['ownerUrn', 'ABCD'],
  ['createdAt', 'ABCD'],
  ['expiresAt', 'ACD'],
  ['lastUsedAt', 'C'],
];

const without = (letters: string) => [...everyone].filter((letter) => !letters.includes(letter)).join('');

const { db, user } = await testCatalog(t);
const boss = await user('boss', ['MANAGE_ACCESS_TOKENS']);
for (const name of ['ann', 'bob', 'eve']) await user(name);
await db.prisma.storedAccessToken.deleteMany({ where: { actorUrn: { not: boss.urn } } });
await insertTokens(db, tokens);
const [, bosssId = ''] = boss.token.split('_');

async function letters(...filters: Filter[]) {
  const notTheCallers = { field: 'id', value: bosssId, negated: true };
  const answer = await listTokens(boss, { filters: [notTheCallers, ...filters] });
  t.equal(readError(answer), null);
  const { total, tokens } = answer.body.data.listAccessTokens;
  t.equal(total, tokens.length, 'the total fits');
  return tokens
    .map(({ id }: { id: string }) => id[0])
    .sort()
    .join('');
}

for (const [field, condition, given, expected] of rows) {
  const values = [given].flat();
  t.test(`200: ${field} ${condition} ${values.join(' or ')}: ${expected || 'none'}`, async (t) => {
    const filter = { field, values, condition };
    t.equal(await letters(filter), expected);
    const negated = await letters({ ...filter, negated: true });
    t.equal(negated, without(expected), 'negated, all the others, those without a value too');
    if (values.length === 1)
      t.equal(await letters({ field, value: values[0]!, condition }), expected, 'value');
    if (condition === 'EQUAL') t.equal(await letters({ field, values }), expected, 'EQUAL is the default');
  });
}

for (const [field, expected] of present) {
  t.test(`200: ${field} EXISTS: ${expected}`, async (t) => {
    t.equal(await letters({ field, condition: 'EXISTS' }), expected);
    t.equal(await letters({ field, condition: 'EXISTS', negated: true }), without(expected), 'negated');
  });
}

t.test('200: a query finds names of tokens and users, and an order sorts', async (t) => {
  async function found(input: object) {
    const notTheCallers = { field: 'id', value: bosssId, negated: true };
    const answer = await listTokens(boss, { ...input, filters: [notTheCallers] });
    return answer.body.data.listAccessTokens.tokens.map(({ id }: { id: string }) => id[0]).join('');
  }
  t.equal(await found({ query: ' LOAD ' }), 'BA');
  t.equal(await found({ query: 'bo' }), 'CD', 'of the user');
  t.equal(await found({ query: '%' }), 'C', 'no character is a wildcard');
  t.equal(await found({ query: 'nobody' }), '');
  t.equal(await found({ orderBy: null, descending: null, query: null }), 'CDBA');
  t.equal(await found({ descending: false }), 'ABCD');
  t.equal(await found({ orderBy: 'EXPIRES', descending: false }), 'DACB', 'no expiry is the last');
  t.equal(await found({ orderBy: 'EXPIRES' }), 'BCDA');
  t.equal(await found({ orderBy: 'LAST_USED' }), 'CDBA', 'no use is the oldest');
  t.equal(await found({ orderBy: 'LAST_USED', descending: false }), 'DBAC');
  t.equal((await found({ orderBy: 'NAME', descending: false })).replace('AB', ''), 'CD');
});

t.test('200: filters are ANDed, also two on one field', async (t) => {
  const actor = { field: 'actorUrn', value: ann };
  t.equal(await letters(actor, { field: 'ownerUrn', value: eve }), 'B');
  t.equal(await letters(actor, { field: 'actorUrn', value: bob }), '');
  const from = { field: 'createdAt', condition: 'GREATER_THAN', value: '100' };
  t.equal(await letters(from, { field: 'createdAt', condition: 'LESS_THAN', value: '300' }), 'B');
});

t.test('200: null counts as absent', async (t) => {
  const filter = { field: 'actorUrn', value: null, values: [bob], condition: null, negated: null };
  t.equal(await letters(filter as unknown as Filter), 'CD');
});

t.test('BAD_REQUEST: a wrong filter, with or without privileges; 400: an unknown condition', async (t) => {
  const ann = await user('filtering', ['GENERATE_PERSONAL_ACCESS_TOKENS']);
  const filters = [
    { field: 'actorUrn', value: ann.urn },
    { field: 'nope', value: 'x' },
  ];
  for (const caller of [boss, ann])
    t.match(
      readError(await listTokens(caller, { filters })),
      badRequest('listAccessTokens', 'filter on "nope": unknown field; expected id, name, '),
    );
  const unknown = await listTokens(boss, { filters: [{ field: 'name', value: 'x', condition: 'LIKE' }] });
  t.match(readError(unknown), { status: 400, type: 'BAD_REQUEST', message: '"LIKE" does not exist' });
});

t.test('200: text that looks like SQL is text', async (t) => {
  for (const value of ["' OR 1=1 --", '"; DROP TABLE users; --', '$1', '.*']) {
    t.equal(await letters({ field: 'name', value }), '');
    t.equal(await letters({ field: 'name', condition: 'CONTAIN', value }), '');
  }
});
