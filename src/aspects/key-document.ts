import type { AuditStamp } from '../core/clock.js';
import type { ParsedUrn } from '../core/urn.js';
import type { AspectDocument } from './document-store.js';
import { getKeyAspect, keyAspectValue } from './key-aspect.js';

/** Returns the key aspect, which every entity has, written or not; null when the URN has not its parts. */
export function keyDocument(urn: ParsedUrn, created: AuditStamp): AspectDocument | null {
  const key = keyAspectValue(urn);
  if (key === null) return null;
  return {
    urn: urn.urn,
    name: getKeyAspect(urn.type),
    text: JSON.stringify(key),
    written: created,
    systemMetadata: null,
  };
}
