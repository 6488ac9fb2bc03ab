import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { findRoute } from '../../find-route.js';

const maxAction = 64;
const requestId = /^[\w.:/+=-]{1,128}$/;

/** Returns the id that the caller gave the request, and the client's address if a proxy forwarded the request. */
function callerFields({ headers, clientAddress, socket }: FastifyRequest) {
  const callersId = headers['x-request-id'];
  return {
    callersId: typeof callersId === 'string' && requestId.test(callersId) ? callersId : undefined,
    clientAddress: clientAddress === socket.remoteAddress ? undefined : clientAddress,
  };
}

/**
 * Returns the operation of a successful request: the root fields of a GraphQL request, or the route and the action of
 * any other. No part of it is chosen freely by the caller.
 */
function describeOperation(request: FastifyRequest, { statusCode }: FastifyReply) {
  const { operation, method, query } = request;
  if (operation !== undefined || statusCode >= 400) return operation?.text;
  const { action } = Object(query) as { action?: unknown };
  const route = `${method} ${findRoute(request).url}`;
  return typeof action === 'string' && method === 'POST'
    ? `${route}?action=${action.slice(0, maxAction)}`
    : route;
}

/** Writes one line for each request, with its actor, when the response is sent. */
export class RequestLog extends LogController {
  override incomingRequest() {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    const { callersId, clientAddress } = callerFields(request);
    const line = {
      req: request,
      res: reply,
      operation: describeOperation(request, reply),
      actor: (request.actor as FastifyRequest['actor'] | null)?.urn,
      callersId,
      clientAddress,
      responseTime: reply.elapsedTime,
    };
    if (error) reply.log.error({ ...line, err: error }, 'request errored');
    else reply.log.info(line, 'request completed');
  }
}
