/**
 * A kind of change, as DataHub's change events name it. Two are ours: PROPERTIES, the name and the color of a tag, and
 * LINEAGE, the edges that people draw.
 */
export const categories = [
  'TAG',
  'GLOSSARY_TERM',
  'OWNER',
  'DOMAIN',
  'DOCUMENTATION',
  'DEPRECATION',
  'TECHNICAL_SCHEMA',
  'LIFECYCLE',
  'STRUCTURED_PROPERTY',
  'PROPERTIES',
  'LINEAGE',
] as const;

export const operations = [
  'ADD',
  'REMOVE',
  'MODIFY',
  'CREATE',
  'SOFT_DELETE',
  'REINSTATE',
  'HARD_DELETE',
] as const;

/** The kinds that change events have, and with them webhooks: those of DataHub. */
export const eventCategories: readonly string[] = categories.filter(
  (name) => name !== 'PROPERTIES' && name !== 'LINEAGE',
);
