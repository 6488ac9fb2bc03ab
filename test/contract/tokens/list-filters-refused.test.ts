import t, { type Test } from 'tap';
import { testCatalog } from '../../support/catalog.js';
import { badRequest, type Filter, forbidden, forOthers, listTokens, readError } from './api.js';

const operation = 'listAccessTokens';
const fields =
  'unknown field; expected id, name, description, actorUrn, ownerUrn, createdAt, expiresAt, lastUsedAt';
const textConditions = 'expected EQUAL, IN, CONTAIN, START_WITH, EXISTS';
const timeConditions =
  'expected EQUAL, IN, GREATER_THAN, GREATER_THAN_OR_EQUAL_TO, LESS_THAN, LESS_THAN_OR_EQUAL_TO, EXISTS';
const comparisons = ['GREATER_THAN', 'GREATER_THAN_OR_EQUAL_TO', 'LESS_THAN', 'LESS_THAN_OR_EQUAL_TO'];

t.test('listAccessTokens with an invalid filter', async (t) => {
  const { user } = await testCatalog(t);
  const boss = await user('boss', ['MANAGE_ACCESS_TOKENS']);
  const ann = await user('ann', ['GENERATE_PERSONAL_ACCESS_TOKENS']);
  const refuses = async (t: Test, filter: Filter, message: string) =>
    t.match(readError(await listTokens(boss, { filters: [filter] })), badRequest(operation, message));

  for (const field of [
    'urn',
    'hash',
    'revokedAt',
    'Name',
    'actor_urn',
    '',
    '__proto__',
    'constructor',
    'OR',
  ]) {
    t.test(
      `BAD_REQUEST: there is no field ${JSON.stringify(field)}; the message lists those there are`,
      (t) => refuses(t, { field, value: 'x' }, `filter on "${field}": ${fields}`),
    );
  }

  for (const field of ['id', 'name', 'description', 'actorUrn', 'ownerUrn']) {
    t.test(`BAD_REQUEST: ${field} is not compared by size`, async (t) => {
      for (const condition of comparisons) {
        await refuses(
          t,
          { field, value: '1', condition },
          `filter on ${field}: unknown condition "${condition}"; ${textConditions}`,
        );
      }
    });
  }

  for (const field of ['createdAt', 'expiresAt']) {
    t.test(`BAD_REQUEST: ${field} is not searched as text`, async (t) => {
      for (const condition of ['CONTAIN', 'START_WITH']) {
        await refuses(
          t,
          { field, value: '1', condition },
          `filter on ${field}: unknown condition "${condition}"; ${timeConditions}`,
        );
      }
    });
    t.test(`BAD_REQUEST: ${field} is a whole number of milliseconds`, async (t) => {
      for (const value of ['', 'now', '2026-05-01', '1.5', '1e3', '0x10', ' 1', '9007199254740992']) {
        await refuses(
          t,
          { field, value },
          `filter on ${field}: ${JSON.stringify(value)} is not an integer of milliseconds since the epoch`,
        );
      }
    });
    t.test(`BAD_REQUEST: ${field} is compared with one value`, async (t) => {
      for (const condition of comparisons) {
        await refuses(
          t,
          { field, values: ['1', '2'], condition },
          `${condition} takes exactly one value, not 2`,
        );
      }
    });
  }

  t.test('BAD_REQUEST: a condition without a value, or EXISTS with one', async (t) => {
    await refuses(t, { field: 'name' }, 'filter on name: EQUAL needs a value');
    await refuses(t, { field: 'name', values: [] }, 'filter on name: EQUAL needs a value');
    await refuses(t, { field: 'name', values: [], condition: 'IN' }, 'filter on name: IN needs a value');
    await refuses(
      t,
      { field: 'createdAt', condition: 'LESS_THAN' },
      'filter on createdAt: LESS_THAN needs a value',
    );
    await refuses(
      t,
      { field: 'name', condition: 'EXISTS', value: 'x' },
      'filter on name: EXISTS takes no value',
    );
  });

  t.test('BAD_REQUEST: text that cannot be stored', async (t) => {
    await refuses(t, { field: 'name', value: 'a\0b' }, 'filter on name: "a\\u0000b" contains NUL');
    await refuses(t, { field: 'name', values: ['\ud800'] }, 'contains NUL or an unpaired surrogate');
  });

  t.test('BAD_REQUEST: too many filters or values', async (t) => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => `${i}`);
    const filters = many(51).map((value) => ({ field: 'name', value }));
    const message = 'at most 50 filters and 1000 values in total are allowed';
    t.match(readError(await listTokens(boss, { filters })), badRequest(operation, message));
    t.equal(readError(await listTokens(boss, { filters: filters.slice(1) })), null);
    await refuses(t, { field: 'name', values: many(1_001) }, message);
    const most = [{ field: 'name', values: many(1_000) }];
    t.equal(readError(await listTokens(boss, { filters: most })), null, 'a thousand are served');
  });

  t.test('BAD_REQUEST: too many patterns', async (t) => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => `${i}`);
    for (const condition of ['CONTAIN', 'START_WITH']) {
      const message =
        'at most 20 values of CONTAIN and START_WITH are allowed in all filters together, not 21';
      await refuses(t, { field: 'name', condition, values: many(21) }, message);
      await refuses(t, { field: 'name', condition, value: 'x'.repeat(513) }, 'longer than 512 characters');
      const most = [{ field: 'name', condition, values: many(20) }];
      t.equal(readError(await listTokens(boss, { filters: most })), null, 'twenty are served');
    }
  });

  t.test('400: a condition that the schema does not have', async (t) => {
    const answer = await listTokens(boss, { filters: [{ field: 'name', value: 'x', condition: 'LIKE' }] });
    t.match(readError(answer), { status: 400, type: 'BAD_REQUEST', message: '"LIKE" does not exist' });
  });

  t.test('BAD_REQUEST: one invalid filter of two, with or without privileges', async (t) => {
    const filters = [
      { field: 'actorUrn', value: ann.urn },
      { field: 'nope', value: 'x' },
    ];
    t.match(readError(await listTokens(ann, { filters })), badRequest(operation, fields));
    t.strictSame(
      readError(await listTokens(ann)),
      forbidden(operation, forOthers),
      'and none at all is a matter of rights',
    );
  });
});
