import type { Actor } from './domain/actor.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is calling. Set by the authentication hook, so only where app.ts registers a route behind it. */
    actor: Actor;
  }
}
