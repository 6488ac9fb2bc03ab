import { getRecordName } from '../../src/ingest/record-name.js';
import { add, batchUrl, ingestUrl, keyed, patchProposal, remove, us } from './aspects.js';
import { column, containerUrn, datasetUrn, tagUrn } from './metadata.js';
import { entity, entityUrl } from './openapi.js';
import { groupUrn, userUrn } from './people.js';
import type { seeded } from './random.js';
import { programs, type RandomValue, randomProposals, randomValues, taggedBy } from './random-proposals.js';

export interface Change {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly payload?: unknown;
}

const post = (url: string, payload: unknown): Change => ({ method: 'POST', url, payload });
const getType = (urn: string) => urn.split(':')[2]!;

/** @param args the GraphQL type and the value of each argument */
function mutation(name: string, args: Readonly<Record<string, [type: string, value: unknown]>>, fields = '') {
  const of = Object.entries(args);
  const declared = of.map(([arg, [type]]) => `$${arg}: ${type}`);
  const query = `mutation (${declared}) { ${name}(${of.map(([arg]) => `${arg}: $${arg}`)}) ${fields} }`;
  const variables = Object.fromEntries(of.map(([arg, [, value]]) => [arg, value]));
  return post('/api/graphql', { query, variables });
}
const withInput = (name: string, type: string, input: object) =>
  mutation(name, { input: [`${type}!`, input] });
const ofUrn = (name: string, urn: string) => mutation(name, { urn: ['String!', urn] });

const ids = ['kept_a', 'written', 'made'];
/** A user whom the test also makes without an entity, as earlier versions did. */
export const pastUser = userUrn('past');
const [tags, groups] = [ids.map(tagUrn), ids.map(groupUrn)];
const users = [...ids.slice(1).map(userUrn), pastUser];
const datasets = ['a', 'b'].map(datasetUrn);
const assets = [...datasets, containerUrn('a')];
const all = [...assets, ...tags, ...groups, ...users];

/** Returns a function that makes a random request that changes one or some of a few entities. */
export function randomChanges(choose: ReturnType<typeof seeded>): () => Change {
  const { below, pick, rotate } = choose;
  const [randomProposal, randomValue] = [randomProposals(choose), randomValues(choose)];
  const some = <T>(from: readonly T[]) => rotate(from).slice(below(from.length));
  const text = () => pick(['', 'orders of a day', 'Ann_2']);
  const onColumn = () => column(pick(['id', 'mail']));
  const place = () => {
    const resourceUrn = pick(assets);
    return { resourceUrn, ...(datasets.includes(resourceUrn) && below(2) === 0 && onColumn()) };
  };
  const places = () => Array.from({ length: 1 + below(2) }, place);
  const association = () => ({ ...place(), tagUrn: pick(tags) });
  const associations = () => ({ tagUrns: some(tags), resources: places() });
  const membership = () => ({ groupUrn: pick(groups), userUrns: [pick(users)] });

  /** A value of an aspect that is no event, which an OpenAPI body and a snapshot need. */
  function aspect(): RandomValue {
    const value = randomValue();
    return value.name === 'operation' ? aspect() : value;
  }
  function patched() {
    const [urn, tag] = [pick(assets), pick(tags)];
    const [name, path] = pick([
      ['globalTags', `/tags/${tag}`],
      ['editableSchemaMetadata', `/editableSchemaFieldInfo/id/globalTags/tags/${tag}`],
      ['ownership', `/owners/${users[0]}/NONE`],
    ] as const);
    if (name === 'globalTags' && below(2)) {
      const source = pick(['', '*', ...programs]);
      const of = keyed({ tags: [`attribution${us}source`, 'tag'] }, remove(`/tags/${source}/${tag}`));
      return { urn, name, patch: of };
    }
    const value = name === 'ownership' ? { owner: users[0], type: 'NONE' } : taggedBy(pick)(tag);
    return { urn, name, patch: below(2) ? [add(path, value)] : [remove(path)] };
  }
  const batch = () => post(batchUrl, { proposals: Array.from({ length: 1 + below(8) }, randomProposal) });
  function snapshot(): object {
    const { urn, name, value } = aspect();
    const type = getType(urn);
    // Containers have no snapshot.
    if (type === 'container') return snapshot();
    const key = type === 'corpuser' ? 'CorpUser' : type[0]!.toUpperCase() + type.slice(1);
    return {
      value: {
        [`com.linkedin.metadata.snapshot.${key}Snapshot`]: {
          urn,
          aspects: [{ [getRecordName(name)]: value }],
        },
      },
    };
  }

  const kinds: (() => Change)[] = [
    () => post(ingestUrl, { proposal: randomProposal() }),
    // Other kinds need the entities and columns that batches make.
    batch,
    batch,
    () => {
      const { urn, name, patch } = patched();
      return post(ingestUrl, { proposal: patchProposal(urn, name, patch) });
    },
    () => {
      const { urn, name, value } = aspect();
      return post(`/openapi/v3/entity/${getType(urn)}`, [entity(urn, { [name]: value })]);
    },
    () => {
      const { urn, name, patch } = patched();
      return {
        method: 'PATCH',
        url: `/openapi/v3/entity/${getType(urn)}`,
        payload: [entity(urn, { [name]: { patch } })],
      };
    },
    () => {
      const { urn, name } = randomValue();
      return { method: 'DELETE', url: `${entityUrl(urn)}${below(3) ? `?aspects=${name}` : ''}` };
    },
    () => post('/entities?action=ingest', { entity: snapshot() }),
    () => {
      const { urn, name } = randomValue();
      return post('/entities?action=delete', { urn, ...(name === 'operation' && { aspectName: name }) });
    },
    () => post('/entities?action=deleteReferences', { urn: pick(all) }),
    () => withInput('createTag', 'CreateTagInput', { id: pick(ids), name: 'Gold', description: text() }),
    () => {
      const urn = pick(tags);
      const input = { urn, name: pick(['Gold', 'Silver']), ...(below(2) && { description: text() }) };
      return mutation('updateTag', { urn: ['String!', urn], input: ['TagUpdateInput!', input] }, '{ urn }');
    },
    () => mutation('setTagColor', { urn: ['String!', pick(tags)], colorHex: ['String!', '#123456'] }),
    () => ofUrn('deleteTag', pick(tags)),
    () => withInput('addTag', 'TagAssociationInput', association()),
    () => withInput('removeTag', 'TagAssociationInput', association()),
    () => withInput('batchAddTags', 'BatchAddTagsInput', associations()),
    () => withInput('batchRemoveTags', 'BatchRemoveTagsInput', associations()),
    () => withInput('updateDescription', 'DescriptionUpdateInput', { ...place(), description: text() }),
    () =>
      withInput('batchUpdateSoftDeleted', 'BatchUpdateSoftDeletedInput', {
        urns: some(below(4) ? assets : all).slice(0, 2),
        deleted: below(2) === 0,
      }),
    () =>
      withInput('createUser', 'CreateUserInput', { id: pick([...ids.slice(1), 'past']), displayName: 'Ann' }),
    () =>
      mutation('updateUserStatus', {
        urn: ['String!', pick(users)],
        status: ['CorpUserStatus!', pick(['ACTIVE', 'SUSPENDED'])],
      }),
    () => ofUrn('removeUser', pick(users)),
    () => withInput('createGroup', 'CreateGroupInput', { id: pick(ids), name: 'The team' }),
    () => withInput('addGroupMembers', 'AddGroupMembersInput', membership()),
    () => withInput('removeGroupMembers', 'RemoveGroupMembersInput', membership()),
    () => ofUrn('removeGroup', pick(groups)),
  ];
  return () => pick(kinds)();
}
