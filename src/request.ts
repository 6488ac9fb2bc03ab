import type { Actor } from './core/actor.js';
import type { Deadline } from './core/deadline.js';
import type { Release } from './core/memory-budget.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is calling. Set by the authentication hook, so only where app.ts registers a route behind it. */
    actor: Actor;
    /** When the answer is due; passes early when the client goes away. */
    deadline: Deadline;
    /** Makes the deadline pass. */
    answerTimer: NodeJS.Timeout;
    /** What the route's handler has returned: what is done for the request, perhaps after its answer. */
    work: unknown;
    /** Whose failures are counted, for the log too. Set by client-address.ts; never says who is calling. */
    clientAddress: string | undefined;
  }

  interface FastifyReply {
    /** Gives back the memory that is kept for the answer until it is sent; null: none is yet. */
    unsent: Release | null;
  }
}
