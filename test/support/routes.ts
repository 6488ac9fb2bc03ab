import { METHODS } from 'node:http';
import type { FastifyInstance, InjectOptions } from 'fastify';

// Node never passes CONNECT to a request handler.
const methods = METHODS.filter((method) => method !== 'CONNECT');

/** Returns all paths of the router, parsed from the tree that Fastify prints with four columns per level. */
function listPaths(app: FastifyInstance): string[] {
  const parents: string[] = [];
  return app
    .printRoutes()
    .split('\n')
    .flatMap((line) => {
      const [, indent, part, methods] = /^([│├└─ ]*)(\S+)( \()?/.exec(line) ?? [];
      if (indent === undefined || part === undefined) return [];
      const level = indent.length / 4 - 1;
      parents[level] = `${parents[level - 1] ?? ''}${part}`;
      // Some are only the beginning that several paths have.
      return methods ? [parents[level]] : [];
    });
}

/** Returns all routes as `GET /config`, without those that only answer 405. GET includes HEAD. */
export async function listRoutes(app: FastifyInstance): Promise<string[]> {
  await app.ready();
  const { checkCaller } = app;
  // Otherwise callers without credentials receive 401 instead of 405.
  app.checkCaller = null;
  const routes: string[] = [];
  for (const path of listPaths(app)) {
    for (const method of methods) {
      const { statusCode } = await app.inject({ method: method as 'GET', url: path } satisfies InjectOptions);
      if (statusCode !== 405 && method !== 'HEAD') routes.push(`${method} ${path}`);
    }
  }
  app.checkCaller = checkCaller;
  return routes;
}

/** Returns the values of `?action=` that the error for an unknown one lists; none for a path without actions. */
export async function listActions(app: FastifyInstance, path: string, headers: Record<string, string>) {
  const { body } = await app.inject({ method: 'POST', url: `${path}?action=-`, headers });
  const [, list] = /Actions: (\w+(?:, \w+)*)\./.exec(body) ?? [];
  return list?.split(', ') ?? [];
}

/** Returns a method and a path as `/openapi.json` has them. */
export const toDescribed = (name: string): string =>
  name
    .replace(/^((?:POST|PATCH) .*)\*$/, '$1{urn}/{aspect}')
    .replace(/\*$/, '{urn}')
    .replace(/:(\w+)/g, '{$1}');
