import type { Test } from 'tap';
import t from 'tap';
import type { Database } from '../../src/db/database.js';
import {
  add,
  aspectCatalog,
  deletion,
  freshDataset,
  patchProposal,
  proposal,
  remove,
} from '../support/aspects.js';
import { seeded } from '../support/random.js';
import { randomProposals, referredTo } from '../support/random-proposals.js';
import { documentsAndRefilled, storedDocuments } from '../support/stored-documents.js';
import { tableRows } from '../support/table-rows.js';

const clock = () => Date.UTC(2026, 0, 1);

async function createCatalog(t: Test) {
  const all = ['DELETE_ENTITY', 'MANAGE_USERS_AND_GROUPS', 'MANAGE_POLICIES', 'EDIT_ENTITY_STATUS'] as const;
  const catalog = await aspectCatalog(t, { clock }, all);
  await catalog.put(
    ...referredTo.tags.map((urn) => proposal(urn, 'tagProperties', { name: urn })),
    ...referredTo.groups.map((urn) => proposal(urn, 'corpGroupInfo', { displayName: urn })),
  );
  return catalog;
}

/** What depends on the number of transactions, such as the changes, or on chance. */
const others =
  'stored_access_tokens console_sessions access_changes policy_version audit_events change_events webhooks webhook_deliveries deleted_tags deleted_tag_places sequences'.split(
    ' ',
  );

/** Positions come from sequences, so only their order is compared. */
const ordered = {
  stored_group_members:
    'SELECT user_urn, native, group_urn FROM stored_group_members ORDER BY 1, 2, position',
  global_tags:
    'SELECT resource_urn, field_path, tag_urn, source, body::text FROM global_tags ORDER BY 1, 2, position',
  editable_schema_fields: `SELECT dataset_urn, field_path, description, has_tags, body::text
                             FROM editable_schema_fields ORDER BY 1, position`,
};

async function contents(db: Database) {
  const rows = Object.entries(await tableRows(db)).filter(([table]) => !others.includes(table));
  const inOrder = Object.entries(ordered).map(async ([table, sql]) => [table, await db.query(sql)]);
  // The columns that documents are made of may be null or empty.
  const search_documents = await storedDocuments(db);
  return { ...Object.fromEntries([...rows, ...(await Promise.all(inOrder))]), search_documents };
}

type Catalog = Awaited<ReturnType<typeof createCatalog>>;

/** Sends proposals to one catalog alone and to the other as a batch. @returns what differs then; null if nothing does */
async function difference(single: Catalog, batched: Catalog, proposals: readonly object[]) {
  const accepted: object[] = [];
  for (const one of proposals) {
    const { status, body } = await single.ingest(one);
    if (status >= 500) throw new Error(JSON.stringify({ one, body }));
    if (status === 200) accepted.push(one);
  }
  if (accepted.length === 0) return null;
  const { status, body } = await batched.batch(accepted);
  const [found, wanted] = [await contents(batched.db), await contents(single.db)];
  if (status === 200 && JSON.stringify(found) === JSON.stringify(wanted)) return null;
  return { accepted, body, found: { status, ...found }, wanted: { status: 200, ...wanted } };
}

const [user, group, tag] = ['urn:li:corpuser:ann', 'urn:li:corpGroup:data', 'urn:li:tag:new'];
const owners = { owners: [] };
const [domainA, domainB] = ['urn:li:domain:a', 'urn:li:domain:b'];
const byProgram = {
  domain: domainB,
  attribution: { time: 1, actor: user, source: 'urn:li:dataHubAction:one' },
};

/** Batches that left something else once, with a fresh dataset. */
const cases: Record<string, (dataset: string) => object[]> = {
  'patches of domains and of their associations': (dataset) => [
    proposal(dataset, 'domains', { domains: [domainA] }),
    patchProposal(dataset, 'domains', [add(`/domains/${domainB}`, domainB)]),
    patchProposal(dataset, 'domains', [
      add(`/domainAssociations/${byProgram.attribution.source}/${domainB}`, byProgram),
    ]),
    patchProposal(dataset, 'domains', [remove(`/domains/${domainA}`)]),
    patchProposal(dataset, 'domains', [add(`/domains/${domainA}`, domainA)]),
  ],
  'an aspect that is written and deleted': (dataset) => [
    proposal(dataset, 'globalTags', { tags: [] }),
    deletion(dataset, 'globalTags'),
  ],
  'an aspect that is deleted after its entity': (dataset) => [
    proposal(dataset, 'ownership', owners),
    deletion(dataset, 'datasetKey'),
    deletion(dataset, 'ownership'),
  ],
  'a patch without an effect, and the deletion of its aspect': (dataset) => [
    patchProposal(dataset, 'ownership', [remove('/nothing')]),
    deletion(dataset, 'ownership'),
  ],
  'properties of a tag that are written and deleted': () => [
    proposal(tag, 'tagProperties', { name: 'x' }),
    deletion(tag, 'tagProperties'),
  ],
  'a group whose properties are written and deleted': () => [
    proposal(group, 'corpGroupInfo', { displayName: 'x', admins: [], members: [], groups: [] }),
    deletion(group, 'corpGroupInfo'),
  ],
  'a user who is written and deleted': () => [
    proposal(user, 'ownership', owners),
    deletion(user, 'corpUserKey'),
  ],
  'a user whose properties are written and deleted': () => [
    proposal(user, 'corpUserInfo', { active: true }),
    deletion(user, 'corpUserInfo'),
  ],
  'a user who is removed before being described': () => [
    proposal('urn:li:corpuser:early', 'status', { removed: true }),
    proposal('urn:li:corpuser:early', 'corpUserInfo', { active: true }),
  ],
  'a group that is removed before it is described': () => [
    proposal('urn:li:corpGroup:early', 'status', { removed: true }),
    proposal('urn:li:corpGroup:early', 'corpGroupInfo', {
      ...{ displayName: 'Early', admins: [], members: [], groups: [] },
    }),
  ],
};

t.test('a batch leaves what its proposals leave when they are sent one by one', async (t) => {
  const [single, batched] = [await createCatalog(t), await createCatalog(t)];
  for (const [what, proposals] of Object.entries(cases))
    t.strictSame(await difference(single, batched, proposals(freshDataset())), null, what);
});

t.test('so do random batches', async (t) => {
  const choose = seeded(t);
  const randomProposal = randomProposals(choose);
  const [single, batched] = [await createCatalog(t), await createCatalog(t)];
  let batches = 0;
  let differs: Awaited<ReturnType<typeof difference>> = null;
  // The fault tests give it longer.
  const end = performance.now() + Number(process.env.MODEL_SECONDS ?? 2) * 1_000;
  for (; differs === null && (batches === 0 || performance.now() < end); batches += 1)
    differs = await difference(single, batched, Array.from({ length: 1 + choose.below(8) }, randomProposal));
  const { accepted, body, found, wanted } = differs ?? {};
  t.strictSame(found, wanted, JSON.stringify({ accepted, body }));
  t.comment(`${batches} batches`);
  const { stored, refilled } = await documentsAndRefilled(batched.db);
  t.strictSame(stored, refilled, 'search documents are those made again');
});
