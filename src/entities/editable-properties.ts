import type { AuditStamp } from '../core/clock.js';
import type { Json } from '../core/lossless-json.js';

/** The aspects with what people write about an entity, by its type. Ingestion has aspects of its own. */
const aspects: Readonly<Record<string, string>> = {
  dataset: 'editableDatasetProperties',
  container: 'editableContainerProperties',
};

/** The types of entities that people can describe. */
export const describable: readonly string[] = Object.keys(aspects);

/** Returns the aspect of what people write about entities of a type; undefined for a type without one. */
export const editableAspectOf = (type: string): string | undefined =>
  Object.hasOwn(aspects, type) ? aspects[type] : undefined;

/** Returns editable properties with another description. DataHub's model has stamps for those of datasets only. */
export function withDescription(current: Json, type: string, description: string, audit: AuditStamp): Json {
  const changed = { ...current, description };
  return type === 'dataset' ? { created: audit, ...changed, lastModified: audit } : changed;
}
