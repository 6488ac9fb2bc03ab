import type { FastifyInstance } from 'fastify';
import { type ExecutionResult, execute, type GraphQLError } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { PreparedDocument } from './document-cache.js';
import { DocumentRejected } from './errors.js';
import { firstErrors } from './first-errors.js';
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

/** How often Mercurius executes a document before it is compiled: compiling takes as long as many executions. */
const runsUncompiled = 3;

/** Executes with checked variables. @throws DocumentRejected when the operation name does not match the document */
export async function run(prepared: PreparedDocument, execution: Execution): Promise<ExecutionResult> {
  const compiled = compile(prepared, execution.operationName);
  const result = await (compiled
    ? compiled.query(undefined, execution.context, execution.variables)
    : executeUncompiled(prepared, execution));
  const { data, errors } = result;
  // Without data nothing was executed: a failed resolver leaves null.
  if (data === undefined) throw new DocumentRejected(errors ?? [], 'ValidationError');
  return compiled && errors ? { data, errors: firstErrors(errors, data, prepared.document, schema) } : result;
}

/**
 * Returns the code of a document that runs often. It is called without Mercurius, which would have graphql-js read the
 * variables once more, after `checkVariables` and before the code itself.
 */
function compile({ document, compilable }: PreparedDocument, operationName: string | undefined) {
  // The code would run the only operation regardless of its name.
  if (!compilable || (operationName !== undefined && operationName !== compilable.name)) return null;
  if (compilable.code === undefined) {
    compilable.runs += 1;
    if (compilable.runs <= runsUncompiled) return null;
    const code = compileQuery(schema, document);
    compilable.code = isCompiledQuery(code) ? code : null;
  }
  return compilable.code;
}

async function executeUncompiled(
  { document, compilable }: PreparedDocument,
  { graphql, context, variables, operationName }: Execution,
): Promise<ExecutionResult> {
  if (!compilable)
    return execute({ schema, document, contextValue: context, variableValues: variables, operationName });
  try {
    return await graphql(compilable.text, context, variables, operationName);
  } catch (error) {
    const { code, errors } = error as { code?: string; errors?: readonly GraphQLError[] };
    if (code === 'MER_ERR_GQL_VALIDATION' && errors) throw new DocumentRejected(errors, 'ValidationError');
    throw error;
  }
}
