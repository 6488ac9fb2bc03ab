import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Deadline } from '../../core/deadline.js';
import { CatalogError } from '../../core/errors.js';

/** ms that work which hears of the deadline has to end, and so to say itself what took so long */
const grace = 1_000;

/**
 * Answers 503 when a request was not answered within `ms` of its arrival, whatever its method. The request's deadline
 * passes then, or when the client has gone, and cancels what runs for it in the database. Only a change whose outcome
 * is open postpones the answer.
 *
 * Fastify's own `handlerTimeout` makes an abort signal a request, which takes a tenth of a small answer's time.
 */
export function answerWithin(app: FastifyInstance, ms: number): void {
  function refuse(request: FastifyRequest, reply: FastifyReply) {
    if (reply.sent || request.deadline.isSettling) return;
    const message = `There was no answer within ${ms} ms. Try again later.`;
    reply.send(new CatalogError('SERVICE_UNAVAILABLE', message));
  }

  function pass(request: FastifyRequest, reply: FastifyReply) {
    request.deadline.pass();
    if (request.deadline.hasListeners) request.answerTimer = setTimeout(refuse, grace, request, reply);
    else refuse(request, reply);
  }

  app.decorateRequest('deadline', null as unknown as Deadline);
  app.decorateRequest('answerTimer', null as unknown as NodeJS.Timeout);
  app.addHook('onRequest', (request, reply, done) => {
    request.deadline = new Deadline();
    request.answerTimer = setTimeout(pass, ms, request, reply);
    // Not the request's own `close`, which Node emits once the body was read.
    reply.raw.once('close', () => {
      clearTimeout(request.answerTimer);
      // Nobody is there to be answered: what waits or works would hold its place and memory without end.
      if (!reply.raw.writableFinished) request.deadline.pass();
    });
    done();
  });
  app.addHook('preHandler', (request, _reply, done) => {
    request.answerTimer.refresh();
    done();
  });
}
