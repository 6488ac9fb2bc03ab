import { attributionSource } from '../core/attribution.js';
import type { Json } from '../core/lossless-json.js';
import { stringifyInSteps } from '../core/lossless-json-steps.js';
import type { Steps } from '../core/steps.js';
import type { AspectRecord } from './aspect-store.js';
import type { EditableFieldWrite, SchemaFieldWrite } from './column-store.js';
import { simplePath } from './field-path.js';
import type { AssociationWrite } from './global-tags-store.js';
import { type AspectUpsert, type AspectValue, isModelled, type ModelledAspect } from './models.js';
import { type People, peopleOf } from './people/people.js';
import { othersOfPolicy, type PolicyRow, policyRowOf } from './policies/row.js';
import { addReferences, type Reference, type Referring } from './references/references.js';
import { schemaFieldType } from './schema-field-type.js';
import type { TagRow } from './tag-view.js';

/** Aspects as rows of each table, and the entities whose rows they replace. */
export interface Rows {
  readonly records: readonly AspectRecord[];
  readonly tagProperties: readonly TagRow[];
  readonly policies: readonly PolicyRow[];
  /** Entities with `tags`. */
  readonly tagged: readonly string[];
  readonly tags: readonly AssociationWrite[];
  /** Datasets with `fields`. */
  readonly schemas: readonly string[];
  readonly fields: readonly SchemaFieldWrite[];
  /** Datasets with `edits` and `columnTags`. */
  readonly edited: readonly string[];
  readonly edits: readonly EditableFieldWrite[];
  readonly columnTags: readonly AssociationWrite[];
  readonly people: People;
  /** Aspects with `references`. */
  readonly referring: readonly Referring[];
  readonly references: readonly Reference[];
  /** What is to be found of these aspects. */
  readonly searched: readonly AspectUpsert[];
}

/** The fields of an aspect that no table of its own keeps. The aspect's record keeps them. */
const othersOf: ReadonlyMap<string, (value: Readonly<Json>) => Json> = new Map([
  ['globalTags', without('tags')],
  ['tagProperties', without('name', 'description', 'colorHex')],
  ['editableSchemaMetadata', without('editableSchemaFieldInfo')],
  ['schemaMetadata', without('fields')],
  ['dataHubPolicyInfo', othersOfPolicy],
]);

export function* rowsOf(given: readonly AspectUpsert[]): Steps<Rows> {
  const upserts = given.map(withDistinctColumns);
  const records: AspectRecord[] = [];
  const referring: Referring[] = [];
  const references: Reference[] = [];
  for (const upsert of upserts) {
    records.push(yield* recordOf(upsert));
    yield* addReferences(upsert, referring, references);
    yield;
  }
  const named = <Name extends ModelledAspect>(name: Name) =>
    upserts.filter(
      (upsert) => upsert.name === name && isModelled(name, upsert.entityType),
    ) as (AspectUpsert & { value: AspectValue<Name> })[];
  const [tagged, edited] = [named('globalTags'), named('editableSchemaMetadata')];
  const schemas = named('schemaMetadata');
  const tags: AssociationWrite[] = [];
  const edits: EditableFieldWrite[] = [];
  const columnTags: AssociationWrite[] = [];
  const fields: SchemaFieldWrite[] = [];
  for (const { urn, value } of tagged) yield* addTags(urn, '', value, tags);
  for (const { urn, value } of edited) yield* addEditableFields(urn, value, edits, columnTags);
  for (const { urn, value } of schemas) yield* addSchemaFields(urn, value, fields);
  return {
    records,
    tagProperties: named('tagProperties').map(tagPropertiesOf),
    policies: named('dataHubPolicyInfo').map(policyRowOf),
    tagged: tagged.map(urnOf),
    tags,
    schemas: schemas.map(urnOf),
    fields,
    edited: edited.map(urnOf),
    edits,
    columnTags,
    people: yield* peopleOf(upserts),
    referring,
    references,
    searched: upserts,
  };
}

const urnOf = ({ urn }: { readonly urn: string }) => urn;

const tagPropertiesOf = ({
  urn,
  value: { name, description = null, colorHex = null },
}: {
  urn: string;
  value: AspectValue<'tagProperties'>;
}): TagRow => ({ urn, name, description, colorHex });

function* recordOf({
  urn,
  entityType,
  name,
  value,
  text,
  systemMetadata = null,
}: AspectUpsert): Steps<AspectRecord> {
  const others = isModelled(name, entityType) ? othersOf.get(name) : undefined;
  const extraFields = others
    ? yield* stringifyInSteps(others(value))
    : (text ?? (yield* stringifyInSteps(value)));
  return { urn, name, extraFields, systemMetadata };
}

function without(...names: readonly string[]) {
  return (value: Readonly<Json>): Json => {
    const others = { ...value };
    for (const name of names) delete others[name];
    return others;
  };
}

const isEmpty = (value: Json) => {
  for (const _ in value) return false;
  return true;
};

function* jsonOrNull(value: Json): Steps<string | null> {
  return isEmpty(value) ? null : yield* stringifyInSteps(value);
}

/** Of values with the same key, returns the last at the position of the first. */
const distinct = <T>(values: readonly T[], key: (value: T) => string): T[] => [
  ...new Map(values.map((value) => [key(value), value])).values(),
];

/** The table keeps an edited column once, so the references and the document of the aspect must not see it twice. */
function withDistinctColumns(upsert: AspectUpsert): AspectUpsert {
  if (upsert.name !== 'editableSchemaMetadata') return upsert;
  const { editableSchemaFieldInfo, ...others } = upsert.value as AspectValue<'editableSchemaMetadata'>;
  if (editableSchemaFieldInfo === undefined) return upsert;
  const columns = distinct(editableSchemaFieldInfo, ({ fieldPath }) => fieldPath);
  return { ...upsert, value: { ...others, editableSchemaFieldInfo: columns } };
}

function* addTags(
  resourceUrn: string,
  fieldPath: string,
  { tags }: AspectValue<'globalTags'>,
  rows: AssociationWrite[],
): Steps<void> {
  for (const { tag, ...others } of distinct(tags, (one) => `${one.tag}\0${attributionSource(one)}`)) {
    rows.push({ resourceUrn, fieldPath, tagUrn: tag, extraFields: yield* jsonOrNull(others) });
    yield;
  }
}

function* addSchemaFields(
  datasetUrn: string,
  { fields }: AspectValue<'schemaMetadata'>,
  rows: SchemaFieldWrite[],
): Steps<void> {
  for (const [position, field] of fields.entries()) {
    rows.push({
      datasetUrn,
      fieldPath: field.fieldPath,
      position,
      simplePath: simplePath(field.fieldPath),
      type: schemaFieldType(field.type),
      nativeDataType: field.nativeDataType,
      nullable: field.nullable ?? false,
      description: field.description ?? null,
      json: yield* stringifyInSteps(field),
    });
    yield;
  }
}

function* addEditableFields(
  datasetUrn: string,
  { editableSchemaFieldInfo = [] }: AspectValue<'editableSchemaMetadata'>,
  rows: EditableFieldWrite[],
  tags: AssociationWrite[],
): Steps<void> {
  for (const field of editableSchemaFieldInfo) {
    const { fieldPath, description, globalTags, ...others } = field;
    const { tags: _, ...otherOfTags } = globalTags ?? {};
    const rest = isEmpty(otherOfTags) ? others : { ...others, globalTags: otherOfTags };
    if (globalTags) yield* addTags(datasetUrn, fieldPath, globalTags, tags);
    rows.push({
      datasetUrn,
      fieldPath,
      description: description ?? null,
      hasTags: Boolean(globalTags),
      extraFields: yield* jsonOrNull(rest),
    });
    yield;
  }
}

/** The tags that rows reference. Missing ones are created, so that entities can be ingested in any order. */
export const referencedTags = ({ tags, columnTags }: Rows): Set<string> =>
  new Set([...tags, ...columnTags].map(({ tagUrn }) => tagUrn));
