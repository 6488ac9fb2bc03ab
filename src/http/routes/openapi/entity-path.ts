import { isAspectName } from '../../../aspects/aspect.js';
import type { Actor } from '../../../core/actor.js';
import { badRequest } from '../../../core/errors.js';
import { parseUrnAtPath } from '../../../core/urn.js';
import { aspectNameSpelling, findModel } from '../../../datahub/aspects/models.js';
import type { Services } from '../../../services.js';
import { decodedUrn, type RequestWithUrn, sentUrn, urnOfPath } from '../urn-path.js';

type Request = RequestWithUrn & { readonly params: unknown };

/** The entity, or the aspect of an entity, at `/openapi/v3/entity/<type>/<urn>` or `…/<urn>/<aspect>`. */
export interface Target {
  readonly urn: string;
  /** As the URN has it. */
  readonly type: string;
  /** Null for the whole entity. */
  readonly aspect: string | null;
}

/**
 * Returns the target of a path. DataHub's SDK does not percent-encode the URN, and a slash can be part of a URN without
 * parentheses: if an entity has the whole path as its URN, the path means this entity.
 *
 * @throws BAD_REQUEST
 */
export async function findTarget({ aspects }: Services, actor: Actor, request: Request): Promise<Target> {
  const split = splitPath(request);
  if (split && isTuple.test(split.urn) && isAspectName(split.aspect))
    return toTarget(request, split.urn, split.aspect);
  const whole = toTarget(request, urnOfPath(request, true), null);
  if (!split || !findModel(split.aspect)) return whole;
  const asked = { urn: whole.urn, type: whole.type, names: ['status'] };
  const [entity] = await aspects.entities(actor, [asked], async () => undefined);
  return entity ? whole : toTarget(request, split.urn, split.aspect);
}

/**
 * Returns the target of a path that always ends in the name of an aspect.
 *
 * @throws BAD_REQUEST
 */
export function aspectOfPath(request: Request): Target & { readonly aspect: string } {
  const split = splitPath(request);
  if (!split || !isAspectName(split.aspect)) {
    throw badRequest(
      'the path names no aspect: expected /openapi/v3/entity/<type>/<urn>/<aspect>, with the slashes of the URN as %2F',
    );
  }
  return { ...toTarget(request, split.urn, null), aspect: split.aspect };
}

/** A URN that ends in a parenthesis, after which a slash is one of the path. */
const isTuple = /^urn:li:\w+:\(.*\)$/s;

/** Splits a path at its last slash; null: there is none. */
function splitPath(request: Request): { readonly urn: string; readonly aspect: string } | null {
  const sent = sentUrn(request).replace(/\/+$/, '');
  const at = sent.lastIndexOf('/');
  if (at < 0) return null;
  const urn = decodedUrn(sent.slice(0, at), true);
  const withoutSlashes = urn.replace(/\/+$/, '');
  return {
    urn: isTuple.test(withoutSlashes) ? withoutSlashes : urn,
    aspect: aspectNameSpelling(decodeURIComponent(sent.slice(at + 1))),
  };
}

function toTarget({ params }: Request, text: string, aspect: string | null): Target {
  const { urn, type } = parseUrnAtPath(text, (params as { readonly type: string }).type);
  return { urn, type, aspect };
}
