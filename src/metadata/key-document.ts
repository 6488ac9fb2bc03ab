import type { ParsedUrn } from '../core/urn.js';
import type { Query } from '../db/query.js';
import type { AspectDocument } from './document-store.js';
import { creationOf } from './entity-store.js';
import { keyAspectOf, keyAspectValue } from './key-aspect.js';

/** The key aspect, which every entity has, written or not. @returns null when the entity does not exist */
export async function keyDocument(query: Query, urn: ParsedUrn): Promise<AspectDocument | null> {
  const key = keyAspectValue(urn);
  if (key === null) return null;
  const created = await creationOf(query, urn.urn);
  if (!created) return null;
  return {
    urn: urn.urn,
    name: keyAspectOf(urn.type),
    text: JSON.stringify(key),
    written: created,
    systemMetadata: null,
  };
}
