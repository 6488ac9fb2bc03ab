import t from 'tap';
import { rightsReader } from '../../src/policies/evaluation/rights-reader.js';
import type { Policy } from '../../src/policies/policy.js';
import { type PolicyPage, type PolicyStore, policyStore } from '../../src/policies/store.js';
import { testDatabase } from '../support/database.js';
import { savePolicy } from '../support/save-policy.js';

const ann = 'urn:li:corpuser:ann';
const caller = (urn: string, groups: readonly string[] = []) => ({ urn, groups });
const box = (i: number) => ({ type: 'container', urn: `urn:li:container:${i}` });

const policy = (id: string, change: Partial<Policy> = {}): Policy => ({
  id,
  name: id,
  type: 'METADATA',
  state: 'ACTIVE',
  privileges: ['EDIT_ENTITY'],
  actors: { allUsers: false, users: [ann] },
  resources: { type: 'container', urns: [] },
  ...change,
});

t.test('policies are read in pages of bounded size that add up to all of them', async (t) => {
  const db = await testDatabase(t);
  const store = policyStore(db);
  t.match(await store.page(null), { policies: [], next: null });
  await db.query(
    `INSERT INTO policies (id, name, type, privileges, users, resource_type, resources)
     SELECT 'small' || i, '', 'METADATA'::"PolicyType", '{EDIT_ENTITY}'::text[], ARRAY['urn:li:corpuser:ann'], 'container',
            ARRAY['urn:li:container:' || i] FROM generate_series(1, 1200) i
     UNION ALL
     SELECT 'large' || i, '', 'METADATA'::"PolicyType", '{EDIT_ENTITY}'::text[], ARRAY['urn:li:corpuser:ann'], NULL,
            (SELECT array_agg(md5((i * 10000 + j)::text)) FROM generate_series(1, 9000) j) FROM generate_series(1, 3) i`,
  );
  const pages: PolicyPage[] = [];
  for (let next: string | null = null; ; ) {
    const page: PolicyPage = await store.page(next);
    pages.push(page);
    next = page.next;
    if (next === null) break;
  }
  const { policies, version } = await store.load();
  const byId = (all: readonly Policy[]) => [...all].sort((a, b) => (a.id < b.id ? -1 : 1));
  t.strictSame(byId(pages.flatMap((page) => page.policies)), byId(policies));
  for (const page of pages) {
    t.equal(page.version, version);
    t.ok(page.policies.length <= 500);
    t.ok(page.policies.filter(({ id }) => id.startsWith('large')).length <= 1, 'one large policy a page');
  }
  const rights = await rightsReader(store, policyStore)(version);
  t.equal(rights(caller(ann), 'EDIT_ENTITY', box(1_200)), true);
  t.equal(rights(caller(ann), 'EDIT_ENTITY', box(1_201)), false);
});

t.test('requests that ask for one version share its compilation', async (t) => {
  const db = await testDatabase(t);
  const store = policyStore(db);
  await savePolicy(db, policy('one'));
  let pages = 0;
  const read = rightsReader(
    {
      load: store.load,
      page: (after) => {
        pages += 1;
        return store.page(after);
      },
    },
    policyStore,
  );
  const { version } = await store.load();
  const all = await Promise.all(Array.from({ length: 50 }, () => read(version)));
  t.equal(pages, 1);
  for (const rights of all) t.equal(rights, all[0]);
  await read(version);
  t.equal(pages, 1, 'and later ones find it made');

  await savePolicy(db, policy('one', { state: 'INACTIVE' }));
  const changed = await read((await store.load()).version);
  t.equal(pages, 2);
  t.equal(changed(caller(ann), 'EDIT_ENTITY', box(1)), false);
});

t.test('a request with a newer version than the compilation in flight gets the newer one', async (t) => {
  const page = (version: number, users: string[]): PolicyPage => ({
    version,
    policies: [policy('one', { actors: { allUsers: false, users } })],
    next: null,
  });
  const answers: ((page: PolicyPage) => void)[] = [];
  const store: Pick<PolicyStore, 'load' | 'page'> = {
    load: () => Promise.reject(new Error('not asked for')),
    page: () => new Promise((resolve) => answers.push(resolve)),
  };
  const read = rightsReader(store, policyStore);
  const [older, newer, newest] = [read(1), read(2), read(2)];
  answers[0]!(page(1, [ann]));
  t.equal((await older)(caller(ann), 'EDIT_ENTITY', box(1)), true);
  t.equal(answers.length, 2, 'one more for both of them');
  answers[1]!(page(2, []));
  t.equal((await newer)(caller(ann), 'EDIT_ENTITY', box(1)), false);
  t.equal(await newer, await newest);

  const back = read(1);
  answers[2]!(page(1, [ann]));
  t.equal(
    (await back)(caller(ann), 'EDIT_ENTITY', box(1)),
    true,
    'a version that went back, as after a restore',
  );
});

t.test('policies that change between pages are read again, and at last in one statement', async (t) => {
  const loads: string[] = [];
  let version = 0;
  const read = rightsReader(
    {
      load: async () => {
        loads.push('all');
        return { version: 9, policies: [policy('one')] };
      },
      page: async (after) => {
        loads.push(after ?? 'first');
        version += 1;
        return { version, policies: [policy('one')], next: after ? null : 'one' };
      },
    },
    policyStore,
  );
  t.equal((await read(1))(caller(ann), 'EDIT_ENTITY', box(1)), true);
  t.strictSame(loads, ['first', 'one', 'first', 'one', 'first', 'one', 'all']);
});

t.test('a failed compilation is repeated by the next request', async (t) => {
  let fails = true;
  const read = rightsReader(
    {
      load: () => Promise.reject(new Error('not asked for')),
      page: async () => {
        if (fails) throw new Error('away');
        return { version: 1, policies: [], next: null };
      },
    },
    policyStore,
  );
  const both = await Promise.allSettled([read(1), read(1)]);
  t.strictSame(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  fails = false;
  t.type(await read(1), 'function');
});

t.test('a policy with null lists grants nothing, and does no harm', async (t) => {
  const db = await testDatabase(t);
  const store = policyStore(db);
  await db.query(`INSERT INTO policies (id, name, type, privileges, users, resources) VALUES
    ('bare', '', 'PLATFORM', NULL, NULL, NULL), ('bare2', '', 'METADATA', '{EDIT_ENTITY}', NULL, NULL),
    ('null-user', '', 'METADATA', '{EDIT_ENTITY,NULL}', '{NULL}', '{}'),
    ('null-urn', '', 'METADATA', '{EDIT_ENTITY}', ARRAY['${ann}'], '{NULL}')`);
  const rights = await rightsReader(store, policyStore)((await store.load()).version);
  t.equal(rights(caller(ann), 'EDIT_ENTITY', box(1)), false);
  t.equal(rights(caller(ann), 'MANAGE_POLICIES'), false);
  await savePolicy(db, policy('good'));
  const after = await rightsReader(store, policyStore)((await store.load()).version);
  t.equal(after(caller(ann), 'EDIT_ENTITY', box(1)), true);
});
