import { METHODS } from 'node:http';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { HttpError } from '../../http-error.js';
import { readPath } from '../../path-family.js';
import { refuseUnrouted } from '../limits/request-checks.js';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Responds with 405 on the paths of the routes that were added after the plugin, for every other method. Called
     * when all routes are added. Fastify itself would respond with 404.
     */
    addMethodNotAllowedRoutes(): void;
  }

  interface FastifyContextConfig {
    /** Whether a route only refuses the methods that its path does not have. */
    refusesMethods?: boolean;
  }
}

const methodNotAllowedError = (request: FastifyRequest, allowed: string) =>
  new HttpError(
    405,
    `${request.method} is not supported by ${readPath(request)}, which supports ${allowed}.`,
  );

export const methodNotAllowed = fp(
  async (app) => {
    const known = new Set(app.supportedMethods);
    for (const method of METHODS) if (!known.has(method)) app.addHttpMethod(method);

    const paths = new Map<string, Set<string>>();
    let collecting = true;
    app.addHook('onRoute', ({ url, method }) => {
      if (!collecting) return;
      const methods = paths.get(url) ?? new Set();
      for (const one of [method].flat()) methods.add(one);
      paths.set(url, methods);
    });

    app.decorate('addMethodNotAllowedRoutes', () => {
      collecting = false;
      for (const [url, methods] of paths) {
        const allowed = [...methods].sort().join(', ');
        app.route({
          url,
          method: METHODS.filter((method) => !methods.has(method)),
          exposeHeadRoute: false,
          config: { refusesMethods: true },
          // A hook, not the handler: a body that cannot be read must not be reported first.
          onRequest: async (request, reply) => {
            const refusal = methodNotAllowedError(request, allowed);
            await refuseUnrouted(app, request, refusal).catch((error) => {
              if (error === refusal) reply.header('allow', allowed);
              throw error;
            });
          },
          handler: () => undefined,
        });
      }
    });
  },
  { name: 'method-not-allowed' },
);
