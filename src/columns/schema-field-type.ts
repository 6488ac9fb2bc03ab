import { toMap } from '../core/to-map.js';

/** GraphQL's SchemaFieldDataType by member of the aspect's type union, `com.linkedin.schema.<name>`. */
const types: ReadonlyMap<string, string> = toMap({
  BooleanType: 'BOOLEAN',
  FixedType: 'FIXED',
  StringType: 'STRING',
  BytesType: 'BYTES',
  NumberType: 'NUMBER',
  DateType: 'DATE',
  TimeType: 'TIME',
  EnumType: 'ENUM',
  NullType: 'NULL',
  ArrayType: 'ARRAY',
  MapType: 'MAP',
  RecordType: 'STRUCT',
  UnionType: 'UNION',
});

/** GraphQL's SchemaFieldDataType. */
export const schemaFieldTypes: readonly string[] = [...types.values()];

/** @param union such as `{type: {"com.linkedin.schema.StringType": {}}}`: a union is an object with one key */
export function schemaFieldType(union: { type: Readonly<Record<string, unknown>> }): string {
  const [record = ''] = Object.keys(union.type);
  const name = record.slice(record.lastIndexOf('.') + 1);
  return types.get(name) ?? 'NULL';
}
