import type { Query } from '../db/database.js';
import { keyAspectOf, keyOf } from '../domain/key-aspect.js';
import type { ParsedUrn } from '../domain/urn.js';
import type { AspectDocument } from './document-store.js';

interface Row {
  readonly time: bigint;
  readonly actor: string;
}

/**
 * The key aspect of an entity that exists, by which clients tell that it does; nobody needs to write it.
 *
 * @returns null when there is no such entity
 */
export async function keyDocument(query: Query, urn: ParsedUrn): Promise<AspectDocument | null> {
  const key = keyOf(urn);
  if (key === null) return null;
  const [row] = await query<Row>(
    'SELECT created_at AS time, created_by AS actor FROM entities WHERE urn = $1',
    [urn.urn],
  );
  if (!row) return null;
  return {
    urn: urn.urn,
    name: keyAspectOf(urn.type),
    text: JSON.stringify(key),
    written: { time: Number(row.time), actor: row.actor },
    systemMetadata: null,
  };
}
