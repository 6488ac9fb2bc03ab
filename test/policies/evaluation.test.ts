import fc from 'fast-check';
import t from 'tap';
import type { Resource } from '../../src/core/resource.js';
import {
  metadataPrivileges,
  type Privilege,
  privilegeSpellings,
  privileges,
} from '../../src/datahub/privileges.js';
import { compilePolicies } from '../../src/policies/evaluation/compiler.js';
import { NumberSet } from '../../src/policies/evaluation/number-set.js';
import type { Policy } from '../../src/policies/policy.js';

const ann = 'urn:li:corpuser:ann';
const caller = (urn: string, groups: readonly string[] = []) => ({ urn, groups });
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

t.test('a policy grants the privileges it lists and ignores unknown names', async (t) => {
  const policy = { ...platform, privileges: ['CREATE_TAGS', 'NO_SUCH_PRIVILEGE', 'constructor'] };
  t.equal(compilePolicies([policy])(caller(ann), 'CREATE_TAGS'), true);
  t.equal(compilePolicies([policy])(caller(ann), 'MANAGE_TAGS'), false);
  t.equal(compilePolicies([policy])(caller(ann), 'NO_SUCH_PRIVILEGE' as Privilege), false);
  t.equal(compilePolicies([policy])(caller(ann), 'constructor' as Privilege), false);
});

t.test('a policy may name a privilege by another spelling', async (t) => {
  for (const [name, privilege] of privilegeSpellings) {
    const can = (policy: Policy, meant: string) =>
      compilePolicies([policy])(caller(ann), meant as Privilege, sales);
    const policy = { ...metadata, privileges: [name] };
    t.equal(can(policy, privilege), true, name);
    t.equal(can({ ...policy, privileges: [name, privilege] }, privilege), true);
    t.equal(can({ ...policy, type: 'PLATFORM' }, privilege), false);
    t.equal(can({ ...policy, resources: { type: 'tag', urns: [] } }, privilege), false);
    for (const other of [name, ...everyPrivilege])
      if (other !== privilege) t.equal(can(policy, other), false);
  }
});

t.test('a policy grants to the users it lists, compared exactly, or to all', async (t) => {
  for (const other of ['urn:li:corpuser:bob', 'urn:li:corpuser:Ann', ann.toUpperCase(), 'ann', ''])
    t.equal(compilePolicies([platform])(caller(other), 'CREATE_TAGS'), false);
  const all = { ...platform, actors: { allUsers: true, users: [] } };
  t.equal(compilePolicies([all])(caller('urn:li:corpuser:bob'), 'CREATE_TAGS'), true);
});

t.test('a resource filter compares types and URNs exactly', async (t) => {
  const over = (type: string | null, urns: string[], resource: Resource) =>
    compilePolicies([{ ...metadata, resources: { type, urns } }])(caller(ann), 'EDIT_ENTITY_TAGS', resource);
  t.equal(over('DATASET', [], sales), false, 'a type in another case');
  for (const urn of [sales.urn.toUpperCase(), sales.urn.slice(0, 40), '*', 'urn:li:*'])
    t.equal(over(null, [urn], sales), false, urn);
});

t.test('compiled policies grant exactly what a direct reading of the rule grants', async (t) => {
  const team = 'urn:li:corpGroup:team';
  const near = 'urn:li:container:near';
  const values = {
    TYPE: ['dataset', 'container'],
    URN: [sales.urn, box.urn],
    CONTAINER: [near, 'urn:li:container:far'],
    DOMAIN: ['urn:li:domain:d'],
  };
  const criterion = fc.oneof(
    ...Object.entries(values).map(([field, all]) =>
      fc.record({ field: fc.constant(field), values: fc.subarray(all) }),
    ),
    fc.record({
      field: fc.constant('URN'),
      values: fc.subarray(['urn:li:', 'urn:li:data', sales.urn, 'urn:li:container:']),
      condition: fc.constant('STARTS_WITH'),
    }),
  );
  const policy = fc.record({
    id: fc.constant('p'),
    name: fc.constant('p'),
    type: fc.constantFrom('PLATFORM' as const, 'METADATA' as const),
    state: fc.constantFrom('ACTIVE' as const, 'ACTIVE' as const, 'INACTIVE' as const, 'DRAFT' as const),
    privileges: fc.subarray([...everyPrivilege, 'NO_SUCH_PRIVILEGE']),
    actors: fc.record({
      allUsers: fc.boolean(),
      users: fc.subarray([ann, 'urn:li:corpuser:bob']),
      allGroups: fc.boolean(),
      groups: fc.subarray([team, 'urn:li:corpGroup:other']),
    }),
    resources: fc.record({
      type: fc.constantFrom(null, 'dataset', 'container'),
      urns: fc.subarray([sales.urn, box.urn]),
      allResources: fc.constantFrom(null, true, false),
      criteria: fc.option(fc.array(criterion, { maxLength: 3 })),
    }),
  });
  const containers = fc.constantFrom(undefined, [], [near], [near, 'urn:li:container:top']);
  const resource = fc.option(
    fc
      .tuple(fc.constantFrom(sales, box), containers)
      .map(([one, within]) => ({ ...one, ...(within && { containers: within }) })),
    { nil: undefined },
  );
  type Arbitrary = (typeof policy extends fc.Arbitrary<infer P> ? P : never)['resources'];
  const covers = ({ type, urns, allResources, criteria }: Arbitrary, over: Resource) => {
    if (!criteria) {
      const all = allResources ?? urns.length === 0;
      return (type === null || type === over.type) && (all || urns.includes(over.urn));
    }
    if (criteria.some(({ field }) => field === 'DOMAIN')) return false;
    if (criteria.filter(({ field }) => field === 'CONTAINER').length > 1) return false;
    return criteria.every(({ field, values, ...rest }) => {
      if (field === 'TYPE') return values.includes(over.type);
      if (field === 'CONTAINER')
        return values.some((value) => ((over.containers ?? []) as string[]).includes(value));
      return 'condition' in rest
        ? values.some((value) => over.urn.startsWith(value))
        : values.includes(over.urn);
    });
  };
  fc.assert(
    fc.property(
      fc.array(policy, { maxLength: 4 }),
      fc.constantFrom(...everyPrivilege),
      resource,
      fc.constantFrom([], [team]),
      (all, privilege, over, groups) => {
        const expected = all.some(({ type, state, privileges, actors, resources }) => {
          if (state !== 'ACTIVE' || !privileges.includes(privilege)) return false;
          const named = actors.allUsers || actors.users.includes(ann);
          const grouped = groups.some((group) => actors.allGroups || actors.groups.includes(group));
          if (!named && !grouped) return false;
          if (!isMetadata(privilege)) return type === 'PLATFORM';
          return type === 'METADATA' && over !== undefined && covers(resources, over);
        });
        t.equal(compilePolicies(all)(caller(ann, groups), privilege, over), expected);
      },
    ),
    { numRuns: 2_000 },
  );
});

const many = 20_000;
const user = (i: number) => `urn:li:corpuser:u${i}`;
const container = (i: number) => `urn:li:container:c${i}`;
const listing = (i: number, change: object): Policy => ({ ...metadata, id: `m${i}`, ...change });
const createMany = (make: (i: number) => object) =>
  Array.from({ length: many }, (_, i) => listing(i, make(i)));

/** Sets of 20,000 policies. None of them lets ann edit the containers below. */
const stores: Readonly<Record<string, readonly Policy[]>> = {
  'that name her, each with one URN': createMany((i) => ({
    resources: { type: null, urns: [container(i)] },
  })),
  'that name all users, each with one URN': createMany((i) => ({
    actors: { allUsers: true, users: [] },
    resources: { type: 'container', urns: [container(i)] },
  })),
  'that name one URN, each with another user': createMany((i) => ({
    actors: { allUsers: false, users: [user(i)] },
    resources: { type: null, urns: [container(many)] },
  })),
  'half of which name her, and the other half the URN': createMany((i) => ({
    actors: { allUsers: false, users: [i % 2 ? ann : user(i)] },
    resources: { type: null, urns: [i % 2 ? container(i) : container(many)] },
  })),
  'that cover all containers, each for another user': createMany((i) => ({
    actors: { allUsers: false, users: [user(i)] },
    resources: { type: 'container', urns: [] },
  })),
};

for (const [which, policies] of Object.entries(stores)) {
  t.test(`a check does not iterate over 20,000 policies ${which}`, async (t) => {
    let read = 0;
    const watched = policies.map(
      (policy) =>
        new Proxy(policy, {
          get(target, key) {
            read += 1;
            return Reflect.get(target, key);
          },
        }),
    );
    const can = compilePolicies(watched);
    const compiling = read;
    t.ok(compiling < 100 * many, 'compiled in linear time');
    const asked = Array.from({ length: 2_000 }, (_, i) => ({ type: 'container', urn: container(many + i) }));
    t.strictSame(
      asked.filter((resource) => can(caller(ann), 'EDIT_ENTITY', resource)),
      [],
    );
    t.equal(read, compiling, 'no policy is read after compiling');
  });
}

t.test('compiling takes the sum of the lists’ lengths, not their product', async (t) => {
  const users = Array.from({ length: 3_000 }, (_, i) => user(i));
  const urns = Array.from({ length: 3_000 }, (_, i) => container(i));
  let added = 0;
  const { add } = NumberSet.prototype;
  NumberSet.prototype.add = function (number) {
    added += 1;
    add.call(this, number);
  };
  t.teardown(() => Object.assign(NumberSet.prototype, { add }));
  const can = compilePolicies(
    Array.from({ length: 10 }, (_, i) =>
      listing(i, { actors: { allUsers: false, users }, resources: { type: null, urns } }),
    ),
  );
  t.equal(added, 10 * 6_000 * metadataPrivileges.length);
  t.equal(can(caller(user(2_999)), 'EDIT_ENTITY', { type: 'container', urn: container(2_999) }), true);
  t.equal(can(caller(user(3_000)), 'EDIT_ENTITY', { type: 'container', urn: container(2_999) }), false);
});

t.test('a caller in many groups has what one policy grants to one of them, over many prefixes', async (t) => {
  const groups = Array.from({ length: 30 }, (_, i) => `urn:li:corpGroup:g${i}`);
  const prefixed = (group: string, prefix: string): Policy => ({
    ...metadata,
    actors: { allUsers: false, users: [], groups: [group] },
    resources: {
      ...metadata.resources,
      criteria: [{ field: 'URN', condition: 'STARTS_WITH', values: [prefix] }],
    },
  });
  const policies = groups.flatMap((group, i) => [
    prefixed(group, `urn:li:dataset:other${i}`),
    prefixed('urn:li:corpGroup:not-hers', sales.urn.slice(0, 10 + i)),
  ]);
  const member = caller(ann, groups);
  t.equal(compilePolicies(policies)(member, 'EDIT_ENTITY', sales), false, 'no policy has both');
  const rights = compilePolicies([...policies, prefixed(groups[29]!, sales.urn.slice(0, 20))]);
  t.equal(rights(member, 'EDIT_ENTITY', sales), true);
  t.equal(rights(caller(ann, groups.slice(0, 29)), 'EDIT_ENTITY', sales), false);
});
