import type { FastifyInstance } from 'fastify';

/**
 * Answers 503 to what was not answered within `ms`. Fastify's own `handlerTimeout` makes an abort signal a request,
 * which nobody here listens to and which costs a tenth of a small answer.
 */
export function answerWithin(app: FastifyInstance, ms: number): void {
  const tooLate = Object.assign(new Error(`There was no answer within ${ms} ms`), { statusCode: 503 });
  app.addHook('onRequest', (_request, reply, done) => {
    const timer = setTimeout(() => {
      if (!reply.sent) reply.send(tooLate);
    }, ms);
    reply.raw.once('close', () => clearTimeout(timer));
    done();
  });
}
