import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * How connections end. From when the service retires, each does with its next answer, and says so, so that no client
 * sends a request into one that is being closed. When the application closes, what is in flight is answered first;
 * then those end that have sent nothing, or are kept alive after their last answer, for which Node alone would wait
 * a minute or more.
 */
export function closePromptly(app: FastifyInstance, draining: AbortSignal): void {
  // By connection: of one that breaks, Node never ends the answers that were still waiting for their turn.
  const owed = new Map<Socket, Set<ServerResponse>>();
  let closing = false;
  let closed = false;
  let allAnswered = (): void => undefined;

  const inFlight = () => [...owed.values()].flatMap((responses) => [...responses]);
  const isAnswered = () => inFlight().length === 0;
  function endConnections() {
    for (const response of inFlight()) response.shouldKeepAlive = false;
  }
  draining.addEventListener('abort', endConnections, { once: true });

  app.server.on('connection', (socket: Socket) => {
    if (closed) return socket.destroy();
    owed.set(socket, new Set());
    return socket.once('close', () => {
      owed.delete(socket);
      if (closing && isAnswered()) allAnswered();
    });
  });
  // Before Fastify's own listener, which may answer at once.
  app.server.prependListener('request', ({ socket }, response: ServerResponse) => {
    if (draining.aborted || closing) response.shouldKeepAlive = false;
    owed.get(socket)?.add(response);
    response.once('close', () => {
      owed.get(socket)?.delete(response);
      if (closing && isAnswered()) allAnswered();
    });
  });

  app.addHook('preClose', async () => {
    closing = true;
    endConnections();
    // Until then Fastify answers what is new with 503: better than a broken connection, which says nothing.
    if (!isAnswered()) {
      await new Promise<void>((resolve) => {
        allAnswered = resolve;
      });
    }
    closed = true;
    for (const socket of owed.keys()) socket.destroySoon();
  });
}
