import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { plainError } from './error-handler.js';

interface ClientError extends Error {
  readonly code?: string;
}

const faults: Readonly<Record<string, readonly [status: number, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: [431, 'The URL and the headers are too large, or too many.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions are too large.'],
};

/** For Fastify's `clientErrorHandler`: answers what Node can't read as a request, whose path nobody knows. */
export function answerClientError(this: FastifyInstance, error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, message] = faults[error.code ?? ''] ?? [400, 'The request is not valid HTTP.'];
  // An answer that has begun would get this one in its middle.
  const { _httpMessage: begun } = socket as Socket & { _httpMessage?: ServerResponse | null };
  if (socket.writable && !begun?.headersSent) answer(this, socket, status, message, error.code);
  socket.destroy(error);
}

/** The catalog is no proxy: CONNECT is refused, where Node alone would close the connection without a word. */
export function refuseConnect(app: FastifyInstance): void {
  app.server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => undefined);
    answer(
      app,
      socket,
      405,
      'CONNECT is no method of this service.',
      'CONNECT',
      'Allow: GET, HEAD, POST\r\n',
    );
    socket.destroySoon();
  });
}

function answer(
  app: FastifyInstance,
  socket: Socket,
  status: number,
  message: string,
  reason: string | undefined,
  header = '',
) {
  const id = randomUUID();
  app.log.info({ reqId: id, status, reason }, 'request refused');
  const body = JSON.stringify(plainError(status, message));
  socket.write(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${header}Content-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${body.length}\r\nX-Request-Id: ${id}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
  );
}
