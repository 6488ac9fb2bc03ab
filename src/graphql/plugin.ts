import type { FastifyInstance, FastifyRequest } from 'fastify';
import mercurius from 'mercurius';
import type { Config } from '../config.js';
import type { Services } from '../services.js';
import { readBody } from './body.js';
import { createAdmission } from './documents.js';
import { executionError } from './errors.js';
import { run } from './execution.js';
import { sendError } from './http-errors.js';
import { schema } from './schema.js';
import '../request.js';

export interface GraphqlDoorOptions {
  readonly services: Services;
  readonly config: Config;
}

/** `POST /api/graphql`, for registration where `request.caller` is set. */
export async function graphqlDoor(door: FastifyInstance, { services, config }: GraphqlDoorOptions) {
  const admit = createAdmission(schema, config);
  door.setErrorHandler(async (error: { statusCode?: number }, request, reply) => {
    // A body that can't be read may be noticed before it is known who sent it.
    const { statusCode = 500 } = error;
    const refusal = statusCode < 500 && (await request.caller?.then(nothing, (why: unknown) => why));
    if (!reply.sent) sendError(refusal || error, request, reply);
    return reply;
  });
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

  async function execute({ body, caller }: FastifyRequest) {
    const { query, variables, operationName } = readBody(body);
    return run(admit(query), {
      graphql: door.graphql,
      context: { services, caller: caller! },
      variables: variables ?? {},
      operationName: operationName || undefined,
    });
  }

  // What everybody may read is read while the caller is looked up; what takes rights waits for the caller.
  door.post('/api/graphql', { config: { awaitsCaller: true } }, async (request) => {
    const begun = execute(request);
    begun.catch(nothing);
    await request.caller;
    const { data, errors } = await begun;
    if (!errors) return { data, extensions: {} };
    return { errors: errors.map((error) => executionError(error, request.log)), data, extensions: {} };
  });
}

const nothing = () => undefined;
