import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * How connections end. From when the service retires, each does with its next answer, and says so, so that no client
 * sends a request into one that is being closed. When the application closes, what is in flight is answered first;
 * then those end that have sent nothing, or are kept alive after their last answer, for which Node alone would wait
 * a minute or more.
 */
export function closePromptly(app: FastifyInstance, retiring: AbortSignal): void {
  const open = new Set<Socket>();
  const inFlight = new Set<ServerResponse>();
  let closing = false;
  let closed = false;
  let allAnswered = (): void => undefined;

  function endConnections() {
    for (const response of inFlight) response.shouldKeepAlive = false;
  }
  retiring.addEventListener('abort', endConnections, { once: true });

  app.server.on('connection', (socket: Socket) => {
    if (closed) return socket.destroy();
    open.add(socket);
    return socket.once('close', () => open.delete(socket));
  });
  // Before Fastify's own listener, which may answer at once.
  app.server.prependListener('request', (_request, response: ServerResponse) => {
    if (retiring.aborted || closing) response.shouldKeepAlive = false;
    inFlight.add(response);
    response.once('close', () => {
      inFlight.delete(response);
      if (inFlight.size === 0) allAnswered();
    });
  });

  app.addHook('preClose', async () => {
    closing = true;
    endConnections();
    // Until then Fastify answers what is new with 503: better than a broken connection, which says nothing.
    if (inFlight.size > 0) {
      await new Promise<void>((resolve) => {
        allAnswered = resolve;
      });
    }
    closed = true;
    for (const socket of open) socket.destroySoon();
  });
}
