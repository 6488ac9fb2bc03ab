import t from 'tap';
import { testCatalog } from '../support/catalog.js';
import { createToken, insertTokens, listTokens } from './api.js';

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
});

t.test('listAccessTokens, its records', async (t) => {
  const catalog = await testCatalog(t, { clock: () => noon });
  const boss = await catalog.user('boss', ['MANAGE_ACCESS_TOKENS']);
  const ann = await catalog.user('ann');
  const list = async () => (await listTokens(boss)).body.data.listAccessTokens;

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

  t.test('200: by name, a letter with a mark is beside the letter, in any case', async (t) => {
    const order = ['Ecke', 'éclair', 'Eclipse', 'Ökonomie', 'oktober', 'zebra'];
    for (const name of order.toReversed())
      await createToken(boss, { actorUrn: ann.urn, name: `sort ${name}` });
    const sorted = async (descending: boolean) => {
      const { body } = await listTokens(boss, { query: 'sort', orderBy: 'NAME', descending });
      return body.data.listAccessTokens.tokens.map(({ name }: { name: string }) => name.slice(5));
    };
    t.strictSame(await sorted(false), order);
    t.strictSame(await sorted(true), order.toReversed());
    await catalog.db.query(`UPDATE stored_access_tokens SET name = 'sort étage' WHERE name = 'sort zebra'`);
    t.strictSame(await sorted(false), ['Ecke', 'éclair', 'Eclipse', 'étage', 'Ökonomie', 'oktober']);
  });
});
