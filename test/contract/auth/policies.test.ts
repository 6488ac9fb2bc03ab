import t, { type Test } from 'tap';
import type { Policy } from '../../../src/policies/policy.js';
import { testCatalog } from '../../support/catalog.js';
import { savePolicy } from '../../support/save-policy.js';
import { listTokens, readError } from '../tokens/api.js';

const hive = 'urn:li:dataset:(urn:li:dataPlatform:hive,fct_users_created,PROD)';
const kafka = 'urn:li:dataset:(urn:li:dataPlatform:kafka,user_events,PROD)';
const container = 'urn:li:container:datahub_schema';
const resources = { hive, kafka, container };

/** A catalog where no policy names the caller. `save` replaces the caller's policy. */
async function open(t: Test) {
  const { db, user } = await testCatalog(t, { sample: true });
  const caller = await user('caller');
  const save = (change: Partial<Policy>) =>
    savePolicy(db, {
      id: 'tried',
      name: 'tried',
      type: 'METADATA',
      state: 'ACTIVE',
      privileges: ['EDIT_ENTITY_TAGS'],
      actors: { allUsers: false, users: [caller.urn] },
      resources: { type: null, urns: [] },
      ...change,
    });

  /** Whether the caller may tag an entity. */
  async function mayTag(resourceUrn: string) {
    const answer = await caller.graphql(
      'mutation add($input: TagAssociationInput!) { addTag(input: $input) }',
      {
        input: { tagUrn: 'urn:li:tag:Legacy', resourceUrn },
      },
    );
    const error = readError(answer);
    if (error !== null && error.type !== 'UNAUTHORIZED') throw new Error(error.message);
    return error === null;
  }
  async function taggable() {
    const names = [];
    for (const [name, urn] of Object.entries(resources)) if (await mayTag(urn)) names.push(name);
    return names.join(' ');
  }
  const manages = async () => readError(await listTokens(caller)) === null;
  return { caller, save, taggable, manages };
}

t.test('a METADATA policy covers the entities of its filter', async (t) => {
  const { caller, save, taggable } = await open(t);
  t.equal(await taggable(), '', 'none without a policy');

  const filters: [name: string, type: string | null, urns: string[], covered: string][] = [
    ['no filter', null, [], 'hive kafka container'],
    ['a type', 'dataset', [], 'hive kafka'],
    ['another type', 'container', [], 'container'],
    ['a type that none of them is of', 'tag', [], ''],
    ['a type in another case', 'DATASET', [], ''],
    ['one URN', null, [hive], 'hive'],
    ['several URNs', null, [container, kafka], 'kafka container'],
    ['a type and a URN of it', 'dataset', [kafka], 'kafka'],
    ['a type and URNs of several', 'dataset', [kafka, container], 'kafka'],
    ['a type and a URN of another', 'container', [hive], ''],
    ['the beginning of a URN', null, ['urn:li:dataset:(urn:li:dataPlatform:hive'], ''],
    ['a URN in another case', null, [hive.toUpperCase()], ''],
    ['a wildcard, which is no URN', null, ['*', 'urn:li:*'], ''],
  ];
  for (const [name, type, urns, covered] of filters) {
    for (const privilege of ['EDIT_ENTITY_TAGS', 'EDIT_ENTITY']) {
      t.test(`${privilege} over ${name}: ${covered || 'none'}`, async (t) => {
        await save({ privileges: [privilege], resources: { type, urns } });
        t.equal(await taggable(), covered);
      });
    }
  }

  const others: [name: string, change: Partial<Policy>, covered: string][] = [
    ['an inactive policy', { state: 'INACTIVE' }, ''],
    ['a PLATFORM policy, whatever privilege it lists', { type: 'PLATFORM' }, ''],
    ['a policy for another user', { actors: { allUsers: false, users: ['urn:li:corpuser:other'] } }, ''],
    ['a policy for nobody', { actors: { allUsers: false, users: [] } }, ''],
    [
      'a policy for the user in another case',
      { actors: { allUsers: false, users: [caller.urn.toUpperCase()] } },
      '',
    ],
    [
      'a policy for several',
      { actors: { allUsers: false, users: ['urn:li:corpuser:a', caller.urn] } },
      'hive kafka container',
    ],
    ['a policy for all users', { actors: { allUsers: true, users: [] } }, 'hive kafka container'],
    [
      'a policy for all users that is inactive',
      { actors: { allUsers: true, users: [] }, state: 'INACTIVE' },
      '',
    ],
    ['a policy with other privileges', { privileges: ['EDIT_DATASET_COL_TAGS', 'MANAGE_TAGS'] }, ''],
    ['a policy with an unknown privilege', { privileges: ['EDIT_EVERYTHING', '*', 'Edit Tags'] }, ''],
    [
      'a policy with several privileges',
      { privileges: ['MANAGE_TAGS', 'EDIT_ENTITY_TAGS'] },
      'hive kafka container',
    ],
  ];
  for (const [name, change, covered] of others) {
    t.test(`${name} covers ${covered || 'none'}`, async (t) => {
      await save(change);
      t.equal(await taggable(), covered);
    });
  }

  t.test('policies add up', async (t) => {
    await save({ resources: { type: 'container', urns: [] } });
    await save({ id: 'second', resources: { type: null, urns: [kafka] } });
    await save({ id: 'third', state: 'INACTIVE' });
    t.equal(await taggable(), 'kafka container', 'and one that is inactive takes nothing away');
  });
});

t.test('a PLATFORM policy', async (t) => {
  const { save, manages } = await open(t);
  t.equal(await manages(), false, 'nobody manages tokens without a policy');
  const platform = { type: 'PLATFORM' as const, privileges: ['MANAGE_ACCESS_TOKENS'] };
  const cases: [name: string, change: Partial<Policy>, granted: boolean][] = [
    ['grants its privileges to its users', {}, true],
    ['has no resource filter', { resources: { type: 'dataset', urns: [hive] } }, true],
    ['for all users grants them to everyone', { actors: { allUsers: true, users: [] } }, true],
    [
      'for other users grants nothing',
      { actors: { allUsers: false, users: ['urn:li:corpuser:other'] } },
      false,
    ],
    ['that is inactive grants nothing', { state: 'INACTIVE' }, false],
    ['is what it takes: a METADATA policy grants no platform privilege', { type: 'METADATA' }, false],
    [
      'grants by the privilege’s name, not its display name',
      { privileges: ['Manage All Access Tokens'] },
      false,
    ],
    ['grants no more than it lists', { privileges: ['GENERATE_PERSONAL_ACCESS_TOKENS'] }, false],
  ];
  for (const [name, change, granted] of cases) {
    t.test(name, async (t) => {
      await save({ ...platform, ...change });
      t.equal(await manages(), granted);
    });
  }
});
