/** A kind of change, as DataHub's change events name it. PROPERTIES is ours: the name and the color of a tag. */
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

/** The kinds that change events have, and with them webhooks. */
export const eventCategories: readonly string[] = categories.filter((name) => name !== 'PROPERTIES');
