import type { FastifyReply, FastifyRequest } from 'fastify';
import { prepareErrorAnswer } from '../public-error.js';
import { DocumentRejected, sanitizeMessage, toWireError, type WireError } from './errors.js';
import { acceptsGraphqlResponse, graphqlResponse } from './media-type.js';

/** Responds with the error of a request that was not executed, in the format for GraphQL clients. */
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
  const { status, type, message, reason, missingPrivileges } = prepareErrorAnswer(error, request, reply);
  const extensions = {
    code: status,
    type,
    ...(reason && { reason }),
    ...(missingPrivileges && { missingPrivileges }),
  };
  send(reply, [{ message: sanitizeMessage(message), extensions }]);
}

function send(reply: FastifyReply, errors: readonly WireError[]) {
  // Without `data`, which would mean that the document was executed.
  if (acceptsGraphqlResponse(reply.request.headers.accept)) {
    reply.type(`${graphqlResponse}; charset=utf-8`).send({ errors, extensions: {} });
  } else reply.send({ errors, data: null, extensions: {} });
}
