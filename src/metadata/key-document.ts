import type { ParsedUrn } from '../core/urn.js';
import type { Query } from '../db/query.js';
import type { AspectDocument } from './document-store.js';
import { creationOf } from './entity-store.js';
import { keyAspectOf, keyOf } from './key-aspect.js';

/**
 * The key aspect of an entity that exists, by which clients tell that it does; nobody needs to write it.
 *
 * @returns null when there is no such entity
 */
export async function keyDocument(query: Query, urn: ParsedUrn): Promise<AspectDocument | null> {
  const key = keyOf(urn);
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
