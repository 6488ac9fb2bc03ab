import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import fp from 'fastify-plugin';
import { tokenStart } from '../../../core/text.js';
import '../../../request.js';

/** Minimum size of compressed responses in bytes. For smaller responses, the CPU time costs more than the bytes. */
export const compressedFrom = 8_192;

/** The maximum number of concurrent compressions: argon2 checks and file access use the same threads. */
const maxConcurrent = 2;

// Level 1 takes a fraction of the time of the default one, and most of what can be saved.
const level = { level: 1 };
const compress: (bytes: Buffer, options: typeof level) => Promise<Buffer> = promisify(gzip);

/**
 * Compresses large responses for clients that accept gzip. A response with the text of a token is never compressed: the
 * compressed length would reveal parts of the token to a caller who controls other parts of the response (BREACH).
 */
export const compression = fp(
  async (app) => {
    let running = 0;
    app.addHook('onSend', (request, reply, payload, done) => {
      // No character has more than 3 bytes in UTF-8.
      const isText = typeof payload === 'string' && payload.length >= compressedFrom / 3;
      if (!isText && !Buffer.isBuffer(payload)) return done(null, payload);
      const bytes = isText ? Buffer.byteLength(payload) : (payload as Buffer).length;
      if (bytes < compressedFrom || request.method === 'HEAD' || reply.hasHeader('content-encoding')) {
        return done(null, payload);
      }
      reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].flat().filter(Boolean).join(', '));
      const mayTransform = !String(reply.getHeader('cache-control')).includes('no-transform');
      if (!acceptsGzip(request.headers['accept-encoding']) || !mayTransform || running >= maxConcurrent) {
        return done(null, payload);
      }
      const buffer = isText ? Buffer.from(payload) : (payload as Buffer);
      if (buffer.includes(tokenStart)) return done(null, payload);
      running += 1;
      // The response exists: the response timeout must not send another one.
      clearTimeout(request.answerTimer);
      compress(buffer, level)
        .finally(() => {
          running -= 1;
        })
        .then((compressed) => {
          if (reply.raw.destroyed) return;
          reply.header('content-encoding', 'gzip').removeHeader('content-length');
          done(null, compressed);
        })
        .catch((error: Error) => reply.raw.destroy(error));
    });
  },
  { name: 'compression' },
);

function acceptsGzip(accepted: string | string[] | undefined): boolean {
  const named = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim());
  const parseWeight = (name: string) => {
    const found = named.find((coding) => coding === name || coding.startsWith(`${name};`));
    return found === undefined ? undefined : Number(/;\s*q=([\d.]+)/.exec(found)?.[1] ?? 1);
  };
  return (parseWeight('gzip') ?? parseWeight('*') ?? 0) > 0;
}
