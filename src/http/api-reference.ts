import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { z } from 'zod';
import { toMap } from '../core/to-map.js';
import { once } from '../scheduling/shared.js';
import { type Example, findExample } from './examples/examples.js';
import { restPrefixes } from './path-family.js';
import { version } from './version.js';

/** The description of a route, by the schemas that parse its input. */
export interface Reference {
  readonly summary: string;
  /** The path, if it ends in more than the URN that the wildcard of the route stands for. */
  readonly path?: string;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The values of `?action=`, with the schema of the body; null: no body. */
  readonly actions?: Readonly<Record<string, z.ZodType | null>>;
  /** Whether the route needs no authentication. */
  readonly isPublic?: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    reference?: Reference;
  }
}

interface Route extends Reference {
  readonly url: string;
  readonly method: string;
}

/** Serves `/openapi.json`: the routes that are added after the plugin, each by its own schemas. */
export const apiReference = fp(
  async (app: FastifyInstance, { base }: { base: string }) => {
    const routes: Route[] = [];
    app.addHook('onRoute', ({ url, method, config }) => {
      const isCopy = restPrefixes.some((prefix) => prefix !== '' && url.startsWith(`${prefix}/`));
      if (isCopy || !config?.reference) return;
      for (const one of [method].flat()) {
        if (one !== 'HEAD') routes.push({ ...config.reference, url, method: one.toLowerCase() });
      }
    });
    // Created on the first request: most processes never receive one.
    const document = once(() => openApi(routes, base));
    const reference = { summary: 'This description', isPublic: true };
    app.get('/openapi.json', { config: { reference } }, async () => document());
  },
  { name: 'api-reference' },
);

function openApi(routes: readonly Route[], base: string) {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = (route.path ?? route.url.replace(/\*$/, ':urn')).replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method]: operation(route, path) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Metadata catalog',
      version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        'The paths over HTTP, in DataHub’s wire format. GraphQL has its own schema, at `/api/graphql`. Paths of Rest.li ' +
        'and OpenAPI exist without a prefix, under `/gms` and under `/api/gms`.',
    },
    servers: [{ url: base === '' ? '/' : base }],
    paths,
    security: [{ token: [] }],
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'An access token' } },
      schemas: {
        Error: {
          type: 'object',
          required: ['status', 'message'],
          properties: {
            ...{ status: { type: 'integer' }, message: { type: 'string' } },
            missingPrivileges: { type: 'array', items: { type: 'string' } },
          },
        },
      },
    },
  };
}

function operation({ summary, query, body, actions, isPublic, method }: Route, path: string) {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    ...{ name: name!, in: 'path', required: true },
    schema: { type: 'string' },
  }));
  const action = actions && {
    ...{ name: 'action', in: 'query', required: true },
    schema: { enum: Object.keys(actions) },
  };
  const bodies = Object.entries(actions ?? {}).flatMap(([title, schema]) =>
    schema ? [{ title, ...jsonSchema(schema) }] : [],
  );
  const content = bodies.length > 0 ? { anyOf: bodies } : body && jsonSchema(body);
  const named = Object.entries(findExamples(method, path, actions));
  const values = toMap(named[0]?.[1].parameters ?? {});
  const parameters = [...inPath, ...(action ? [action] : []), ...(query ? toParameters(query) : [])];
  return {
    summary,
    tags: [path.split('/')[1]],
    ...(isPublic && { security: [] }),
    parameters: parameters.map((one) => ({ ...one, example: values.get(one.name) })),
    ...(content && {
      requestBody: {
        required: body !== undefined,
        content: { 'application/json': { schema: content, examples: bodyExamples(named) } },
      },
    }),
    responses: {
      ...responses(named),
      default: {
        description: 'An error',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

/** Returns the examples of an operation, of which one with actions has several. */
function findExamples(method: string, path: string, actions: Reference['actions']): Record<string, Example> {
  const names = actions ? Object.keys(actions) : [undefined];
  return Object.fromEntries(
    names.flatMap((name) => {
      const example = findExample(method, path, name);
      return example ? [[name ?? 'example', example] as const] : [];
    }),
  );
}

type NamedExamples = readonly (readonly [name: string, example: Example])[];

const bodyExamples = (named: NamedExamples) =>
  Object.fromEntries(
    named.flatMap(([name, { body }]) => (body === undefined ? [] : [[name, { value: body }]])),
  );

/** All examples of one operation have the same status and the same type of content. */
function responses(named: NamedExamples) {
  const { status = 200, response } = named[0]?.[1] ?? {};
  const examples = Object.fromEntries(named.map(([name, { response: value }]) => [name, { value }]));
  const type = typeof response === 'string' ? 'text/plain' : 'application/json';
  return {
    [status]: {
      description: response === undefined ? 'Done, without a body' : 'The response',
      ...(response !== undefined && { content: { [type]: { examples } } }),
    },
  };
}

function toParameters(query: z.ZodType) {
  const { properties = {}, required = [] } = jsonSchema(query);
  return Object.entries(properties).map(([name, schema]) => ({
    ...{ name, in: 'query', required: required.includes(name) },
    schema,
  }));
}

/** Returns what a caller may send. What a schema checks by code alone is left out. */
function jsonSchema(schema: z.ZodType): { properties?: Record<string, object>; required?: string[] } {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest as ReturnType<typeof jsonSchema>;
}
