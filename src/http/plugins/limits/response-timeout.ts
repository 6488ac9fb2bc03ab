import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Deadline } from '../../../core/deadline.js';
import { CatalogError } from '../../../core/errors.js';
import '../../../request.js';

/** The time in ms for work that listens to the deadline to end. Its own error then explains the delay. */
const graceMs = 1_000;

/**
 * Responds with 503 when a request has no response within `timeoutMs` after it was received. The request's deadline
 * then passes, as it does when the client disconnects, and cancels the request's work in the database. Only a change
 * whose outcome is not known yet postpones the response.
 *
 * Fastify's own `handlerTimeout` creates an abort signal for each request, which takes a tenth of the time of a small
 * response.
 */
export const responseTimeout = fp(
  async (app, { timeoutMs }: { timeoutMs: number }) => {
    function answer(request: FastifyRequest, reply: FastifyReply) {
      if (reply.sent || request.deadline.isSettling) return;
      const message = `There was no response within ${timeoutMs} ms. Try again later.`;
      const isRead = reply.requestClass === 'read' || request.method === 'GET' || request.method === 'HEAD';
      // Work of several transactions may have committed some of them.
      const mayHaveChanged = request.isHandled && !isRead;
      reply.send(new CatalogError('SERVICE_UNAVAILABLE', message, { mayHaveChanged }));
    }

    function pass(request: FastifyRequest, reply: FastifyReply) {
      request.deadline.pass();
      if (request.deadline.hasListeners) request.answerTimer = setTimeout(answer, graceMs, request, reply);
      else answer(request, reply);
    }

    app.decorateRequest('deadline', null as unknown as Deadline);
    app.decorateRequest('answerTimer', null as unknown as NodeJS.Timeout);
    app.decorateRequest('isHandled', false);
    app.addHook('onRequest', (request, reply, done) => {
      request.deadline = new Deadline();
      // The server keeps the process running, not a request.
      request.answerTimer = setTimeout(pass, timeoutMs, request, reply).unref();
      // The `close` of the request does not do: Node emits it when the body was read.
      reply.raw.on('close', () => {
        clearTimeout(request.answerTimer);
        // The client has gone. Work that waits or runs for it would keep its connection and its memory.
        if (!reply.raw.writableFinished) request.deadline.pass();
      });
      done();
    });
    app.addHook('preHandler', (request, _reply, done) => {
      request.answerTimer.refresh();
      request.isHandled = true;
      done();
    });
  },
  { name: 'response-timeout' },
);
