import { deletion, patchProposal, proposal, remove } from './aspects.js';
import { field } from './metadata.js';
import type { seeded } from './random.js';
import { schemaWith } from './schemas.js';

type Choose = Pick<ReturnType<typeof seeded>, 'below' | 'pick'>;

/** Entities that others refer to. They are never deleted: a batch keeps only those that it refers to at its end. */
export const referredTo = {
  tags: ['urn:li:tag:kept_a', 'urn:li:tag:kept_b'],
  groups: ['urn:li:corpGroup:kept_a', 'urn:li:corpGroup:kept_b'],
};

const dataset = (name: string) => `urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`;
const keyByAspect: Readonly<Record<string, string>> = {
  dataset: 'datasetKey',
  container: 'containerKey',
  tag: 'tagKey',
  corpuser: 'corpUserKey',
  corpGroup: 'corpGroupKey',
  dataHubPolicy: 'dataHubPolicyKey',
};

export interface RandomValue {
  readonly urn: string;
  readonly name: string;
  readonly value: object;
}

/** Returns a function that makes an association of a tag: from a person, or from one of several programs. */
export const taggedBy =
  (pick: Choose['pick']) =>
  (tag: string): object => ({
    tag,
    ...pick([{}, { context: 'c' }, { attribution: { time: 1, actor: 'urn:li:corpuser:x' } }]),
    ...pick([{}, ...programs.map((source) => ({ attribution: { time: 1, actor: source, source } }))]),
  });
export const programs = ['urn:li:dataHubAction:one', 'urn:li:dataHubAction:two'];

/** Returns a function that makes a random aspect of one of a few entities. */
export function randomValues({ below, pick }: Choose) {
  const word = () => pick(['orders', 'daily', 'Ann', 'gold_mail']);
  const some = <T>(from: readonly T[]) => from.filter(() => below(2) === 0);
  // The same tag comes from people and from programs.
  const tags = () => ({
    tags: Array.from({ length: below(5) }, () => taggedBy(pick)(pick(referredTo.tags))),
  });
  // Schemas and edits exist that name a column twice, in both ways.
  const columns = () => some(['id', 'mail', '[version=2.0].[type=string].mail', 'id']);
  /** Members that no table keeps apart, but that can be found. */
  const more = () =>
    pick([{}, { qualifiedName: word(), customProperties: { team: word() } }, { externalUrl: 'https://x' }]);
  const platform = () => ({ platform: pick(['hive', 'looker'].map((id) => `urn:li:dataPlatform:${id}`)) });
  const common = {
    status: () => ({ removed: below(2) === 0 }),
    ownership: () => ({ owners: some(['urn:li:corpuser:x']).map((owner) => ({ owner, type: 'DATAOWNER' })) }),
  };
  const values: Readonly<Record<string, Readonly<Record<string, () => object>>>> = {
    dataset: {
      ...common,
      datasetProperties: () => ({ name: word(), ...more() }),
      dataPlatformInstance: platform,
      domains: () => ({ domains: some(['urn:li:domain:a', 'urn:li:domain:b']) }),
      globalTags: tags,
      container: () => ({ container: pick(['urn:li:container:a', 'urn:li:container:b']) }),
      schemaMetadata: () => ({
        ...schemaWith(),
        fields: columns().map((path) => field(path, below(2) ? { globalTags: tags() } : {})),
      }),
      editableSchemaMetadata: () => ({
        editableSchemaFieldInfo: columns().map((fieldPath) => ({
          fieldPath,
          ...(below(2) && { globalTags: tags() }),
          ...(below(2) && { description: word() }),
        })),
      }),
      operation: () => ({ timestampMillis: 1 + below(3), operationType: 'INSERT' }),
    },
    container: {
      ...common,
      containerProperties: () => ({ name: word(), ...more() }),
      dataPlatformInstance: platform,
      globalTags: tags,
    },
    tag: { ...common, tagProperties: () => ({ name: word(), colorHex: pick(['#112233', null]), ...more() }) },
    corpuser: {
      // Whether `status` is refused depends on what other aspects have said before.
      ownership: common.ownership,
      // A batch does not see `active: false` that it overwrites, which suspends a user when it is sent alone.
      corpUserInfo: () => ({ active: true, displayName: word(), ...more() }),
      corpUserEditableInfo: () => ({ displayName: word(), aboutMe: word() }),
      corpUserStatus: () => ({ status: pick(['ACTIVE', 'SUSPENDED']) }),
      groupMembership: () => ({ groups: some(referredTo.groups) }),
      nativeGroupMembership: () => ({ nativeGroups: some(referredTo.groups) }),
    },
    corpGroup: {
      ...common,
      corpGroupInfo: () => ({ displayName: word(), admins: [], members: [], groups: [], ...more() }),
    },
    dataHubPolicy: {
      dataHubPolicyInfo: () => ({
        ...{ displayName: word(), description: '', type: 'PLATFORM', state: pick(['ACTIVE', 'INACTIVE']) },
        privileges: ['MANAGE_TAGS'],
        actors: { users: [], groups: some(referredTo.groups), allUsers: below(2) === 0, allGroups: false },
        editable: true,
      }),
    },
  };
  const urns = [
    ...[dataset('a'), dataset('b'), 'urn:li:container:a', 'urn:li:tag:written', 'urn:li:corpuser:written'],
    ...['urn:li:corpGroup:written', 'urn:li:dataHubPolicy:written'],
  ];

  return function randomValue(): RandomValue {
    const urn = pick(urns);
    const ofType = values[urn.split(':')[2]!]!;
    const name = pick(Object.keys(ofType));
    return { urn, name, value: ofType[name]!() };
  };
}

/** Returns a function that makes a random proposal about one of a few entities. */
export function randomProposals(choose: Choose) {
  const { below, pick } = choose;
  const randomValue = randomValues(choose);
  return function randomProposal(): object {
    const { urn, name, value } = randomValue();
    if (below(8) === 0) return deletion(urn, keyByAspect[urn.split(':')[2]!]!);
    if (name === 'operation') return proposal(urn, name, value);
    const kind = below(12);
    if (kind < 4) return deletion(urn, name);
    if (kind < 5) return patchProposal(urn, name, [remove('/nothing')]);
    if (kind < 6)
      return proposal(urn, name, value, { changeType: pick(['CREATE', 'UPDATE', 'CREATE_ENTITY']) });
    if (kind < 7)
      return proposal(urn, name, value, { changeType: 'CREATE', headers: { 'If-None-Match': '*' } });
    return proposal(urn, name, value);
  };
}
