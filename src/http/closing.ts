import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * When the application closes, each connection ends as soon as it has no request in flight. Node alone would wait
 * for those that have sent nothing yet, and for those kept alive after their last answer, a minute or more.
 */
export function closePromptly(app: FastifyInstance): void {
  const open = new Set<Socket>();
  const busy = new Set<Socket>();
  let closing = false;

  app.server.on('connection', (socket: Socket) => {
    if (closing) return socket.destroy();
    open.add(socket);
    return socket.once('close', () => open.delete(socket));
  });
  app.server.on('request', ({ socket }, response: ServerResponse) => {
    busy.add(socket);
    response.once('close', () => {
      busy.delete(socket);
      if (closing) socket.end();
    });
  });
  app.addHook('preClose', async () => {
    closing = true;
    for (const socket of open) if (!busy.has(socket)) socket.destroy();
  });
}
