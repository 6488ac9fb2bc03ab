import type { Actor } from './core/actor.js';
import type { Deadline } from './core/deadline.js';
import type { MemoryShare, Release } from './core/memory-budget.js';
import type { Operation } from './core/operation.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated user. Only set on routes that app.ts registers after the authentication plugin. */
    actor: Actor;
    /** How many bytes had come on the connection when the caller was judged. Only set where `actor` is. */
    bytesBefore: number;
    /** What `findRoute` has read; null: nothing yet. */
    route: FastifyRequest['routeOptions'] | null;
    /** When the answer is due. It passes early when the client goes away. */
    deadline: Deadline;
    /** The timer of the deadline. */
    answerTimer: NodeJS.Timeout;
    /** The result of the route's handler, whose promise can be pending after the answer. */
    work: unknown;
    /** What a GraphQL request executes, for log, metrics and traces. */
    operation?: Operation;
    /** Why a GraphQL request that was executed has errors: the caller's or the service's. For the metrics. */
    failure?: 'refused' | 'error';
    /** What the request has taken from the memory budget. Only set where `actor` is. */
    memory?: MemoryShare;
    /** The client's address, for limits and the log. Authentication never uses it (client-address.ts). */
    clientAddress: string | undefined;
  }

  interface FastifyReply {
    /** Releases the memory that is reserved for the answer until it is sent; null: none is reserved. */
    unsent: Release | null;
  }
}
