import type { AuditStamp } from '../core/clock.js';
import { badRequest } from '../core/errors.js';
import { quoted } from '../core/urn.js';
import type { Element } from '../history/elements.js';
import type { Json } from '../json/lossless-json.js';
import type { EditKind } from './kinds.js';

/**
 * Returns the elements of an aspect, or of the member of a column that has its form.
 *
 * @param value undefined: it does not exist
 * @param urn for the error
 * @throws BAD_REQUEST when the value does not fit DataHub's model
 */
export function readElements(
  { aspect, listed }: EditKind,
  value: Readonly<Json> | undefined,
  urn: string,
): readonly Element[] {
  if (value === undefined) return [];
  if (listed === null) return value.deprecated === true ? [value] : [];
  const elements = value[listed.list] ?? [];
  if (Array.isArray(elements)) return elements as Element[];
  throw badRequest(
    `${quoted(urn)} cannot be edited, because \`${listed.list}\` of its aspect ${aspect} is not a list. Write the aspect first`,
  );
}

/** Returns a value with other elements. @param value undefined: it does not exist yet */
export function withElements(
  { listed, stamp }: EditKind,
  value: Readonly<Json> | undefined,
  elements: readonly Element[],
  audit: AuditStamp,
): Json {
  if (listed === null)
    return (elements[0] as Json | undefined) ?? { deprecated: false, note: '', actor: audit.actor };
  return { ...value, [listed.list]: [...elements], ...(stamp && { [stamp]: { ...audit } }) };
}
