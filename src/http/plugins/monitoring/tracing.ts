import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { withoutTokens } from '../../../core/text.js';
import type { Attributes, Tracing } from '../../../core/tracing.js';
import { readPath } from '../../path-family.js';
import { whenAnswered } from '../limits/when-answered.js';
import '../../../request.js';

/**
 * Makes a span of each request, by OpenTelemetry's semantic conventions for HTTP servers and GraphQL. It has no query
 * string, no header, no body, no variable and no message of an error: callers write tokens and data into them.
 */
export const tracing = fp(
  async (app, { startSpan }: Tracing) => {
    app.addHook('onRequest', (request, reply, done) => {
      const { method, routeOptions, headers, protocol } = request;
      const route = routeOptions.url;
      const span = startSpan(route ? `${method} ${route}` : method, headers.traceparent, {
        'http.request.method': method,
        'url.scheme': protocol,
        'url.path': withoutTokens(readPath(request)),
        ...(route && { 'http.route': route }),
        'catalog.request_id': request.id,
      });
      whenAnswered(reply, () => span.end(answerAttributes(request, reply), describeFailure(request, reply)));
      done();
    });
  },
  { name: 'tracing' },
);

function answerAttributes({ operation, actor }: FastifyRequest, { statusCode }: FastifyReply): Attributes {
  return {
    'http.response.status_code': statusCode,
    ...(actor && { 'enduser.id': withoutTokens(actor.urn) }),
    ...(operation && {
      'graphql.operation.type': operation.type,
      'catalog.graphql.fields': operation.fields.join(', '),
    }),
  };
}

/** A GraphQL request that fails has status 200. */
function describeFailure({ failure }: FastifyRequest, { statusCode, raw }: FastifyReply): string | undefined {
  if (statusCode >= 500) return String(statusCode);
  if (!raw.writableEnded) return 'client disconnected';
  return failure === 'error' ? 'graphql' : undefined;
}
