import type { FastifyInstance } from 'fastify';

/** Clients that always send `Content-Type: application/json` send it with an empty body too: that is no body. */
export function jsonOrNothing(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parseJson(request, body, done);
  });
}
