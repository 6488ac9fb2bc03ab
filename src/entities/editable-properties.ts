import type { AuditStamp } from '../core/clock.js';
import { toMap } from '../core/to-map.js';
import type { Json } from '../json/lossless-json.js';

/** The aspects with edits of an entity, by its type. Ingestion writes other aspects. */
const aspects: ReadonlyMap<string, string> = toMap({
  dataset: 'editableDatasetProperties',
  container: 'editableContainerProperties',
});

/** The types of entities that people can describe. */
export const describable: readonly string[] = [...aspects.keys()];

/** Returns the aspect of what people write about entities of a type; undefined for a type without one. */
export const findEditableAspect = (type: string): string | undefined => aspects.get(type);

/** Returns editable properties with another description. DataHub's model has stamps for those of datasets only. */
export function withDescription(current: Json, type: string, description: string, audit: AuditStamp): Json {
  const changed = { ...current, description };
  return type === 'dataset' ? { created: audit, ...changed, lastModified: audit } : changed;
}
