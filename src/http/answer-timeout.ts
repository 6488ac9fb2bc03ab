import type { FastifyInstance } from 'fastify';

/**
 * Answers 503 to what was not answered within `ms`. Fastify's own `handlerTimeout` makes an abort signal a request,
 * which nobody here listens to and which costs a tenth of a small answer.
 */
export function answerWithin(app: FastifyInstance, ms: number): void {
  const tooLate = Object.assign(new Error(`There was no answer within ${ms} ms`), { statusCode: 503 });
  app.addHook('onRequest', (request, reply, done) => {
    const timer = setTimeout(() => {
      if (!reply.sent) reply.send(tooLate);
    }, ms);
    const end = () => clearTimeout(timer);
    reply.raw.once('close', end);
    // Of a connection that breaks, the answers that were waiting for their turn never close; their requests do.
    request.raw.once('close', end);
    done();
  });
}
