import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ExecutionResult, GraphQLError } from 'graphql';
import mercurius from 'mercurius';
import type { Config } from '../config.js';
import type { MemoryBudget } from '../core/memory-budget.js';
import { TooLarge } from '../core/too-large.js';
import { withNormalUrns } from '../json/normal-urns.js';
import { rejectCaller } from '../public-error.js';
import { finish } from '../scheduling/steps.js';
import type { Services } from '../services.js';
import { Answer } from './answer.js';
import { parseBody } from './body.js';
import { createDocumentCache } from './document-cache.js';
import { executionError, isUnauthenticated } from './errors.js';
import { run } from './execution.js';
import { checkOverGet, parseParameters } from './get.js';
import { sendError } from './http-errors.js';
import { isLarge, largeAnswers } from './large-answer.js';
import { acceptsGraphqlResponse, graphqlResponse } from './media-type.js';
import type { Context, ProcessFacts } from './schema/builder.js';
import { schema } from './schema/schema.js';
import { checkVariables, selectDeclared } from './variables.js';
import '../request.js';

export interface GraphqlPluginOptions {
  readonly services: Services;
  readonly config: Config;
  /** The budget for large responses until they are sent. */
  readonly unsent: MemoryBudget;
  readonly process: ProcessFacts;
}

/** `/api/graphql`, in a scope with authentication. Mercurius executes the documents that may be cached. */
export async function graphqlPlugin(
  scope: FastifyInstance,
  { services, config, unsent, process }: GraphqlPluginOptions,
) {
  const prepare = createDocumentCache(schema, config);
  const maxBytes = config.ANSWER_MAX_BYTES;
  const buildLarge = largeAnswers({ maxBytes, unsent });

  scope.setErrorHandler(sendError);
  scope.removeContentTypeParser('text/plain');
  await scope.register(mercurius, {
    schema,
    routes: false,
    graphiql: false,
    // An entry is a syntax tree.
    cache: 128,
    // `executionError` translates the errors of all executors.
    errorFormatter: ({ data, errors }) => ({
      statusCode: 200,
      response: { errors, ...(data !== undefined && { data }) },
    }),
  });

  function execute(request: FastifyRequest, reply: FastifyReply, context: Context) {
    const isPost = request.method === 'POST';
    const { operationName, ...given } = isPost ? parseBody(request.body) : parseParameters(scope, request);
    const query = finish(withNormalUrns(given.query));
    const prepared = prepare(query, operationName || undefined);
    request.operation = prepared.operation;
    reply.admit(prepared.operation.type === 'mutation' ? 'write' : 'read');
    checkVariables(prepared.variables, given.variables ?? {}, query, config.GRAPHQL_MAX_VALUES);
    const variables = selectDeclared(prepared.variables, given.variables ?? {});
    if (!isPost) checkOverGet(prepared, { query: request.query, variables: given.variables }, reply);
    // Nothing on the way may compress it: the length would tell of the token what a caller can guess.
    if (prepared.tokenText) reply.header('cache-control', 'no-store, no-transform');
    return run(prepared, {
      graphql: scope.graphql,
      context,
      variables,
      operationName: operationName || undefined,
    });
  }

  async function handle(request: FastifyRequest, reply: FastifyReply) {
    const context = { services, actor: request.actor, answer: new Answer(maxBytes), process };
    const result = await execute(request, reply, context);
    if (acceptsGraphqlResponse(request.headers.accept)) reply.type(`${graphqlResponse}; charset=utf-8`);
    if (context.answer.tooLarge) return tooLarge(context.answer.tooLarge, reply);
    if (!isLarge(context)) return toAnswer(result, reply);
    try {
      return await buildLarge(toAnswer(result, reply), context, reply);
    } catch (error) {
      if (error instanceof TooLarge) return tooLarge(error, reply);
      if (error instanceof GraphQLError) return refusal(error, reply);
      throw error;
    }
  }
  const route = { config: { admission: 'by handler' } } as const;
  scope.get('/api/graphql', route, handle);
  scope.post('/api/graphql', route, handle);
}

function toAnswer({ data, errors }: ExecutionResult, reply: FastifyReply) {
  const extensions = {};
  if (!errors) return { data, extensions };
  // A caller who is deleted before the change gets the same response as a caller who is deleted before the request.
  if (errors.some(isUnauthenticated)) rejectCaller(reply);
  return { errors: errors.map((error) => executionError(error, reply.request)), data, extensions };
}

const refusal = (error: GraphQLError, reply: FastifyReply) =>
  toAnswer({ errors: [error], data: null }, reply);
const tooLarge = (error: TooLarge, reply: FastifyReply) =>
  refusal(new GraphQLError(error.message, { originalError: error }), reply);
