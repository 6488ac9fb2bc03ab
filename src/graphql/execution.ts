import type { FastifyInstance } from 'fastify';
import { type ExecutionResult, execute, type GraphQLError } from 'graphql';
import type { PreparedDocument } from './document-cache.js';
import { DocumentRejected } from './errors.js';
import type { Context } from './schema/builder.js';
import { schema } from './schema/schema.js';

export interface Execution {
  /** Executes a document with Mercurius. */
  readonly graphql: FastifyInstance['graphql'];
  /** One object per request: Mercurius changes it. Not a spread, whose result V8 keeps as a slow dictionary. */
  readonly context: Context;
  readonly variables: Record<string, unknown>;
  readonly operationName: string | undefined;
}

/** Executes with checked variables. @throws DocumentRejected when the operation name does not match the document */
export async function run(prepared: PreparedDocument, execution: Execution): Promise<ExecutionResult> {
  const result = await executeDocument(prepared, execution);
  // Without data nothing was executed: a failed resolver leaves null.
  if (result.data === undefined) throw new DocumentRejected(result.errors ?? [], 'ValidationError');
  return result;
}

/** Mercurius keeps the text of each document that it executes, so it gets only those that may be kept. */
async function executeDocument(
  { document, cachedText }: PreparedDocument,
  { graphql, context, variables, operationName }: Execution,
): Promise<ExecutionResult> {
  if (cachedText === null)
    return execute({ schema, document, contextValue: context, variableValues: variables, operationName });
  try {
    return await graphql(cachedText, context, variables, operationName);
  } catch (error) {
    const { code, errors } = error as { code?: string; errors?: readonly GraphQLError[] };
    if (code === 'MER_ERR_GQL_VALIDATION' && errors) throw new DocumentRejected(errors, 'ValidationError');
    throw error;
  }
}
