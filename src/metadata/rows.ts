import type { Json } from '../core/lossless-json.js';
import { stringifyingExact } from '../core/lossless-json-steps.js';
import type { Steps } from '../core/steps.js';
import type { AspectWrite } from './aspect-store.js';
import type { EditableFieldWrite, SchemaFieldWrite } from './column-store.js';
import { simplePath } from './field-path.js';
import type { AspectUpsert, AspectValue, ModelledAspect } from './models.js';
import { schemaFieldType } from './schema-field-type.js';
import type { TagOn, TagPropertiesWrite } from './tag-store.js';

/** What aspects are in the tables, and whose rows of each table they replace. */
export interface Rows {
  readonly headers: readonly AspectWrite[];
  readonly tagProperties: readonly TagPropertiesWrite[];
  readonly tagged: readonly string[];
  readonly tags: readonly TagOn[];
  readonly schemas: readonly string[];
  readonly fields: readonly SchemaFieldWrite[];
  readonly edited: readonly string[];
  readonly edits: readonly EditableFieldWrite[];
  readonly columnTags: readonly TagOn[];
}

/** The fields of each known aspect that rows of its own model keep; its header keeps the others. */
const inRows: ReadonlyMap<string, readonly string[]> = new Map([
  ['globalTags', ['tags']],
  ['tagProperties', ['name', 'description', 'colorHex']],
  ['editableSchemaMetadata', ['editableSchemaFieldInfo']],
  ['schemaMetadata', ['fields']],
]);

export function* rowsOf(upserts: readonly AspectUpsert[]): Steps<Rows> {
  const headers: AspectWrite[] = [];
  for (const upsert of upserts) {
    headers.push(yield* header(upsert));
    yield;
  }
  const named = <Name extends ModelledAspect>(name: Name) =>
    upserts.filter((upsert) => upsert.name === name) as (AspectUpsert & { value: AspectValue<Name> })[];
  const [tagged, edited] = [named('globalTags'), named('editableSchemaMetadata')];
  const schemas = named('schemaMetadata');
  const [tags, edits, fields]: [TagOn[], EditableFieldWrite[], SchemaFieldWrite[]] = [[], [], []];
  for (const { urn, value } of tagged) yield* tagsOn(urn, '', value, tags);
  for (const { urn, value } of edited) yield* editableFields(urn, value, edits);
  for (const { urn, value } of schemas) yield* schemaFields(urn, value, fields);
  return {
    headers,
    tagProperties: named('tagProperties'),
    tagged: tagged.map(urnOf),
    tags,
    schemas: schemas.map(urnOf),
    fields,
    edited: edited.map(urnOf),
    edits,
    columnTags: edits.flatMap((field) => field.tags ?? []),
  };
}

const urnOf = ({ urn }: AspectUpsert) => urn;

function* header({ urn, name, value, text, systemMetadata = null }: AspectUpsert): Steps<AspectWrite> {
  const modelled = inRows.get(name);
  const body = modelled
    ? yield* stringifyingExact(without(value, modelled))
    : (text ?? (yield* stringifyingExact(value)));
  return { urn, name, body, systemMetadata };
}

const without = (value: Readonly<Json>, names: readonly string[]): Json => {
  const others = { ...value };
  for (const name of names) delete others[name];
  return others;
};

const isEmpty = (value: Json) => {
  for (const _ in value) return false;
  return true;
};

function* textOrNull(value: Json): Steps<string | null> {
  return isEmpty(value) ? null : yield* stringifyingExact(value);
}

/** The last of those with one key, in the place of the first. */
const distinct = <T>(values: readonly T[], keyOf: (value: T) => string): T[] => [
  ...new Map(values.map((value) => [keyOf(value), value])).values(),
];

function* tagsOn(
  resourceUrn: string,
  fieldPath: string,
  { tags }: AspectValue<'globalTags'>,
  rows: TagOn[],
): Steps<void> {
  for (const { tag, ...others } of distinct(tags, ({ tag }) => tag)) {
    rows.push({ resourceUrn, fieldPath, tagUrn: tag, body: yield* textOrNull(others) });
    yield;
  }
}

function* schemaFields(
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
      body: yield* stringifyingExact(field),
    });
    yield;
  }
}

function* editableFields(
  datasetUrn: string,
  { editableSchemaFieldInfo = [] }: AspectValue<'editableSchemaMetadata'>,
  rows: EditableFieldWrite[],
): Steps<void> {
  for (const field of distinct(editableSchemaFieldInfo, ({ fieldPath }) => fieldPath)) {
    const { fieldPath, description, globalTags, ...others } = field;
    const { tags: _, ...otherOfTags } = globalTags ?? {};
    const rest = isEmpty(otherOfTags) ? others : { ...others, globalTags: otherOfTags };
    const tags: TagOn[] = [];
    if (globalTags) yield* tagsOn(datasetUrn, fieldPath, globalTags, tags);
    rows.push({
      datasetUrn,
      fieldPath,
      description: description ?? null,
      tags: globalTags ? tags : null,
      body: yield* textOrNull(rest),
    });
    yield;
  }
}

/** The tags that rows name. A tag that is named before it is known is made, so that the order of ingestion does not matter. */
export const mentionedTags = ({ tags, columnTags }: Rows): Set<string> =>
  new Set([...tags, ...columnTags].map(({ tagUrn }) => tagUrn));
