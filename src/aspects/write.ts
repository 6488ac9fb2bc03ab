import type { Transaction } from '../db/database.js';
import type { Audit } from '../domain/clock.js';
import { simplePath } from '../domain/field-path.js';
import { schemaFieldType } from '../domain/schema-field-type.js';
import type { AspectValue, ModelledAspect } from './models.js';
import {
  ensureEntities,
  replaceEditableFields,
  replaceSchemaFields,
  replaceTags,
  type TagOn,
  writeHeaders,
  writeTagProperties,
} from './store.js';

/** One aspect of one entity, checked against its shape. */
export interface AspectUpsert {
  readonly urn: string;
  readonly entityType: string;
  readonly name: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** The value as it came; kept to the letter where the aspect has no model of its own. */
  readonly text?: string | undefined;
  readonly systemMetadata?: string | null;
}

/**
 * Writes aspects, each whole, in a number of statements that does not grow with theirs. Later ones win. The known
 * aspects become rows of their own models, which GraphQL edits; the header keeps what is left of them.
 */
export async function upsertAspects(
  tx: Transaction,
  upserts: readonly AspectUpsert[],
  audit: Audit,
): Promise<void> {
  if (upserts.length === 0) return;
  const last = [...new Map(upserts.map((upsert) => [`${upsert.urn} ${upsert.name}`, upsert])).values()];
  const named = <Name extends ModelledAspect>(name: Name) =>
    last.filter((upsert) => upsert.name === name) as (AspectUpsert & { value: AspectValue<Name> })[];

  const entityTags = named('globalTags').map(({ urn, value }) => ({ urn, tags: tagsOn(urn, '', value) }));
  const editable = named('editableSchemaMetadata').map(({ urn, value }) => ({
    urn,
    fields: editableFields(urn, value),
  }));
  const columnTags = editable.flatMap(({ fields }) => fields.flatMap(({ tags }) => tags ?? []));
  const tags = [...entityTags.flatMap((entity) => entity.tags), ...columnTags];

  // A tag that is named before it is known is made from its URN, so that the order of ingestion does not matter.
  await ensureEntities(
    tx,
    [
      ...last.map(({ urn, entityType }) => ({ urn, type: entityType })),
      ...tags.map(({ tagUrn }) => ({ urn: tagUrn, type: 'tag' })),
    ],
    audit,
  );
  await writeHeaders(tx, last.map(header), audit);
  await writeTagProperties(tx, named('tagProperties'));
  const schemas = named('schemaMetadata');
  await replaceSchemaFields(
    tx,
    schemas.map(({ urn }) => urn),
    schemas.flatMap(({ urn, value }) => schemaFields(urn, value)),
  );
  await replaceTags(
    tx,
    entityTags.map(({ urn }) => urn),
    false,
    entityTags.flatMap((entity) => entity.tags),
    audit,
  );
  await replaceEditableFields(
    tx,
    editable.map(({ urn }) => urn),
    editable.flatMap(({ fields }) => fields),
  );
  await replaceTags(
    tx,
    editable.map(({ urn }) => urn),
    true,
    columnTags,
    audit,
  );
}

/** The fields of each known aspect that its own model keeps. */
const modelled: Readonly<Record<string, readonly string[]>> = {
  globalTags: ['tags'],
  tagProperties: ['name', 'description', 'colorHex'],
  editableSchemaMetadata: ['editableSchemaFieldInfo'],
  schemaMetadata: ['fields'],
};

const header = ({ urn, name, value, text, systemMetadata }: AspectUpsert) => ({
  urn,
  name,
  body: modelled[name] ? JSON.stringify(without(value, modelled[name])) : (text ?? JSON.stringify(value)),
  systemMetadata: systemMetadata ?? null,
});

function without(value: Readonly<Record<string, unknown>>, names: readonly string[]) {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

function rest(value: Readonly<Record<string, unknown>>, names: readonly string[]): string | null {
  const left = without(value, names);
  return Object.keys(left).length === 0 ? null : JSON.stringify(left);
}

const tagsOn = (resourceUrn: string, fieldPath: string, { tags }: AspectValue<'globalTags'>): TagOn[] =>
  tags.map(({ tag, ...others }) => ({ resourceUrn, fieldPath, tagUrn: tag, body: rest(others, []) }));

const schemaFields = (datasetUrn: string, { fields }: AspectValue<'schemaMetadata'>) =>
  fields.map((field, position) => ({
    datasetUrn,
    fieldPath: field.fieldPath,
    position,
    simplePath: simplePath(field.fieldPath),
    type: schemaFieldType(field.type),
    nativeDataType: field.nativeDataType,
    nullable: field.nullable ?? false,
    description: field.description ?? null,
    body: JSON.stringify(field),
  }));

/** Of two entries for one column the later one counts. */
const editableFields = (datasetUrn: string, value: AspectValue<'editableSchemaMetadata'>) =>
  [...new Map((value.editableSchemaFieldInfo ?? []).map((field) => [field.fieldPath, field])).values()].map(
    (field) => ({
      datasetUrn,
      fieldPath: field.fieldPath,
      description: field.description ?? null,
      tags: field.globalTags ? tagsOn(datasetUrn, field.fieldPath, field.globalTags) : null,
      body: rest(field, ['fieldPath', 'description', 'globalTags']),
    }),
  );
