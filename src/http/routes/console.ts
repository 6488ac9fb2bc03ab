import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readPath } from '../path-family.js';
import { nothingAt } from '../plugins/limits/request-checks.js';
import { version } from '../version.js';

/** Where the build puts the console. */
const built = new URL('../../console/', import.meta.url);

/** Returns the folder of the console's files; null when the service was built without them. */
export const consoleFolder = (folder = built): URL | null =>
  existsSync(new URL('index.html', folder)) ? folder : null;

// No script of the console creates markup from texts, so none may create trusted types either.
const policy = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:"],
  ...["connect-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"],
  ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
].join(';');

/**
 * A name of a file in `assets/` changes with its content. Every other file is requested again, and has no ETag: the
 * ETag would not change if a new version of a page has the same size and time.
 */
const [forever, never] = ['public, max-age=31536000, immutable', 'no-cache'];

/** A part of a deep link can hold a dot, as many URNs do. A file is in `assets/`, or beside the page. */
const isFile = (path: string) => /^assets\/|^[^/]+\.\w+$/.test(path);

/**
 * The console: the page at `/console/` and at every path below it that is not that of a file (docs/wire-contract.md,
 * "Pages for browsers").
 */
export const consoleRoutes = async (app: FastifyInstance, { folder, base }: { folder: URL; base: string }) =>
  app.register(
    async (scope) => {
      scope.setNotFoundHandler((request) => {
        throw nothingAt(request);
      });
      const assets = fileURLToPath(new URL('assets/', folder));
      await scope.register(fastifyStatic, {
        root: fileURLToPath(folder),
        ...{ serve: false, index: false, preCompressed: true, cacheControl: false, dotfiles: 'deny' },
        setHeaders(reply, path) {
          reply.header('cache-control', path.startsWith(assets) ? forever : never);
          reply.header('content-security-policy', policy);
        },
      });

      const page = readFileSync(new URL('index.html', folder), 'utf8')
        .replaceAll('{{base}}', base)
        .replace('{{version}}', version)
        // At a deep link, an address relative to the page would lead elsewhere.
        .replace(/(?<=(?:href|src)=")\.\//g, `${base}/console/`);
      const headers = {
        'content-type': 'text/html; charset=utf-8',
        ...{ 'cache-control': never, 'content-security-policy': policy },
      };
      const send = (request: FastifyRequest, reply: FastifyReply) => {
        const { '*': path = '' } = Object(request.params) as { '*'?: string };
        if (!isFile(path) || path === 'index.html') return reply.headers(headers).send(page);
        const isAsset = path.startsWith('assets/');
        return reply.sendFile(path, { etag: isAsset, lastModified: isAsset });
      };
      scope.get('', (request, reply) =>
        readPath(request).endsWith('/') ? send(request, reply) : reply.redirect(`${base}/console/`, 308),
      );
      scope.get('/*', send);
    },
    { prefix: '/console' },
  );
