import type { FastifyRequest } from 'fastify';
import '../request.js';

/** Returns `request.routeOptions`, which Fastify creates on every access, and reads it once for each request. */
export function findRoute(request: FastifyRequest): FastifyRequest['routeOptions'] {
  request.route ??= request.routeOptions;
  return request.route;
}
