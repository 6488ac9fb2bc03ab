import { badRequest } from '../../../core/errors.js';
import { shortened } from '../../../core/text.js';
import { aspectNameSpelling } from '../../../datahub/aspects/models.js';
import { isIfAbsent } from '../../../ingest/condition.js';
import { isObject, type Json } from '../../../json/lossless-json.js';
import { stringifyInSteps } from '../../../json/lossless-json-steps.js';
import type { Steps } from '../../../scheduling/steps.js';

/** The MetadataChangeProposal for one aspect of one entity of a body. */
export interface EntityProposal {
  readonly entityType: string;
  readonly entityUrn: unknown;
  readonly changeType: string;
  readonly aspectName: string;
  readonly aspect: { readonly value: string };
  /** JSON text */
  readonly systemMetadata: string | null;
  readonly headers: unknown;
}

/**
 * Returns the proposals for `[{urn, <aspect>: {value, systemMetadata?, headers?}…}…]`, in the order of the body.
 *
 * @throws BAD_REQUEST, which names the entity of the body
 */
export function* proposalsOfEntities(
  body: unknown,
  type: string,
  changeType: string,
): Steps<EntityProposal[]> {
  const proposals: EntityProposal[] = [];
  for (const [index, entity] of listEntities(body).entries()) {
    const { urn } = entity;
    const before = proposals.length;
    for (const aspectName in entity) {
      yield;
      if (aspectName === 'urn') continue;
      const at = `[${index}].${shortened(aspectName, 100)}`;
      const target = { urn, type: chooseSpelling(type, urn), aspect: aspectNameSpelling(aspectName) };
      proposals.push(yield* proposalOfAspect(at, target, entity[aspectName], changeType));
    }
    if (proposals.length === before) throw badRequest(`[${index}] names no aspect; expected ${shape}`);
  }
  return proposals;
}

/**
 * Returns the proposal for `{value, systemMetadata?, headers?}`.
 *
 * @param at the place in the body, for the error
 * @throws BAD_REQUEST
 */
export function* proposalOfAspect(
  at: string,
  { urn, type, aspect }: { readonly urn: unknown; readonly type: string; readonly aspect: string },
  given: unknown,
  changeType: string,
): Steps<EntityProposal> {
  if (!isObject(given) || given.value === undefined)
    throw badRequest(`${at} has no value; expected {"value": …}`);
  return {
    entityType: type,
    entityUrn: urn,
    // DataHub's SDK sends a creation with this header as a POST without `createIfNotExists`.
    changeType: changeType === 'UPSERT' && isIfAbsent(given.headers) ? 'CREATE' : changeType,
    aspectName: aspect,
    aspect: { value: yield* stringifyInSteps(given.value) },
    systemMetadata: isAbsent(given.systemMetadata) ? null : yield* stringifyInSteps(given.systemMetadata),
    headers: given.headers,
  };
}

const isAbsent = (value: unknown) => value === undefined || value === null;

const shape = '[{"urn": …, "<aspect>": {"value": …}…}…]';

/** @throws BAD_REQUEST when the body is not a list of objects */
export function listEntities(body: unknown): readonly Json[] {
  if (!Array.isArray(body)) throw badRequest(`body must be a list of entities: ${shape}`);
  if (body.length === 0) throw badRequest(`body must have at least one entity: ${shape}`);
  const wrong = body.findIndex((entity) => !isObject(entity));
  if (wrong >= 0) throw badRequest(`[${wrong}] is not an object; expected ${shape}`);
  return body;
}

/** DataHub finds the type of a path without regard to case. */
function chooseSpelling(type: string, urn: unknown): string {
  const [, own = ''] = /^urn:li:([A-Za-z0-9]+):/.exec(typeof urn === 'string' ? urn : '') ?? [];
  return own.toLowerCase() === type.toLowerCase() ? own : type;
}
