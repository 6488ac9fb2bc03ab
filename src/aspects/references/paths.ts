import { readUrn } from '../../core/urn.js';
import { type ReferenceForm, referenceForms } from '../../datahub/reference-paths.js';
import type { Json } from '../../json/lossless-json.js';

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
  readonly findColumn: (element: Json) => string;
}

const none = () => '';

/** The column that a fine-grained lineage is about; empty unless it is exactly one. */
function downstreamColumn({ downstreams }: Json): string {
  const [downstream, ...others] = Array.isArray(downstreams) ? downstreams : [];
  if (typeof downstream !== 'string' || others.length > 0) return '';
  const urn = readUrn(downstream);
  return urn?.type === 'schemaField' ? (urn.parts[1] ?? '') : '';
}

const columns = { fieldPath: (field: Json) => String(field.fieldPath), downstreams: downstreamColumn };

const toPath = ([path, relationship, column]: ReferenceForm): ReferencePath => ({
  steps: path.split('.').map((step) => ({ name: step.replace('?', ''), isOptional: step.endsWith('?') })),
  relationship,
  findColumn: column ? columns[column] : none,
});

const paths = new Map(Object.entries(referenceForms).map(([aspect, forms]) => [aspect, forms.map(toPath)]));

/** The names of all relationships, also of those that are rows of `global_tags`. */
export const relationshipNames: readonly string[] = [
  ...new Set([
    ...['TaggedWith', 'EditableSchemaFieldTaggedWith'],
    ...[...paths.values()].flatMap((ofAspect) => ofAspect.map(({ relationship }) => relationship)),
  ]),
];

/** Returns null for an aspect whose references are not indexed. */
export const referencePaths = (aspect: string): readonly ReferencePath[] | null => paths.get(aspect) ?? null;
