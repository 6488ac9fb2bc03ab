import type { FastifyReply } from 'fastify';

/**
 * Calls `callback` once, when the answer is sent, or cannot be sent because the client has gone. That may have happened
 * before, while something else was awaited: then `callback` is called at once.
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
