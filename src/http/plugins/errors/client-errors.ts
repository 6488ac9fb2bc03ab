import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { toMap } from '../../../core/to-map.js';
import { plainError } from './error-handler.js';

interface ClientError extends Error {
  readonly code?: string;
}

interface Answer {
  readonly status: number;
  readonly message: string;
  /** The log message. */
  readonly reason: string | undefined;
  readonly header?: string;
}

const answers: ReadonlyMap<string, readonly [status: number, message: string]> = toMap({
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: [431, 'The URL and the headers are too large, or there are too many headers.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions are too large.'],
});

/**
 * For Fastify's `clientErrorHandler`: responds to bytes that Node cannot parse as a request. Their path is not known.
 */
export function answerClientError(this: FastifyInstance, error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, message] = answers.get(error.code ?? '') ?? [400, 'The request is not valid HTTP.'];
  // This response must not be written in the middle of another response.
  const { _httpMessage: started } = socket as Socket & { _httpMessage?: ServerResponse | null };
  if (socket.writable && !started?.headersSent) write(this, socket, { status, message, reason: error.code });
  socket.destroy(error);
}

/** Responds with 405 to CONNECT: the catalog is not a proxy. Node would close the connection without a response. */
export const connectRefusal = fp(
  async (app) => {
    app.server.on('connect', (_request: IncomingMessage, socket: Socket) => {
      socket.on('error', () => undefined);
      const header = 'Allow: GET, HEAD, POST\r\n';
      const message = 'CONNECT is not a method of this service.';
      write(app, socket, { status: 405, message, reason: 'CONNECT', header });
      socket.destroySoon();
    });
  },
  { name: 'connect-refusal' },
);

function write(app: FastifyInstance, socket: Socket, { status, message, reason, header = '' }: Answer) {
  const id = randomUUID();
  app.log.info({ reqId: id, status, reason }, 'request refused');
  const body = JSON.stringify(plainError({ status, message }));
  socket.write(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${header}Content-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${body.length}\r\nX-Request-Id: ${id}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
  );
}
