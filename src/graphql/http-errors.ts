import type { FastifyReply, FastifyRequest } from 'fastify';
import { prepareErrorAnswer } from '../public-error.js';
import { DocumentRejected, sanitizeMessage, toWireError, type WireError } from './errors.js';
import { acceptsGraphqlResponse, graphqlResponse } from './media-type.js';

/** Answers an error that kept a request from being executed, in the shape that GraphQL clients read. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof DocumentRejected) {
    const { classification } = error;
    // Without the messages, which quote variables.
    request.log.info({ classification }, 'document refused');
    reply.code(400);
    send(
      reply,
      error.errors.map((one) => toWireError(one, 'BAD_REQUEST', classification)),
    );
    return;
  }
  const { status, type, message, reason } = prepareErrorAnswer(error, request, reply);
  const extensions = { code: status, type, ...(reason && { reason }) };
  send(reply, [{ message: sanitizeMessage(message), extensions }]);
}

function send(reply: FastifyReply, errors: readonly WireError[]) {
  // Without `data`, which says that the document was executed.
  if (acceptsGraphqlResponse(reply.request.headers.accept)) {
    reply.type(`${graphqlResponse}; charset=utf-8`).send({ errors, extensions: {} });
  } else reply.send({ errors, data: null, extensions: {} });
}
