import { graphql } from './documents.js';

export const updateDescription = graphql(
  'mutation Describe($input: DescriptionUpdateInput!) { updateDescription(input: $input) }',
);
export const undoChanges = graphql(
  'mutation UndoCall($changeSet: String!) { undoChanges(changeSet: $changeSet) }',
);
