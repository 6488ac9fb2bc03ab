import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.js';
import { pathOf } from './error-handler.js';

const notAllowed = (request: FastifyRequest, allowed: string) =>
  new Refusal(405, `${request.method} is not a method of ${pathOf(request)}, which has ${allowed}.`);

/**
 * Watches the routes that are added from now on.
 *
 * @returns to be called when all are there: it adds the answer 405 for every other method of their paths, where
 *   Fastify would answer 404
 */
export function watchMethods(app: FastifyInstance): () => void {
  const known = new Set(app.supportedMethods);
  for (const method of METHODS) if (!known.has(method)) app.addHttpMethod(method);

  const paths = new Map<string, Set<string>>();
  let finished = false;
  app.addHook('onRoute', ({ url, method }) => {
    if (finished) return;
    const methods = paths.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    paths.set(url, methods);
  });

  return () => {
    finished = true;
    for (const [url, methods] of paths) {
      const allowed = [...methods].sort().join(', ');
      app.route({
        url,
        method: METHODS.filter((method) => !methods.has(method)),
        exposeHeadRoute: false,
        // Before the body is read, whose own faults would otherwise be reported first.
        onRequest: async (request, reply) => {
          reply.header('allow', allowed);
          throw notAllowed(request, allowed);
        },
        handler: () => undefined,
      });
    }
  };
}
