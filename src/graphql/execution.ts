import type { FastifyInstance } from 'fastify';
import { type DocumentNode, type ExecutionResult, execute, type GraphQLError } from 'graphql';
import type { PreparedDocument } from './document-cache.js';
import { DocumentRejected } from './errors.js';
import { firstErrors } from './first-errors.js';
import type { Context } from './schema/builder.js';
import { schema } from './schema/schema.js';

export interface Execution {
  /** Executes a document with Mercurius, which compiles it after a few runs. */
  readonly graphql: FastifyInstance['graphql'];
  /** One object per request: Mercurius changes it. Not a spread, whose result V8 keeps as a slow dictionary. */
  readonly context: Context;
  readonly variables: Record<string, unknown>;
  readonly operationName: string | undefined;
}

/** Executes with checked variables. @throws DocumentRejected when the operation name does not match the document */
export async function run(prepared: PreparedDocument, execution: Execution): Promise<ExecutionResult> {
  const result =
    prepared.text === null
      ? await executeInterpreted(prepared.document, execution)
      : await executeCompiled(prepared.text, prepared.document, execution);
  // Without data nothing was executed: a failed resolver leaves null.
  if (result.data === undefined) throw new DocumentRejected(result.errors ?? [], 'ValidationError');
  return result;
}

const executeInterpreted = (
  document: DocumentNode,
  { context, variables: variableValues, operationName }: Execution,
) => execute({ schema, document, contextValue: context, variableValues, operationName });

async function executeCompiled(
  text: string,
  document: DocumentNode,
  { graphql, context, variables, operationName }: Execution,
): Promise<ExecutionResult> {
  try {
    const result = await graphql(text, context, variables, operationName);
    const { data, errors } = result;
    return errors ? { ...result, errors: firstErrors(errors, data, document, schema) } : result;
  } catch (error) {
    const { code, errors } = error as { code?: string; errors?: readonly GraphQLError[] };
    if (code === 'MER_ERR_GQL_VALIDATION' && errors) throw new DocumentRejected(errors, 'ValidationError');
    throw error;
  }
}
