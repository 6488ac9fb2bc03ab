import fc from 'fast-check';
import t from 'tap';
import { compilePolicies, grants, type Policy, type Resource } from '../../src/domain/policy.js';
import { metadataPrivileges, type Privilege, privileges } from '../../src/domain/privileges.js';

const ann = 'urn:li:corpuser:ann';
const sales: Resource = { type: 'dataset', urn: 'urn:li:dataset:(urn:li:dataPlatform:x,sales,PROD)' };
const box: Resource = { type: 'container', urn: 'urn:li:container:box' };

const platform: Policy = {
  id: 'p1',
  name: 'all of the platform',
  type: 'PLATFORM',
  state: 'ACTIVE',
  privileges: Object.keys(privileges),
  actors: { allUsers: false, users: [ann] },
  resources: { type: null, urns: [] },
};
const metadata: Policy = { ...platform, id: 'm1', name: 'all of the metadata', type: 'METADATA' };
const everyPrivilege = Object.keys(privileges) as Privilege[];
const isMetadata = (privilege: Privilege) => (metadataPrivileges as readonly string[]).includes(privilege);

t.test('nobody has a privilege that no policy grants', async (t) => {
  for (const privilege of everyPrivilege) t.equal(grants([], ann, privilege, sales), false);
});

t.test('a policy grants the privileges of its own type only', async (t) => {
  for (const privilege of everyPrivilege) {
    t.equal(grants([platform], ann, privilege, sales), !isMetadata(privilege), privilege);
    t.equal(grants([metadata], ann, privilege, sales), isMetadata(privilege), privilege);
  }
});

t.test('a policy grants what it lists, and ignores names that nobody knows', async (t) => {
  const policy = { ...platform, privileges: ['CREATE_TAGS', 'NO_SUCH_PRIVILEGE', 'constructor'] };
  t.equal(grants([policy], ann, 'CREATE_TAGS'), true);
  t.equal(grants([policy], ann, 'MANAGE_TAGS'), false);
  t.equal(grants([policy], ann, 'NO_SUCH_PRIVILEGE' as Privilege), false);
  t.equal(grants([policy], ann, 'constructor' as Privilege), false);
});

t.test('an inactive policy grants nothing and takes nothing away', async (t) => {
  const inactive: Policy = { ...platform, state: 'INACTIVE' };
  t.equal(grants([inactive], ann, 'CREATE_TAGS'), false);
  t.equal(grants([inactive, platform], ann, 'CREATE_TAGS'), true);
});

t.test('a policy grants to the users it lists, exactly as spelled, or to all', async (t) => {
  for (const other of ['urn:li:corpuser:bob', 'urn:li:corpuser:Ann', 'ann', ''])
    t.equal(grants([platform], other, 'CREATE_TAGS'), false);
  const all = { ...platform, actors: { allUsers: true, users: [] } };
  t.equal(grants([all], 'urn:li:corpuser:bob', 'CREATE_TAGS'), true);
});

t.test('a metadata privilege is had over a resource, never at large', async (t) => {
  t.equal(grants([metadata], ann, 'EDIT_ENTITY'), false);
});

t.test('a resource filter narrows by type, by URN, or by both', async (t) => {
  const over = (type: string | null, urns: string[], resource: Resource) =>
    grants([{ ...metadata, resources: { type, urns } }], ann, 'EDIT_ENTITY_TAGS', resource);
  t.equal(over(null, [], box), true);
  t.equal(over('dataset', [], sales), true);
  t.equal(over('dataset', [], box), false);
  t.equal(over(null, [sales.urn], sales), true);
  t.equal(over(null, [sales.urn], box), false);
  t.equal(over('dataset', [sales.urn], sales), true);
  t.equal(over('container', [sales.urn], sales), false);
});

t.test('compiled policies grant exactly what the rule read aloud grants', async (t) => {
  const users = fc.subarray([ann, 'urn:li:corpuser:bob']);
  const policy = fc.record({
    id: fc.constant('p'),
    name: fc.constant('p'),
    type: fc.constantFrom('PLATFORM' as const, 'METADATA' as const),
    state: fc.constantFrom('ACTIVE' as const, 'INACTIVE' as const),
    privileges: fc.subarray([...everyPrivilege, 'NO_SUCH_PRIVILEGE']),
    actors: fc.record({ allUsers: fc.boolean(), users }),
    resources: fc.record({
      type: fc.constantFrom(null, 'dataset', 'container'),
      urns: fc.subarray([sales.urn, box.urn]),
    }),
  });
  const resource = fc.option(fc.constantFrom(sales, box), { nil: undefined });
  fc.assert(
    fc.property(
      fc.array(policy, { maxLength: 4 }),
      fc.constantFrom(...everyPrivilege),
      resource,
      (all, privilege, over) => {
        const expected = all.some(({ type, state, privileges, actors, resources }) => {
          if (state === 'INACTIVE' || !privileges.includes(privilege)) return false;
          if (!actors.allUsers && !actors.users.includes(ann)) return false;
          if (!isMetadata(privilege)) return type === 'PLATFORM';
          if (type === 'PLATFORM' || !over) return false;
          if (resources.type && resources.type !== over.type) return false;
          return resources.urns.length === 0 || resources.urns.includes(over.urn);
        });
        t.equal(compilePolicies(all)(ann, privilege, over), expected);
      },
    ),
    { numRuns: 1_000 },
  );
});

t.test('a check stays cheap where policies list thousands of users and resources', async (t) => {
  const users = Array.from({ length: 20_000 }, (_, i) => `urn:li:corpuser:u${i}`);
  const urns = Array.from({ length: 20_000 }, (_, i) => `urn:li:container:c${i}`);
  const policies = Array.from({ length: 20 }, () => ({
    ...metadata,
    actors: { allUsers: false, users },
    resources: { type: null, urns },
  }));
  const can = compilePolicies(policies);
  const started = performance.now();
  for (let i = 0; i < 10_000; i++) can('urn:li:corpuser:u19999', 'EDIT_ENTITY', sales);
  t.ok(performance.now() - started < 1_000);
});
