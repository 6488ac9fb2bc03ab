import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { formatIssues } from '../input/invalid-input.js';
import { withNormalUrns } from '../json/normal-urns.js';
import { finish } from '../scheduling/steps.js';
import { type GraphqlRequest, rejected, rejectPersisted } from './body.js';
import type { PreparedDocument } from './document-cache.js';
import { holdsTokenText } from './token-text.js';

const parameters = z.object({
  query: z.string(),
  variables: z.string().optional(),
  operationName: z.string().optional(),
});
const variablesSchema = z.record(z.string(), z.unknown()).nullable();

const form = 'The parameters must be query=<document>, variables=<JSON object>?, operationName=<name>?';

/** Returns the request that the parameters of a GET are. @throws DocumentRejected when they are none */
export function parseParameters(app: FastifyInstance, request: FastifyRequest): GraphqlRequest {
  const given = parameters.safeParse(request.query);
  if (!given.success) {
    const { extensions, ...others } = request.query as Record<string, unknown>;
    if (typeof extensions === 'string')
      rejectPersisted({ ...others, extensions: parseJson(app, request, extensions) });
    throw rejected(form, formatIssues(given.error.issues.slice(0, 1), request.query, 'parameters'));
  }
  const { query, variables: text, operationName } = given.data;
  const variables = variablesSchema.safeParse(text ? parseJson(app, request, text) : null);
  if (!variables.success) throw rejected(form, 'variables is not a JSON object');
  return { query, variables: variables.data, operationName };
}

/** Returns undefined when the text is not JSON, or has a member that bodies may not have. */
function parseJson(app: FastifyInstance, request: FastifyRequest, text: string): unknown {
  let parsed: unknown;
  const done = (error: Error | null, value?: unknown) => {
    if (error === null) parsed = value;
  };
  app.getDefaultJsonParser('error', 'error')(request, finish(withNormalUrns(text)), done);
  return parsed;
}

/** The reason why a document is not executed over GET. Caches, browser histories and the logs of proxies store URLs. */
class PostOnly extends Error {
  readonly statusCode = 405;
}

/** @throws PostOnly for a mutation, and for what names the text of an access token */
export function checkOverGet(
  { operation, tokenText }: PreparedDocument,
  { query, variables }: { query: unknown; variables: unknown },
  reply: FastifyReply,
): void {
  const isMutation = operation.type === 'mutation';
  if (!isMutation && !tokenText && !holdsTokenText(query) && !holdsTokenText(variables)) return;
  reply.header('allow', 'POST');
  throw new PostOnly(
    isMutation
      ? 'Mutations are not executed over GET: send this mutation by POST.'
      : 'The text of an access token must not be in a URL: send this document by POST.',
  );
}
