import type { FastifyInstance } from 'fastify';
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLError,
  getOperationAST,
  getVariableValues,
} from 'graphql';
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

/** @throws DocumentRejected when the variables or the operation name do not match the document */
export async function run(prepared: PreparedDocument, execution: Execution): Promise<ExecutionResult> {
  checkVariables(prepared.document, execution);
  const result =
    prepared.text === null
      ? await executeInterpreted(prepared.document, execution)
      : await executeCompiled(prepared.text, prepared.document, execution);
  // Without data nothing was executed: a failed resolver leaves null.
  if (result.data === undefined) throw new DocumentRejected(result.errors ?? [], 'ValidationError');
  return result;
}

/** graphql-js ends the coercion of variables after so many errors, and says so. */
const maxErrors = 50;

/** In the run that compiles a document, Mercurius leaves this to the compiler, whose errors are others. */
function checkVariables(document: DocumentNode, { variables, operationName }: Execution): void {
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  const { errors } = getVariableValues(schema, definitions, variables, { maxErrors });
  if (errors) throw new DocumentRejected(errors, 'ValidationError');
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
