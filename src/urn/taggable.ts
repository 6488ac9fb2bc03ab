/** The types of entities to which people add tags, as URNs have them. */
export const taggable: readonly string[] = [
  'dataset',
  'container',
  'chart',
  'dashboard',
  'dataJob',
  'dataFlow',
];

/** Says which they are, for messages. */
export const taggableText = `tags can be added to ${taggable.join('s, ')}s and dataset columns`;
