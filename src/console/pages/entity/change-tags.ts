import { graphql, type VariablesOf } from '../../../client/documents.js';
import { request } from '../../api/request.js';
import type { ShownTag } from '../../model/listed-entity.js';

const add = graphql(`
  mutation AddTags($input: BatchAddTagsInput!) {
    batchAddTags(input: $input)
  }
`);

const remove = graphql(`
  mutation RemoveTags($input: BatchRemoveTagsInput!) {
    batchRemoveTags(input: $input)
  }
`);

/** An entity, or a column of one. */
export type Place = VariablesOf<typeof add>['input']['resources'][number];

export const columnPlace = (resourceUrn: string, subResource: string): Place => ({
  resourceUrn,
  subResource,
  subResourceType: 'DATASET_FIELD',
});

const listUrns = (tags: readonly ShownTag[]) => tags.map(({ urn }) => urn);

/** @throws RequestError; then nothing is changed */
export const addTags = (resources: readonly Place[], tags: readonly ShownTag[]) =>
  request(add, { input: { resources: [...resources], tagUrns: listUrns(tags) } });

/** @throws RequestError; then nothing is changed */
export const removeTags = (resources: readonly Place[], tags: readonly ShownTag[]) =>
  request(remove, { input: { resources: [...resources], tagUrns: listUrns(tags) } });

export const withTags = (tags: readonly ShownTag[], added: readonly ShownTag[]): readonly ShownTag[] => [
  ...tags,
  ...added.filter(({ urn }) => !tags.some((tag) => tag.urn === urn)),
];

export const withoutTags = (tags: readonly ShownTag[], removed: readonly ShownTag[]): readonly ShownTag[] =>
  tags.filter(({ urn }) => !removed.some((tag) => tag.urn === urn));
