import fp from 'fastify-plugin';
import type { Actor } from '../../core/actor.js';
import type { Authenticator } from './authenticator.js';
import '../../request.js';

/**
 * Requires a known, active user for all routes of the scope that are added later. Sets `request.actor`, before the body is
 * read, and judges it again when the body came later than that: until then, the caller can have lost its rights.
 */
export const authentication = fp(
  async (scope, { authenticator }: { authenticator: Authenticator }) => {
    scope.decorateRequest('actor', null as unknown as Actor);
    scope.decorateRequest('wasComplete', false);
    scope.addHook('onRequest', (request, _reply, done) => {
      // Once the parser is done with the bytes that it has: they may hold the whole body. The database is asked in the same
      // turn of the event loop or later, and no bytes come in between.
      setImmediate(() => {
        // Requests that are injected have no such property, and their bodies at once.
        request.wasComplete = request.raw.complete !== false;
      });
      authenticator.byHeaders(request).then((actor) => {
        request.actor = actor;
        done();
      }, done);
    });
    scope.addHook('preValidation', (request, _reply, done) => {
      if (request.wasComplete) done();
      else authenticator.renew(request).then(() => done(), done);
    });
  },
  { name: 'authentication' },
);
