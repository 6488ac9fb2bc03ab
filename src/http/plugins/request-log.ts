import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { withoutTokens } from '../../access-tokens/token-format.js';

const authorization = /("authorization":")(?:[^"\\]|\\.)*/g;

/** For pino: what a line never holds, whoever writes it. */
export const safeLines = {
  formatters: {
    /** Of an error its type, code and stack, with those of its causes: a driver adds the statement and its values. */
    log: (line: Record<string, unknown>) =>
      line.err instanceof Error ? { ...line, err: withoutProperties(line.err) } : line,
  },
  hooks: {
    /** A URL is logged, and it may hold anything. Headers are not; this is for the day on which somebody does. */
    streamWrite: (text: string) => withoutTokens(text).replace(authorization, '$1[redacted]'),
  },
};

function withoutProperties(error: Error) {
  const stacks: string[] = [];
  for (let cause: unknown = error; cause instanceof Error && stacks.length < 5; cause = cause.cause) {
    stacks.push(cause.stack ?? cause.message);
  }
  const { name, message, code } = error as { name: string; message: string; code?: unknown };
  // Without a constructor, pino calls it by its name.
  return Object.assign(Object.create(null), { name, message, code, stack: stacks.join('\ncaused by: ') });
}

const requestId = /^[\w.:/+=-]{1,128}$/;

/** The id that the caller has given the request, and its address where a proxy has forwarded it. */
function whatCallersSay({ headers, clientAddress, socket }: FastifyRequest) {
  const callersId = headers['x-request-id'];
  return {
    ...(typeof callersId === 'string' && requestId.test(callersId) && { callersId }),
    ...(clientAddress !== socket.remoteAddress && { clientAddress }),
  };
}

/** One line a request, when its answer is out, with who asked. */
export class RequestLog extends LogController {
  override incomingRequest() {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    const line = {
      req: request,
      res: reply,
      actor: (request.actor as FastifyRequest['actor'] | null)?.urn,
      ...whatCallersSay(request),
      responseTime: reply.elapsedTime,
    };
    if (error) reply.log.error({ ...line, err: error }, 'request errored');
    else reply.log.info(line, 'request completed');
  }
}
