import type { FastifyReply } from 'fastify';

/** Says in a header that a limit, or edges that are not stored yet, can have left out a part of the response. */
export function markPartial(reply: FastifyReply, isPartial: boolean): void {
  if (isPartial) reply.header('x-catalog-partial', 'true');
}
