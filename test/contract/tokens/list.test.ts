import t from 'tap';
import { testCatalog } from '../../support/catalog.js';
import { badRequest, createToken, insertTokens, listTokens, readError, revokeToken, toId } from './api.js';

const operation = 'listAccessTokens';
const noon = Date.UTC(2026, 4, 1, 12);

t.test('listAccessTokens, page by page', async (t) => {
  const catalog = await testCatalog(t, { clock: () => noon });
  const boss = await catalog.user('boss', ['MANAGE_ACCESS_TOKENS']);
  await catalog.user('ann');
  // Nine times with five tokens each, of which three are ann's, inserted out of order.
  const rows = Array.from({ length: 45 }, (_, i) => ({
    id: `token${String((i * 7) % 45).padStart(12, '0')}`,
    actorUrn: `urn:li:corpuser:${i % 5 < 3 ? 'ann' : 'boss'}`,
    createdAt: noon - 1_000 * (1 + (((i * 7) % 45) % 9)),
  }));
  await insertTokens(catalog.db, rows);
  const inOrder = rows
    .toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
  // The two tokens of the fixture are newer, so they come first.
  const list = async (input: Record<string, unknown>) =>
    (
      await listTokens(boss, {
        filters: [{ field: 'createdAt', condition: 'LESS_THAN', value: `${noon}` }],
        ...input,
      })
    ).body.data.listAccessTokens;
  const listIds = (page: { tokens: { id: string }[] }) => page.tokens.map(({ id }) => id);

  t.test('200: the newest first, tokens of one millisecond by id', async (t) => {
    t.strictSame(listIds(await list({ count: 1_000 })), inOrder);
  });

  for (const count of [1, 4, 7, 45]) {
    t.test(`200: pages of ${count} make the whole, each once, with the exact total`, async (t) => {
      const seen = [];
      for (let start = 0; start < 45; start += count) {
        const page = await list({ start, count });
        t.match(page, { start, count, total: 45 });
        seen.push(...listIds(page));
      }
      t.strictSame(seen, inOrder);
    });
  }

  t.test('200: the first 20, without numbers or with null', async (t) => {
    for (const input of [{}, { start: null, count: null }, { start: 0 }, { count: 20 }]) {
      const page = await list(input);
      t.match(page, { start: 0, count: 20, total: 45 });
      t.strictSame(listIds(page), inOrder.slice(0, 20), JSON.stringify(input));
    }
  });

  t.test('200: a page past the end is empty, and count echoes what was asked for', async (t) => {
    t.strictSame(await list({ start: 45, count: 3 }), { start: 45, count: 3, total: 45, tokens: [] });
    const far = { start: 2_147_483_647, count: 1_000, total: 45, tokens: [] };
    t.strictSame(await list({ start: 2_147_483_647, count: 1_000 }), far);
    const last = await list({ start: 44, count: 10 });
    t.match(last, { start: 44, count: 10, total: 45 });
    t.strictSame(listIds(last), inOrder.slice(44));
  });

  t.test('200: the total counts the tokens that match the filters', async (t) => {
    const filters = [
      { field: 'actorUrn', value: 'urn:li:corpuser:ann' },
      { field: 'createdAt', condition: 'LESS_THAN', value: `${noon}` },
    ];
    const page = await list({ filters, count: 2, start: 1 });
    const anns = new Set(rows.filter(({ actorUrn }) => actorUrn.endsWith('ann')).map(({ id }) => id));
    t.match(page, { start: 1, count: 2, total: 27 });
    t.strictSame(listIds(page), inOrder.filter((id) => anns.has(id)).slice(1, 3));
  });

  const refused: Record<string, [input: object, message: string]> = {
    'a count over 1,000': [{ count: 1_001 }, 'count is 1001; expected an integer from 0 to 1000'],
    'a count below 0': [{ count: -1 }, 'count is -1; expected an integer from 0 to 1000'],
    'a start below 0': [{ start: -1 }, 'start is -1; expected an integer of 0 or more'],
  };
  for (const [name, [input, message]] of Object.entries(refused)) {
    t.test(`BAD_REQUEST: ${name}`, async (t) => {
      t.strictSame(readError(await listTokens(boss, { ...input })), badRequest(operation, message));
    });
  }

  t.test('400: numbers that are not integers', async (t) => {
    for (const input of [{ count: 'ten' }, { start: 1.5 }, { count: 2_147_483_648 }]) {
      const answer = await listTokens(boss, input);
      t.match(readError(answer), { status: 400, type: 'BAD_REQUEST', classification: 'ValidationError' });
    }
  });
});

t.test('listAccessTokens with PAGE_SIZE_MAX below 20', async (t) => {
  const catalog = await testCatalog(t, { env: { PAGE_SIZE_MAX: '2' } });
  const boss = await catalog.user('boss', ['MANAGE_ACCESS_TOKENS']);
  for (const id of ['a', 'b', 'c']) await catalog.user(id);

  t.test('200: without a count, the page and its `count` have the largest size', async (t) => {
    const inputs = [{}, { count: null }, { start: 0, filters: [] }];
    for (const input of inputs) {
      const { data } = (await listTokens(boss, input)).body;
      t.match(data.listAccessTokens, { start: 0, count: 2, total: 4 }, JSON.stringify(input));
      t.equal(data.listAccessTokens.tokens.length, 2);
    }
    const { body } = await boss.graphql('{ listAccessTokens(input: {}) { count total } }');
    t.strictSame(body.data, { listAccessTokens: { count: 2, total: 4 } }, 'nor in a document');
  });

  t.test('BAD_REQUEST: a count over PAGE_SIZE_MAX', async (t) => {
    const message = 'count is 3; expected an integer from 0 to 2';
    t.strictSame(readError(await listTokens(boss, { count: 3 })), badRequest(operation, message));
  });
});

t.test('listAccessTokens, its records', async (t) => {
  const catalog = await testCatalog(t, { clock: () => noon });
  const boss = await catalog.user('boss', ['MANAGE_ACCESS_TOKENS']);
  const ann = await catalog.user('ann');
  const list = async () => (await listTokens(boss)).body.data.listAccessTokens;

  t.test('200: the answer of the specification, with everyone’s tokens', async (t) => {
    const { status, body } = await boss.graphql(
      `query listAccessTokens($input: ListAccessTokenInput!) {
         listAccessTokens(input: $input) { start count total tokens { urn id actorUrn } }
       }`,
      { input: { start: 0, count: 100, filters: [] } },
    );
    const tokens = [boss, ann].map(({ urn, token }) => ({
      urn: `urn:li:serviceAccessToken:${toId(token)}`,
      id: toId(token),
      actorUrn: urn,
    }));
    t.equal(status, 200);
    t.strictSame(body, {
      data: {
        listAccessTokens: {
          start: 0,
          count: 100,
          total: 2,
          tokens: tokens.sort((a, b) => (a.id < b.id ? -1 : 1)),
        },
      },
      extensions: {},
    });
  });

  t.test('200: a new token is listed at once, as its creation showed it', async (t) => {
    const { body } = await createToken(boss, { actorUrn: ann.urn, name: 'n', description: 'd' });
    const { metadata } = body.data.createAccessToken;
    const { total, tokens } = await list();
    t.equal(total, 3);
    t.strictSame(
      tokens.find(({ id }: { id: string }) => id === metadata.id),
      metadata,
    );
  });

  t.test('200: a revoked token has left the list and the total by the next request', async (t) => {
    t.equal((await list()).total, 3);
    await revokeToken(boss, toId(ann.token));
    const { total, tokens } = await list();
    t.equal(total, 2);
    t.notOk(tokens.some(({ id }: { id: string }) => id === toId(ann.token)));
  });
});
