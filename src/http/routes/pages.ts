import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toMap } from '../../core/to-map.js';
import { nothingAt } from '../plugins/limits/request-checks.js';
import type { readiness } from '../readiness.js';
import { version } from '../version.js';

export interface PagesOptions {
  readonly state: ReturnType<typeof readiness>;
  /** Whether GraphiQL is served. */
  readonly graphiql: boolean;
  /** The path of `publicUrl`. */
  readonly base: string;
  /** The address that people use; by default that of the request. */
  readonly publicUrl: string | undefined;
  /** Whether `/console/` is served, where `/` leads browsers. */
  readonly hasConsole: boolean;
}

// browser/assemble.mjs puts the files there.
const folder = new URL('../../browser/', import.meta.url);

const policy = (...sources: string[]) =>
  ["default-src 'none'", ...sources, "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"].join(
    ';',
  );

const own = ["style-src 'self'", "img-src 'self' data:"];
const withScripts = ["script-src 'self'", "connect-src 'self'"];
const policies = {
  about: policy(...own),
  docs: policy(...own, ...withScripts),
  // Its dialogs add style elements.
  graphiql: policy(
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    ...withScripts,
  ),
};

/** The pages for browsers, without credentials: a page about the service, GraphiQL and the API reference. */
export async function pagesRoutes(
  app: FastifyInstance,
  { state, graphiql, base, publicUrl, hasConsole }: PagesOptions,
) {
  const pages = new Map<string, string>();
  function page(name: keyof typeof policies, reply: FastifyReply): string {
    const text =
      pages.get(name) ??
      readFileSync(new URL(`pages/${name}.html`, folder), 'utf8').replaceAll('{{base}}', base);
    pages.set(name, text);
    reply.type('text/html; charset=utf-8').header('content-security-policy', policies[name]);
    return text;
  }

  await app.register(
    async (assets) => {
      assets.setNotFoundHandler((request) => {
        throw nothingAt(request);
      });
      const files = fileURLToPath(new URL('assets/', folder));
      await assets.register(fastifyStatic, { root: files, serve: false });
      assets.get<{ Params: { file: string } }>('/:file', (request, reply) =>
        reply.sendFile(request.params.file),
      );
    },
    { prefix: '/assets' },
  );

  const links = {
    ...(hasConsole && { console: `${base}/console/` }),
    about: `${base}/about`,
    graphql: `${base}/api/graphql`,
    ...(graphiql && { graphiql: `${base}/graphiql` }),
    reference: `${base}/docs`,
    openapi: `${base}/openapi.json`,
    health: `${base}/health/ready`,
  };
  async function about(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const now = await state(request.log);
    const values = toMap<string>({
      version,
      state: stateNames[now],
      stateText: stateTexts[now],
      address: publicUrl ? `${new URL(publicUrl).origin}${base}` : readAddress(request),
      console: hasConsole
        ? `<li><a href="${base}/console/">Console</a>: the web interface of the catalog</li>`
        : '',
      graphiql: graphiql ? `<li><a href="${base}/graphiql">GraphiQL</a>: an editor for GraphQL</li>` : '',
    });
    return page('about', reply).replace(/\{\{(\w+)\}\}/g, (_, name) => values.get(name) ?? '');
  }
  app.get('/', async (request, reply) => {
    reply.header('vary', 'Accept');
    if (wantsHtml(request)) return hasConsole ? reply.redirect(`${base}/console/`) : about(request, reply);
    return { name: 'metadata-catalog', version, state: stateNames[await state(request.log)], links };
  });
  app.get('/about', about);
  app.get('/docs', async (_request, reply) => page('docs', reply));
  if (graphiql) app.get('/graphiql', async (_request, reply) => page('graphiql', reply));
}

const stateNames = { ok: 'ready', stopping: 'stopping', unavailable: 'unavailable' } as const;
const stateTexts = {
  ok: 'ready',
  stopping: 'stopping: send requests to another process',
  unavailable: 'not ready: the database does not respond, or lacks tables',
} as const;

const wantsHtml = ({ headers }: FastifyRequest) => /\btext\/html\b/i.test(headers.accept ?? '');

/** Returns the address of a request, for the commands of the page. Any other `Host` could change a command. */
const readAddress = ({ host }: FastifyRequest): string =>
  /^[\w.-]+(?::\d+)?$|^\[[\da-f:]+\](?::\d+)?$/i.test(host) ? `http://${host}` : 'http://127.0.0.1:8080';
