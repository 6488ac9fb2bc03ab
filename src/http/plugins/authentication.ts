import fp from 'fastify-plugin';
import type { Actor } from '../../core/actor.js';
import type { Authenticator } from './authenticator.js';
import '../../request.js';

/** Requires a known, active user for all routes of the scope that are added later. Sets `request.actor`. */
export const authentication = fp(
  async (scope, { authenticator }: { authenticator: Authenticator }) => {
    scope.decorateRequest('actor', null as unknown as Actor);
    scope.addHook('onRequest', async (request) => {
      request.actor = await authenticator.byHeaders(request);
    });
  },
  { name: 'authentication' },
);
