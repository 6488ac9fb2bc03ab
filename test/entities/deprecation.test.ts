import t from 'tap';
import { proposal } from '../support/aspects.js';
import { assetCatalog, assets } from '../support/assets.js';
import { containerUrn, datasetUrn } from '../support/metadata.js';

const { put, one, user, db } = await assetCatalog(t);
const keeper = await user('keeper', ['DELETE_ENTITY', 'EDIT_ENTITY']);
const actor = 'urn:li:corpuser:ann';
const field = 'deprecation { deprecated note }';

t.test('every asset has it, null before it is first written', async (t) => {
  const subjects = [
    ['dataset', datasetUrn('old')],
    ['container', containerUrn('old')],
    ...assets.map(({ query, urn }) => [query, urn]),
  ] as const;
  for (const [query, urn] of subjects) {
    await put(proposal(urn!, 'status', {}));
    t.strictSame(await one(query!, urn!, field), { deprecation: null }, query);
    await put(proposal(urn!, 'deprecation', { deprecated: true, note: 'Use `new`.', actor }));
    t.strictSame(
      await one(query!, urn!, field),
      { deprecation: { deprecated: true, note: 'Use `new`.' } },
      query,
    );
    await put(proposal(urn!, 'deprecation', { deprecated: false, actor }));
    t.strictSame(await one(query!, urn!, field), { deprecation: { deprecated: false, note: null } }, query);
  }
});

t.test('a deprecation that says nothing readable is stored as it was sent, and shown as none', async (t) => {
  const urn = datasetUrn('unclear');
  const sent = { deprecated: 'yes', note: 7, decommissionTime: 1.5e19, other: [1] };
  await put(proposal(urn, 'deprecation', sent));
  t.strictSame(await one('dataset', urn, field), { deprecation: null });
  const [row] = await db.query<{ body: string }>(
    `SELECT body::text AS body FROM aspects WHERE urn = $1 AND name = 'deprecation'`,
    [urn],
  );
  t.strictSame(JSON.parse(row!.body), sent);
});

t.test('the row goes with the aspect, and with the entity', async (t) => {
  const urn = datasetUrn('gone');
  const rows = () => db.query('SELECT FROM deprecations WHERE urn = $1', [urn]);
  await put(proposal(urn, 'deprecation', { deprecated: true, note: 'n', actor }));
  t.equal((await rows()).length, 1);
  const path = `/openapi/v3/entity/dataset/${encodeURIComponent(urn)}`;
  await put({ entityType: 'dataset', entityUrn: urn, changeType: 'DELETE', aspectName: 'deprecation' });
  t.equal((await rows()).length, 0);
  await put(proposal(urn, 'deprecation', { deprecated: true, note: 'n', actor }));
  t.equal((await keeper.send('DELETE', path)).status, 200);
  t.equal((await rows()).length, 0);
});
