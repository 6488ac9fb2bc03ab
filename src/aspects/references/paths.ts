import type { Json } from '../../core/lossless-json.js';
import { mapOf } from '../../core/map-of.js';
import { readUrn } from '../../core/urn.js';

/** A step from a value to a part of it. */
export interface Step {
  /** The name of a field; `*` for each element of a list. */
  readonly name: string;
  /** Whether the object is complete without the field. */
  readonly isOptional: boolean;
}

/** Where the URNs of one relationship are in an aspect. */
export interface ReferencePath {
  readonly steps: readonly Step[];
  /** DataHub's name of the relationship. */
  readonly relationship: string;
  /** Returns the column that refers to the URN, from the element of the first list; empty for none. */
  readonly columnOf: (element: Json) => string;
}

const none = () => '';
const fieldPath = (field: Json) => String(field.fieldPath);

/** The column that a fine-grained lineage is about; empty unless it is exactly one. */
function downstreamColumn({ downstreams }: Json): string {
  const [downstream, ...others] = Array.isArray(downstreams) ? downstreams : [];
  if (typeof downstream !== 'string' || others.length > 0) return '';
  const urn = readUrn(downstream);
  return urn?.type === 'schemaField' ? (urn.parts[1] ?? '') : '';
}

/** @param steps such as `owners.*.typeUrn?`, where `?` marks an optional field */
const at = (
  steps: string,
  relationship: string,
  columnOf: ReferencePath['columnOf'] = none,
): ReferencePath => ({
  steps: steps.split('.').map((step) => ({ name: step.replace('?', ''), isOptional: step.endsWith('?') })),
  relationship,
  columnOf,
});

/**
 * All references that are kept, by DataHub's annotations of its models (docs/wire-aspects.md, "References"). The names
 * in dataPlatformInstance are the catalog's own, because DataHub has none. Tags of entities and of edited columns are rows
 * of `global_tags` instead.
 */
const paths: ReadonlyMap<string, readonly ReferencePath[]> = mapOf({
  chartInfo: [
    at('inputs.*', 'Consumes'),
    // A union, which clients write as its only member or under its name.
    at('inputs.*.string', 'Consumes'),
    at('inputEdges.*.destinationUrn', 'Consumes'),
  ],
  container: [at('container', 'IsPartOf')],
  corpUserInfo: [at('managerUrn?', 'ReportsTo')],
  dashboardInfo: [
    at('charts.*', 'Contains'),
    at('chartEdges.*.destinationUrn', 'Contains'),
    at('datasets.*', 'Consumes'),
    at('datasetEdges.*.destinationUrn', 'Consumes'),
  ],
  dataJobInputOutput: [
    at('inputDatasets.*', 'Consumes'),
    at('inputDatasetEdges.*.destinationUrn', 'Consumes'),
    at('inputDatasetFields.*', 'Consumes'),
    at('outputDatasets.*', 'Produces'),
    at('outputDatasetEdges.*.destinationUrn', 'Produces'),
    at('outputDatasetFields.*', 'Produces'),
    at('inputDatajobs.*', 'DownstreamOf'),
    at('inputDatajobEdges.*.destinationUrn', 'DownstreamOf'),
  ],
  dataPlatformInstance: [at('platform', 'platform'), at('instance?', 'dataPlatformInstance')],
  dataProcessInstanceRelationships: [
    at('parentTemplate?', 'InstanceOf'),
    at('parentInstance?', 'ChildOf'),
    at('upstreamInstances.*', 'UpstreamOf'),
  ],
  dataProductProperties: [
    at('assets.*.destinationUrn', 'DataProductContains'),
    at('parentDataProduct?', 'IsPartOf'),
  ],
  domainProperties: [at('parentDomain?', 'IsPartOf')],
  domains: [at('domains.*', 'AssociatedWith')],
  editableSchemaMetadata: [
    at(
      'editableSchemaFieldInfo.*.glossaryTerms.terms.*.urn',
      'EditableSchemaFieldWithGlossaryTerm',
      fieldPath,
    ),
  ],
  glossaryNodeInfo: [at('parentNode?', 'IsPartOf')],
  glossaryTermInfo: [at('parentNode?', 'IsPartOf')],
  glossaryTerms: [at('terms.*.urn', 'TermedWith')],
  groupMembership: [at('groups.*', 'IsMemberOfGroup')],
  nativeGroupMembership: [at('nativeGroups.*', 'IsMemberOfNativeGroup')],
  ownership: [at('owners.*.owner', 'OwnedBy'), at('owners.*.typeUrn?', 'ownershipType')],
  schemaMetadata: [
    at('fields.*.globalTags.tags.*.tag', 'SchemaFieldTaggedWith', fieldPath),
    at('fields.*.glossaryTerms.terms.*.urn', 'SchemaFieldWithGlossaryTerm', fieldPath),
  ],
  siblings: [at('siblings.*', 'SiblingOf')],
  upstreamLineage: [
    at('upstreams.*.dataset', 'DownstreamOf'),
    at('fineGrainedLineages.*.upstreams.*', 'DownstreamOf', downstreamColumn),
  ],
});

/** The names of all relationships, also of those that are rows of `global_tags`. */
export const relationshipNames: readonly string[] = [
  ...new Set([
    ...['TaggedWith', 'EditableSchemaFieldTaggedWith'],
    ...[...paths.values()].flatMap((ofAspect) => ofAspect.map(({ relationship }) => relationship)),
  ]),
];

/** Returns null for an aspect whose references are not kept. */
export const referencePaths = (aspect: string): readonly ReferencePath[] | null => paths.get(aspect) ?? null;
