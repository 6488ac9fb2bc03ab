/** Returns a column of schemaMetadata. */
export const column = (fieldPath: string, more: object = {}) => ({
  fieldPath,
  type: { type: { 'com.linkedin.schema.StringType': {} } },
  nativeDataType: 'text',
  ...more,
});
/** Returns schemaMetadata with these columns. */
export const schemaWith = (...fields: object[]) => ({
  schemaName: 'x',
  platform: 'urn:li:dataPlatform:hive',
  version: 0,
  hash: '',
  platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
  fields,
});
