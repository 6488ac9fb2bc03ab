import t from 'tap';
import { testCatalog } from '../support/catalog.js';
import { type Filter, forbidden, forOthers, insertTokens, listTokens, readError } from './api.js';

const operation = 'listAccessTokens';

const { db, user } = await testCatalog(t);
const boss = await user('boss', ['MANAGE_ACCESS_TOKENS']);
const ann = await user('ann', ['GENERATE_PERSONAL_ACCESS_TOKENS']);
const guest = await user('guest');
const [bosss, anns] = [boss.urn, ann.urn];
await db.prisma.storedAccessToken.deleteMany({
  where: { actorUrn: { notIn: [boss.urn, ann.urn, guest.urn] } },
});
await insertTokens(db, [
  { id: 'byannforboss', actorUrn: bosss, ownerUrn: anns, createdAt: 2 },
  { id: 'bybossforann', actorUrn: anns, ownerUrn: bosss, createdAt: 1 },
]);
const named = (filters: Filter[]) => ({ filters, count: 100 });
const readNames = async (...args: Parameters<typeof listTokens>) =>
  (await listTokens(...args)).body.data.listAccessTokens.tokens
    .map(({ name }: { name: string }) => name)
    .sort();

const own: Record<string, [filters: Filter[], names: string[]]> = {
  'actorUrn, value': [[{ field: 'actorUrn', value: anns }], ['bybossforann', 'token of ann']],
  'ownerUrn, value': [[{ field: 'ownerUrn', value: anns }], ['byannforboss']],
  'actorUrn, values': [[{ field: 'actorUrn', values: [anns] }], ['bybossforann', 'token of ann']],
  'beside other filters': [
    [
      { field: 'name', value: 'by', condition: 'START_WITH' },
      { field: 'actorUrn', value: anns },
    ],
    ['bybossforann'],
  ],
  'beside one that excludes the rest': [
    [
      { field: 'actorUrn', value: anns },
      { field: 'ownerUrn', value: anns, negated: true },
    ],
    ['bybossforann'],
  ],
};
// The fixture's tokens are issued by the actor, so ann owns hers as well.
for (const [name, [filters, names]] of Object.entries(own)) {
  const expected = name.startsWith('ownerUrn') ? [...names, 'token of ann'] : names;
  t.test(`200: one’s own, by ${name}`, async (t) => {
    t.strictSame(await readNames(ann, named(filters)), expected);
  });
}

const field = 'actorUrn';
const others: Record<string, Filter[] | null | undefined> = {
  'no filters': undefined,
  'null for filters': null,
  'an empty list of filters': [],
  'another’s URN as actor': [{ field, value: bosss }],
  'another’s URN as owner': [{ field: 'ownerUrn', value: bosss }],
  'everything but another’s': [{ field, value: bosss, negated: true }],
  'one’s own with a blank': [{ field, value: `${anns} ` }],
  'one’s own without its prefix': [{ field, value: 'ann' }],
  'an id': [{ field: 'id', value: 'bybossforann' }],
};
for (const [name, filters] of Object.entries(others)) {
  t.test(`UNAUTHORIZED: without Manage All, ${name}`, async (t) => {
    const answer = await listTokens(ann, { filters });
    t.strictSame(readError(answer), forbidden(operation, forOthers));
    t.equal(answer.body.data, null);
  });
}

const all = ['byannforboss', 'bybossforann', 'token of ann', 'token of boss', 'token of guest'];
for (const filters of [undefined, null, []]) {
  t.test(`200: a manager sees everyone’s with ${JSON.stringify(filters)} for filters`, async (t) => {
    t.strictSame(await readNames(boss, { filters }), all);
  });
}

t.test('200: a manager may filter by any user', async (t) => {
  t.strictSame(await readNames(boss, named([{ field, values: [anns, guest.urn] }])), [
    'bybossforann',
    'token of ann',
    'token of guest',
  ]);
  t.strictSame(await readNames(boss, named([{ field, value: anns, negated: true }])), [
    'byannforboss',
    'token of boss',
    'token of guest',
  ]);
});
