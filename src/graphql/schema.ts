import { defaultFieldResolver, isObjectType, lexicographicSortSchema, printSchema } from 'graphql';
import './access-token.js';
import './access-token-list.js';
import './container.js';
import './dataset.js';
import './tag.js';
import './tag-association.js';
import { builder } from './builder.js';

export const schema = builder.toSchema({ sortSchema: false });

// The compiled query reads a property in place where a field has no resolver, and calls one that only reads it.
for (const type of Object.values(schema.getTypeMap())) {
  if (!isObjectType(type)) continue;
  for (const field of Object.values(type.getFields())) {
    if (field.resolve === defaultFieldResolver) delete field.resolve;
  }
}

/** The schema as `schema.graphql` holds it. */
export const printedSchema = `${printSchema(lexicographicSortSchema(schema))}\n`;
