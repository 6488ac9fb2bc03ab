import { graphql, type VariablesOf } from '../../../client/documents.js';
import { request } from '../../api/request.js';
import type { ShownTag } from '../../model/listed-entity.js';

const add = graphql(`
  mutation AddTagsOf($input: BatchAddTagsInput!) {
    batchAddTags(input: $input)
  }
`);

const remove = graphql(`
  mutation RemoveTagsOf($input: BatchRemoveTagsInput!) {
    batchRemoveTags(input: $input)
  }
`);

/** An entity, or a column of one. */
export type Place = VariablesOf<typeof add>['input']['resources'][number];

export const columnOf = (resourceUrn: string, subResource: string): Place => ({
  resourceUrn,
  subResource,
  subResourceType: 'DATASET_FIELD',
});

const urnsOf = (tags: readonly ShownTag[]) => tags.map(({ urn }) => urn);

/** @throws RequestError; then nothing is changed */
export const addTags = (resources: readonly Place[], tags: readonly ShownTag[]) =>
  request(add, { input: { resources: [...resources], tagUrns: urnsOf(tags) } });

/** @throws RequestError; then nothing is changed */
export const removeTags = (resources: readonly Place[], tags: readonly ShownTag[]) =>
  request(remove, { input: { resources: [...resources], tagUrns: urnsOf(tags) } });

export const withTags = (tags: readonly ShownTag[], added: readonly ShownTag[]): readonly ShownTag[] => [
  ...tags,
  ...added.filter(({ urn }) => !tags.some((tag) => tag.urn === urn)),
];

export const withoutTags = (tags: readonly ShownTag[], removed: readonly ShownTag[]): readonly ShownTag[] =>
  tags.filter(({ urn }) => !removed.some((tag) => tag.urn === urn));

export const entityTagsNeed = ['EDIT_ENTITY_TAGS', 'EDIT_ENTITY'];
export const columnTagsNeed = ['EDIT_DATASET_COL_TAGS', 'EDIT_ENTITY'];
export const descriptionNeeds = ['EDIT_ENTITY_DOCS', 'EDIT_ENTITY'];
export const columnDescriptionNeeds = ['EDIT_DATASET_COL_DESCRIPTION', 'EDIT_ENTITY'];
