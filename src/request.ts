import type { Actor } from './core/actor.js';
import type { RequestClass } from './core/busy.js';
import type { Deadline } from './core/deadline.js';
import type { MemoryShare, Release } from './core/memory-budget.js';
import type { Operation } from './core/operation.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated user. Only set on routes that app.ts registers after the authentication plugin. */
    actor: Actor;
    /** The number of bytes received on the connection when the caller was checked. Only set with `actor`. */
    bytesBefore: number;
    /** The result of `findRoute`; null: not read yet. */
    route: FastifyRequest['routeOptions'] | null;
    /** The deadline of the response. It passes early when the client disconnects. */
    deadline: Deadline;
    /** The timer of the deadline. */
    answerTimer: NodeJS.Timeout;
    /** Whether the handler has the request. Until then, it has changed nothing. */
    isHandled: boolean;
    /** The result of the route's handler, whose promise can be pending after the response. */
    work: unknown;
    /** The operation of a GraphQL request, for log, metrics and traces. */
    operation?: Operation;
    /** Why a GraphQL request that was executed has errors: the caller's or the service's. For the metrics. */
    failure?: 'refused' | 'error';
    /** The memory that the request has taken from the budget. Only set with `actor`. */
    memory?: MemoryShare;
    /** The client's address, for limits and the log. Authentication never uses it (client-address.ts). */
    clientAddress: string | undefined;
  }

  interface FastifyReply {
    /** Releases the memory that is reserved for the response until it is sent; null: none is reserved. */
    unsent: Release | null;
    /** Counts the request among those of its class that have no response yet. Only set with `actor`. @throws Busy */
    admit(requestClass: RequestClass): void;
    /** The class of an admitted request; null: it is not known. */
    requestClass: RequestClass | null;
    /** Ends what `admit` began; null: it was not called. */
    leave: (() => void) | null;
  }
}
