import fp from 'fastify-plugin';
import type { Actor } from '../../../core/actor.js';
import type { Authenticator } from './authenticator.js';
import '../../../request.js';

/**
 * Requires an existing, active user for all routes of the scope that are added later. Sets `request.actor` before the
 * body is read, and checks it again if the body arrives later, because the caller can have lost its rights.
 */
export const authentication = fp(
  async (scope, { authenticator }: { authenticator: Authenticator }) => {
    scope.decorateRequest('actor', null as unknown as Actor);
    scope.decorateRequest('bytesBefore', 0);
    scope.addHook('onRequest', (request, _reply, done) => {
      // With what the parser has not yet looked at: it may hold the whole body. Requests that are injected have no number,
      // and their bodies at once.
      request.bytesBefore = request.socket.bytesRead;
      authenticator.byHeaders(request).then((actor) => {
        request.actor = actor;
        done();
      }, done);
    });
    scope.addHook('preValidation', (request, _reply, done) => {
      if (request.socket.bytesRead === request.bytesBefore) done();
      else authenticator.renew(request).then(() => done(), done);
    });
  },
  { name: 'authentication' },
);
