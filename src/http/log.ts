import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { withoutTokens } from '../domain/token-text.js';

/** For pino. Headers are not logged at all; the redaction is for the day on which somebody does. */
export const redact = {
  paths: ['authorization', 'headers.authorization', 'req.headers.authorization'],
  censor: '[redacted]',
};

/** For pino, over every line as it is written: a URL is logged, and it may hold anything. */
export const hooks = { streamWrite: withoutTokens };

/** One line a request, when its answer is out, with who asked. */
export class RequestLog extends LogController {
  override incomingRequest() {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    const line = {
      req: request,
      res: reply,
      actor: (request.actor as FastifyRequest['actor'] | null)?.urn,
      responseTime: reply.elapsedTime,
    };
    if (error) reply.log.error({ ...line, err: error }, 'request errored');
    else reply.log.info(line, 'request completed');
  }
}
