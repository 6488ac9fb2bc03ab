import type { FastifyRequest } from 'fastify';
import '../request.js';

/** Returns `request.routeOptions`, which Fastify makes anew each time that it is read, and reads it once a request. */
export function findRoute(request: FastifyRequest): FastifyRequest['routeOptions'] {
  request.route ??= request.routeOptions;
  return request.route;
}
