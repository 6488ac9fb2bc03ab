import fp from 'fastify-plugin';

/**
 * Lets the scripts of some origins read responses (CORS). Cookies and other credentials of browsers are not allowed: a
 * script sends its access token itself. It cannot send the headers that name an actor, which are for gateways.
 */
export const crossOrigin = fp(
  async (app, { origins }: { origins: readonly string[] }) => {
    const allowed = new Set<string | undefined>(origins);
    const { default: cors } = await import('@fastify/cors');
    await app.register(cors, {
      origin: (origin, done) => done(null, allowed.has(origin) && origin !== undefined ? origin : false),
      methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
      allowedHeaders: [
        'Authorization',
        'Content-Type',
        'X-Request-Id',
        'X-RestLi-Protocol-Version',
        'X-Keep-Edited-Tags',
      ],
      exposedHeaders: [
        'X-Request-Id',
        'Retry-After',
        'WWW-Authenticate',
        'Allow',
        'Warning',
        'Not-Found-Reason',
      ],
      maxAge: 600,
    });
  },
  { name: 'cross-origin' },
);
