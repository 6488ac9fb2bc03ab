import { setMaxListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import fp from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted when the application closes, for requests that wait for something. */
    stopping: AbortSignal;
  }
}

/**
 * Closes connections without losing requests. While the service drains, every response has `Connection: close`, so that
 * no client sends a request on a connection that is about to close. When the application closes, open requests are
 * completed first. Then idle connections are closed, for which Node would wait a minute or more.
 */
export const gracefulClose = fp(
  async (app, { draining }: { draining: AbortSignal }) => {
    // By connection: Node never closes the pipelined responses that still wait when their connection breaks.
    const pendingResponses = new Map<Socket, Set<ServerResponse>>();
    const stopping = new AbortController();
    // Each poll that waits for events listens.
    setMaxListeners(0, stopping.signal);
    app.decorate('stopping', stopping.signal);
    let closing = false;
    let closed = false;
    let resolveIdle = (): void => undefined;

    const pending = () => [...pendingResponses.values()].flatMap((responses) => [...responses]);
    const isIdle = () => pending().length === 0;
    function endKeepAlive() {
      for (const response of pending()) response.shouldKeepAlive = false;
    }
    draining.addEventListener('abort', endKeepAlive, { once: true });

    app.server.on('connection', (socket: Socket) => {
      if (closed) return socket.destroy();
      pendingResponses.set(socket, new Set());
      return socket.once('close', () => {
        pendingResponses.delete(socket);
        if (closing && isIdle()) resolveIdle();
      });
    });
    // The listener runs before Fastify's own, which can respond immediately.
    app.server.prependListener('request', ({ socket }, response: ServerResponse) => {
      if (draining.aborted || closing) response.shouldKeepAlive = false;
      pendingResponses.get(socket)?.add(response);
      // Not `once`, which adds and removes another listener: a response closes once.
      response.on('close', () => {
        pendingResponses.get(socket)?.delete(response);
        if (closing && isIdle()) resolveIdle();
      });
    });

    app.addHook('preClose', async () => {
      closing = true;
      // Requests that only wait end first, because closing waits for them.
      stopping.abort();
      endKeepAlive();
      // Until then, Fastify responds to new requests with 503. A closed connection would give clients no information.
      if (!isIdle()) {
        await new Promise<void>((resolve) => {
          resolveIdle = resolve;
        });
      }
      closed = true;
      for (const socket of pendingResponses.keys()) socket.destroySoon();
    });
  },
  { name: 'graceful-close' },
);
