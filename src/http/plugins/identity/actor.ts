import type { FastifyRequest } from 'fastify';
import type { AuthenticatedCaller } from '../../../access-tokens/standing.js';
import type { Actor, Origin } from '../../../core/actor.js';
import { beginningWithoutTokens } from '../../../core/text.js';
import { findRoute } from '../../find-route.js';
import { findFamily } from '../../path-family.js';
import '../../../request.js';

/** Returns the caller of a request as the actor of its work. */
// Not a spread, whose result V8 keeps as a slow dictionary.
export function toActor(caller: AuthenticatedCaller, request: FastifyRequest): Actor {
  const { urn, can, token, cappedAt, session } = caller;
  return {
    urn,
    can,
    token,
    cappedAt,
    session,
    deadline: request.deadline,
    origin: readOrigin(request),
    memory: undefined,
    warnings: undefined,
    keepsEditedTags: undefined,
    standing: caller,
  };
}

const maxUserAgent = 256;

function readOrigin(request: FastifyRequest): Origin {
  const { id, clientAddress, headers } = request;
  const agent = headers['user-agent'];
  return {
    requestId: id,
    address: clientAddress ?? null,
    userAgent: agent === undefined ? null : beginningWithoutTokens(agent, maxUserAgent),
    transport: findTransport(findRoute(request).url ?? ''),
  };
}

/** By template of a route. */
const transports = new Map<string, Origin['transport']>();

function findTransport(url: string): Origin['transport'] {
  const known = transports.get(url);
  if (known) return known;
  const other = findFamily(url) === 'graphql' ? 'GRAPHQL' : 'RESTLI';
  const ours = url.startsWith('/console/') ? 'BROWSER' : other;
  const transport = url.includes('/openapi/') ? 'OPENAPI' : ours;
  transports.set(url, transport);
  return transport;
}
