import { badRequest } from '../../core/errors.js';
import { isObject, type Json } from '../../json/lossless-json.js';
import type { Steps } from '../../scheduling/steps.js';
import { type Draft, ifAbsent, upsert } from './draft.js';
import type { SchemaField } from './facets.js';
import { checkPath } from './fields.js';
import { fieldsMax } from './limits.js';
import { findStored, isOwn, type Stored, type StoredAspect } from './stored.js';
import type { DatasetSubject } from './subjects.js';

/** DataHub's types of columns by the first word of the type that a client names. */
const types: readonly (readonly [type: string, names: string])[] = [
  ['StringType', 'string varchar char character text nvarchar nchar uuid'],
  ['BooleanType', 'boolean bool bit'],
  ['BytesType', 'bytes binary varbinary blob bytea'],
  ['EnumType', 'enum'],
  [
    'NumberType',
    'byte tinyint short smallint int int2 int4 int8 int32 int64 integer bigint long float float4 float8 float64 double real decimal numeric number',
  ],
  ['DateType', 'date'],
  ['TimeType', 'timestamp datetime time timestamptz timestamp_ntz timestamp_ltz timestamp_tz'],
  ['MapType', 'map struct record object row'],
  ['ArrayType', 'array list'],
];
const typeByName = new Map(
  types.flatMap(([type, names]) => names.split(' ').map((one) => [one, type] as const)),
);

const toType = (given: string) => {
  const [word = ''] = /^[a-z0-9_]*/.exec(given.trim().toLowerCase()) ?? [];
  return { type: { [`com.linkedin.schema.${typeByName.get(word) ?? 'NullType'}`]: {} } };
};

/**
 * Returns the change of a dataset's schema. It has no effect where another source has written it, or where an event that
 * is later than this one has. It is there in all cases, so that a refusal does not tell whether there is a schema.
 */
export function* draftSchema(
  { urn, platform, from }: DatasetSubject,
  time: number,
  stored: Stored,
): Steps<Draft[]> {
  const given = from.facets.schema?.fields ?? [];
  if (given.length === 0) return [];
  const byPath = new Map<string, Json>();
  for (const field of given) yield* addFields(field, '', byPath, from.at);
  const fields = [...byPath.values()];
  const header = { schemaName: '', platform, version: 0, hash: '' };
  const platformSchema = { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } };
  const schema = { ...header, platformSchema, fields };
  const before = findStored(stored, urn, 'schemaMetadata');
  const written = before?.value.fields;
  const isSame = Array.isArray(written) && describe(written) === describe(fields);
  return [
    before && (isSame || !isReplaceable(before, time))
      ? ifAbsent(urn, 'schemaMetadata', schema)
      : upsert(urn, 'schemaMetadata', schema),
  ];
}

function* addFields(
  { name, type, description, fields }: SchemaField,
  path: string,
  all: Map<string, Json>,
  at: string,
): Steps<void> {
  yield;
  const fieldPath = path + name;
  checkPath(fieldPath, `${at}.facets.schema`);
  // Queries have columns of the same name, and columns without one.
  if (name === '' || all.has(fieldPath)) return;
  const nativeDataType = type || 'unknown';
  all.set(fieldPath, {
    ...{ fieldPath, nativeDataType, type: toType(nativeDataType), nullable: true, recursive: false },
    ...(description && { description }),
  });
  if (all.size > fieldsMax)
    throw badRequest(`${at}.facets.schema has more than ${fieldsMax} fields, including nested ones`);
  for (const field of fields ?? []) yield* addFields(field, `${fieldPath}.`, all, at);
}

const isReplaceable = (before: StoredAspect, time: number) =>
  isOwn(before) && !(Number(before.systemMetadata?.lastObserved) > time);

/** Returns what a schema facet can say of columns, so that tags and terms of columns do not count. */
const describe = (fields: readonly unknown[]) =>
  JSON.stringify(
    fields.map((field) => {
      const { fieldPath, nativeDataType, description = null } = isObject(field) ? field : ({} as Json);
      return [fieldPath, nativeDataType, description];
    }),
  );
