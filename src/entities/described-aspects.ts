import { modelIssues } from '../aspects/model-issues.js';
import { withDefaults } from '../aspects/patch-defaults.js';
import type { AuditStamp } from '../core/clock.js';
import { badRequest } from '../core/errors.js';
import { toMap } from '../core/to-map.js';
import { type ParsedUrn, quoted, toTagId } from '../core/urn.js';
import { findModel } from '../datahub/aspects/models.js';
import { formatIssues } from '../input/invalid-input.js';
import type { Json } from '../json/lossless-json.js';
import type { Steps } from '../scheduling/steps.js';

/** The aspects with edits of an entity, by its type. Ingestion writes other aspects. */
const editable: ReadonlyMap<string, string> = toMap({
  chart: 'editableChartProperties',
  container: 'editableContainerProperties',
  corpGroup: 'corpGroupEditableInfo',
  dashboard: 'editableDashboardProperties',
  dataFlow: 'editableDataFlowProperties',
  dataJob: 'editableDataJobProperties',
  dataset: 'editableDatasetProperties',
  mlFeature: 'editableMlFeatureProperties',
  mlFeatureTable: 'editableMlFeatureTableProperties',
  mlModel: 'editableMlModelProperties',
  mlModelGroup: 'editableMlModelGroupProperties',
  mlPrimaryKey: 'editableMlPrimaryKeyProperties',
  notebook: 'editableNotebookProperties',
});

/** The aspects that ingestion and people write, for types without an aspect of edits. */
const shared: ReadonlyMap<string, string> = toMap({
  application: 'applicationProperties',
  businessAttribute: 'businessAttributeInfo',
  dataProduct: 'dataProductProperties',
  domain: 'domainProperties',
  glossaryNode: 'glossaryNodeInfo',
  glossaryTerm: 'glossaryTermInfo',
  tag: 'tagProperties',
});

/** The types of entities that people can describe. */
export const describable: readonly string[] = [...editable.keys(), ...shared.keys()].sort();

/** Returns the aspect of what people write about entities of a type; undefined for a type without one. */
export const findEditableAspect = (type: string): string | undefined => editable.get(type);

/** Returns the aspect that has the description of entities of a type; undefined for a type that has none. */
export const findDescribedAspect = (type: string): string | undefined =>
  editable.get(type) ?? shared.get(type);

const toDescriptionField = (name: string) =>
  findModel(name)!.fields.has('description') ? 'description' : 'definition';

/** Returns the description in an aspect; null: none. */
export function readDescription(name: string, value: Json): string | null {
  const description = value[toDescriptionField(name)];
  return typeof description === 'string' ? description : null;
}

/**
 * Returns the aspect with another description, as DataHub's clients can read it.
 *
 * @param current null if the entity does not have the aspect
 * @param description null: none; where the model requires one, an empty text
 * @throws BAD_REQUEST when the model requires fields that only the owner of the entity knows
 */
export function* withDescription(
  name: string,
  { urn, type }: ParsedUrn,
  current: Json | null,
  description: string | null,
  audit: AuditStamp,
): Steps<Json> {
  const model = findModel(name)!;
  const field = toDescriptionField(name);
  // A tag without properties is shown with its id as its name.
  const before = current ?? (type === 'tag' ? { name: toTagId(urn) } : {});
  const changed: Json = { ...before, [field]: description ?? '' };
  if (description === null && !model.required.includes(field)) delete changed[field];
  const stamped = model.fields.has('lastModified')
    ? { created: audit, ...changed, lastModified: audit }
    : changed;
  const value = yield* withDefaults(name, stamped);
  const issues = yield* modelIssues(model, value);
  if (issues.length === 0) return value;
  const why = formatIssues(issues, value, name);
  throw badRequest(
    `${quoted(urn)} cannot be described, because its aspect ${name} would not fit its model: ${why}. Write the aspect first`,
  );
}
