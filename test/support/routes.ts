import { METHODS } from 'node:http';
import type { FastifyInstance, InjectOptions } from 'fastify';

// Node never shows CONNECT to a request handler.
const methods = METHODS.filter((method) => method !== 'CONNECT');

/** Every path that the router knows, from the tree that Fastify prints: four columns a level. */
function pathsOf(app: FastifyInstance): string[] {
  const parents: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent, part] = /^([│├└─ ]*)(\S+) \(/.exec(line) ?? [];
      if (indent === undefined || part === undefined) return [];
      const level = indent.length / 4 - 1;
      parents[level] = `${parents[level - 1] ?? ''}${part}`;
      return [parents[level]];
    });
}

/** Every route as `GET /config`, those left out whose whole answer is 405. HEAD goes with GET. */
export async function routesOf(app: FastifyInstance): Promise<string[]> {
  await app.ready();
  const routes: string[] = [];
  for (const path of pathsOf(app)) {
    for (const method of methods) {
      const { statusCode } = await app.inject({ method: method as 'GET', url: path } satisfies InjectOptions);
      if (statusCode !== 405 && method !== 'HEAD') routes.push(`${method} ${path}`);
    }
  }
  return routes;
}

/** What `?action=` may name at a path, as its own refusal lists them; none for a path without actions. */
export async function actionsOf(app: FastifyInstance, path: string, headers: Record<string, string>) {
  const { body } = await app.inject({ method: 'POST', url: `${path}?action=-`, headers });
  const [, list] = /Actions: (\w+(?:, \w+)*)\./.exec(body) ?? [];
  return list?.split(', ') ?? [];
}
