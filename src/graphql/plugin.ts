import type { FastifyInstance } from 'fastify';
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

/** `POST /api/graphql`, for registration where `request.actor` is set. */
export async function graphqlDoor(door: FastifyInstance, { services, config }: GraphqlDoorOptions) {
  const admit = createAdmission(schema, config);
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

  door.post('/api/graphql', async (request) => {
    const { query, variables, operationName } = readBody(request.body);
    const { data, errors } = await run(admit(query), {
      graphql: door.graphql,
      context: { services, actor: request.actor },
      variables: variables ?? {},
      operationName: operationName || undefined,
    });
    if (!errors) return { data, extensions: {} };
    return { errors: errors.map((error) => executionError(error, request.log)), data, extensions: {} };
  });
}
