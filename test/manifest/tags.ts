import type { Operations, Subject } from './operation.js';

const one = ({ dataset, tag }: Subject) => ({ tagUrn: tag, resourceUrn: dataset });
const batch = ({ dataset, tag }: Subject) => ({ tagUrns: [tag], resources: [{ resourceUrn: dataset }] });
const column = { subResourceType: 'DATASET_FIELD', subResource: 'id' };
const onContainer = (on: Subject) => ({ input: { ...one(on), resourceUrn: on.container } });
const onColumn = (on: Subject) => ({ input: { ...one(on), ...column } });

const onEntities = ['EDIT_ENTITY_TAGS', 'EDIT_ENTITY'] as const;
const onColumns = ['EDIT_DATASET_COL_TAGS', 'EDIT_ENTITY'] as const;

export const tags: Operations = {
  'query tag': {
    args: ({ tag: urn }) => ({ urn }),
    select:
      '{ urn name usage { entities columns } associations { total results { entity { urn } fieldPath } } }',
  },
  'query listTags': {
    args: () => ({ input: { orderBy: 'COLUMNS', unused: false } }),
    select: '{ total tags { urn name } }',
  },
  'query listTags (deleted)': {
    args: () => ({ input: { deleted: true } }),
    select: '{ total tags { urn name deletedAt } }',
    privileges: ['MANAGE_TAGS'],
  },
  'query tagReach': {
    args: ({ tag: tagUrn }) => ({ input: { tagUrn, direction: 'DOWNSTREAM' } }),
    select:
      '{ total untagged isPartial reached { entity { urn } fieldPath degree via carriesTag path { entity { urn } fieldPath } } }',
  },
  'mutation createTag': {
    args: () => ({ input: { name: 'x' } }),
    privileges: ['CREATE_TAGS', 'MANAGE_TAGS'],
  },
  'mutation updateTag': {
    args: ({ tag: urn }) => ({ urn, input: { urn, name: 'y' } }),
    select: '{ urn name properties { name description colorHex } }',
    privileges: ['MANAGE_TAGS'],
  },
  'mutation setTagColor': {
    args: ({ tag: urn }) => ({ urn, colorHex: '#aabbcc' }),
    privileges: ['MANAGE_TAGS'],
  },
  'mutation deleteTag': {
    args: ({ tag: urn }) => ({ urn }),
    privileges: ['MANAGE_TAGS', 'DELETE_ENTITY', 'EDIT_ENTITY'],
    events: ['DeleteEntityEvent'],
  },
  'mutation restoreTag': { args: ({ deletedTag: urn }) => ({ urn }), privileges: ['MANAGE_TAGS'] },
  'mutation addTag': { args: (on) => ({ input: one(on) }), privileges: onEntities },
  'mutation addTag (a container)': { args: onContainer, privileges: onEntities },
  'mutation addTag (a column)': { args: onColumn, privileges: onColumns },
  'mutation addTags': {
    args: ({ dataset, tag }) => ({ input: { tagUrns: [tag], resourceUrn: dataset } }),
    privileges: onEntities,
  },
  'mutation removeTag': { args: (on) => ({ input: one(on) }), privileges: onEntities },
  'mutation removeTag (a column)': { args: onColumn, privileges: onColumns },
  'mutation batchAddTags': { args: (on) => ({ input: batch(on) }), privileges: onEntities },
  'mutation batchAddTags (a column)': {
    args: ({ dataset, tag }) => ({
      input: { tagUrns: [tag], resources: [{ resourceUrn: dataset, ...column }] },
    }),
    privileges: onColumns,
  },
  'mutation batchAddTags (an entity and a column)': {
    args: ({ dataset: resourceUrn, tag }) => ({
      input: { tagUrns: [tag], resources: [{ resourceUrn }, { resourceUrn, ...column }] },
    }),
    privileges: ['EDIT_ENTITY'],
    takesSeveral: true,
  },
  'mutation batchRemoveTags': { args: (on) => ({ input: batch(on) }), privileges: onEntities },
};
