import { graphql } from './documents.js';

/** How tags of something are shown. */
export const shownTags = graphql(`
  fragment ShownTags on GlobalTags {
    tags {
      tag {
        urn
        name
        colorHex
      }
    }
  }
`);

export const createTag = graphql('mutation CreateTag($input: CreateTagInput!) { createTag(input: $input) }');
export const updateTag = graphql(
  'mutation UpdateTag($urn: String!, $input: TagUpdateInput!) { updateTag(urn: $urn, input: $input) { urn } }',
);
export const setTagColor = graphql(
  'mutation SetTagColor($urn: String!, $colorHex: String!) { setTagColor(urn: $urn, colorHex: $colorHex) }',
);
export const deleteTag = graphql('mutation DeleteTag($urn: String!) { deleteTag(urn: $urn) }');
export const restoreTag = graphql('mutation RestoreTag($urn: String!) { restoreTag(urn: $urn) }');
export const addTags = graphql(
  'mutation AddTags($input: BatchAddTagsInput!) { batchAddTags(input: $input) }',
);
export const removeTags = graphql(
  'mutation RemoveTags($input: BatchRemoveTagsInput!) { batchRemoveTags(input: $input) }',
);
