import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/**
 * Helmet's headers for answers that are data: a browser that is led to show one runs and loads nothing for it. They
 * are the same for every answer, so they are asked for once.
 */
export function securityHeaders(app: FastifyInstance): void {
  const headers: Record<string, string> = {};
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    // For pages, of which there are none.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  const collected = {
    setHeader: (name: string, value: string) => void Object.assign(headers, { [name]: value }),
    removeHeader() {},
  };
  protect({} as never, collected as never, () => {});
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
