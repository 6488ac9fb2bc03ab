import type { FastifyReply } from 'fastify';

/**
 * Calls `callback` once, when the response is sent, or cannot be sent because the client has disconnected. If this has
 * already happened during an earlier wait, `callback` is called immediately.
 */
export function whenAnswered(reply: FastifyReply, callback: () => void): void {
  const { raw, request } = reply;
  const { socket } = request.raw;
  let isOver = false;
  function over() {
    // The two events of a connection that breaks come within each other.
    if (isOver) return;
    isOver = true;
    raw.off('finish', over);
    raw.off('close', over);
    socket.off('close', over);
    callback();
  }
  if (raw.writableFinished || raw.destroyed || socket.destroyed) over();
  else {
    raw.once('finish', over);
    raw.once('close', over);
    // Node emits no event on pipelined responses that still wait when their connection breaks.
    socket.once('close', over);
  }
}
