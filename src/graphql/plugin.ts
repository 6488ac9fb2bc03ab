import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ExecutionResult, GraphQLError } from 'graphql';
import mercurius from 'mercurius';
import type { Config } from '../config.js';
import type { MemoryBudget } from '../core/memory-budget.js';
import { TooLarge } from '../core/too-large.js';
import type { Services } from '../services.js';
import { Answer } from './answer.js';
import { readBody } from './body.js';
import { createDocumentCache } from './document-cache.js';
import { executionError } from './errors.js';
import { run } from './execution.js';
import { sendError } from './http-errors.js';
import { buildSlots, isLarge, largeAnswer } from './large-answer.js';
import type { Context } from './schema/builder.js';
import { schema } from './schema/schema.js';
import '../request.js';

export interface GraphqlDoorOptions {
  readonly services: Services;
  readonly config: Config;
  /** For large answers while they are built. */
  readonly memory: MemoryBudget;
  /** For large answers until they are sent. */
  readonly unsent: MemoryBudget;
}

/** `POST /api/graphql`, for a scope with authentication. */
export async function graphqlDoor(
  door: FastifyInstance,
  { services, config, memory, unsent }: GraphqlDoorOptions,
) {
  const prepare = createDocumentCache(schema, config);
  door.setErrorHandler(sendError);
  door.removeContentTypeParser('text/plain');
  await door.register(mercurius, {
    schema,
    routes: false,
    graphiql: false,
    // Each entry of the two is a syntax tree and its compiled code.
    cache: 128,
    jit: 3,
    // Errors are translated below, whoever executed the document.
    errorFormatter: ({ data, errors }) => ({
      statusCode: 200,
      response: { errors, ...(data !== undefined && { data }) },
    }),
  });

  const maxBytes = config.ANSWER_MAX_BYTES;
  const largeAnswers = { maxBytes, slots: buildSlots(), memory, unsent };

  async function execute({ body }: FastifyRequest, context: Context) {
    const { query, variables, operationName } = readBody(body);
    return run(prepare(query), {
      graphql: door.graphql,
      context,
      variables: variables ?? {},
      operationName: operationName || undefined,
    });
  }

  const onWire = ({ data, errors }: ExecutionResult, { log }: FastifyRequest) =>
    errors
      ? { errors: errors.map((error) => executionError(error, log)), data, extensions: {} }
      : { data, extensions: {} };

  const refused = (originalError: Error, request: FastifyRequest) =>
    onWire({ errors: [new GraphQLError(originalError.message, { originalError })], data: null }, request);

  async function large(
    result: ExecutionResult,
    context: Context,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    try {
      return await largeAnswer(onWire(result, request), context, reply, largeAnswers);
    } catch (error) {
      if (error instanceof TooLarge) return refused(error, request);
      if (error instanceof GraphQLError) return onWire({ errors: [error], data: null }, request);
      throw error;
    }
  }

  door.post('/api/graphql', async (request, reply) => {
    const context = { services, actor: request.actor, answer: new Answer(maxBytes) };
    const result = await execute(request, context);
    if (context.answer.tooLarge) return refused(context.answer.tooLarge, request);
    if (isLarge(context)) return large(result, context, request, reply);
    return onWire(result, request);
  });
}
