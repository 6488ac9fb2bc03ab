import { GraphQLError } from 'graphql';
import { z } from 'zod';
import { tryParse } from '../input/bounded-input.js';
import { formatIssues } from '../input/invalid-input.js';
import { isObject, type Json } from '../json/lossless-json.js';
import { DocumentRejected } from './errors.js';

export type GraphqlRequest = z.output<typeof graphqlRequest>;

/** The members of the body that are read. Any others are ignored. */
const graphqlRequest = z.object({
  query: z.string(),
  // Not a record, which zod copies. Some clients without variables send an empty text.
  variables: z
    .custom<Json | ''>((given) => given === '' || isObject(given), 'must be an object')
    .transform((given) => given || null)
    .nullish(),
  operationName: z.string().nullish(),
});

/** @throws DocumentRejected when the body is not a GraphQL request */
export function parseBody(body: unknown): GraphqlRequest {
  if (Array.isArray(body))
    throw rejected(form, 'batches of requests are not supported: send the requests one by one');
  const { success, data, error } = tryParse(graphqlRequest, body);
  if (success) return data;
  rejectPersisted(body);
  throw rejected(form, formatIssues(error.issues.slice(0, 1), body, 'body'));
}

const persisted = z.object({
  query: z.undefined().optional(),
  extensions: z.looseObject({ persistedQuery: z.looseObject({}) }),
});

/**
 * Clients with persisted queries (Apollo, urql) first send a hash instead of the document. After this exact message,
 * they send the document and no further hash.
 *
 * @throws DocumentRejected when a request has a hash and no document
 */
export function rejectPersisted(request: unknown): void {
  if (!persisted.safeParse(request).success) return;
  throw new DocumentRejected([new GraphQLError('PersistedQueryNotSupported')], 'InvalidSyntax');
}

const form = 'The body must be {query: string, variables?: object, operationName?: string}';

export const rejected = (expected: string, reason: string) =>
  new DocumentRejected([new GraphQLError(`${expected}; ${reason}`)], 'InvalidSyntax');
