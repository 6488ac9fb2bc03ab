/** SQL: the column of a tag in an ingested schema, as a row of `entity_references`. */
export const isDeclaredTag = `relationship = 'SchemaFieldTaggedWith' AND aspect = 'schemaMetadata' AND field_path <> ''`;

/**
 * SQL: the places that have the tag $1, as `urn` and `path`, which is empty for the entity itself. A place can be named
 * several times.
 *
 * @param attached a condition for the entity `resource_urn`
 * @param declared the same for the entity `source`
 */
export const placesOfTag = (attached: string, declared: string): string => `
  SELECT resource_urn AS urn, field_path AS path FROM current_global_tags WHERE tag_urn = $1 AND ${attached}
  UNION ALL
  SELECT source, field_path FROM entity_references WHERE target = $1 AND ${isDeclaredTag} AND ${declared}`;
