import type { Aspect, AspectTables } from './aspects/aspect.js';
import { editableSchemaMetadata } from './columns/editable-schema-metadata.js';
import { schemaMetadata } from './columns/schema-metadata.js';
import { container, containerProperties } from './containers/aspect-definitions.js';
import { datasetProperties, status } from './entities/aspect-definitions.js';
import { deprecation } from './entities/deprecation.js';
import { dataHubPolicyInfo } from './policies/policy-info.js';
import { globalTags } from './tags/global-tags.js';
import { tagProperties } from './tags/tag-properties.js';
import { peopleAspects } from './users/aspect-definitions.js';

/**
 * All aspects of which the catalog knows more than that they are JSON. A transaction writes their tables in this order,
 * which is that of their locks (aspects/lock-store.ts): changes of policies and people come last.
 */
export const storedAspects: readonly Aspect[] = [
  tagProperties,
  schemaMetadata,
  globalTags,
  editableSchemaMetadata,
  dataHubPolicyInfo,
  ...peopleAspects,
  datasetProperties,
  containerProperties,
  container,
  status,
  deprecation,
];

/** The tables of all aspects, each once. */
export const allTables: readonly AspectTables[] = [
  ...new Set(storedAspects.flatMap(({ rows }) => rows?.tables ?? [])),
];

const byName = new Map(storedAspects.map((aspect) => [aspect.name, aspect]));

/** Returns what is known of an aspect of an entity of this type; null for ordinary metadata. */
export function findAspect(entityType: string, name: string): Aspect | null {
  const aspect = byName.get(name);
  if (!aspect?.isAccess) return aspect ?? null;
  return aspect.entityTypes?.includes(entityType) ? aspect : null;
}
