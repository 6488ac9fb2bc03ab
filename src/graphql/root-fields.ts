import { schema } from './schema/schema.js';

/** The names of the fields that a document can begin with. */
export const rootFields: ReadonlySet<string> = new Set([
  ...[schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.keys(type?.getFields() ?? {}),
  ),
  ...['__typename', '__schema', '__type'],
]);
