import type { Test } from 'tap';
import { FieldPaths } from '../../src/core/field-paths.js';
import type { Database } from '../../src/db/database.js';
import { clearNext } from '../../src/tags/deleted-places-store.js';

interface Place {
  readonly tag: string;
  readonly entity: string;
  readonly path: string;
  readonly declared: boolean;
}

/** Clears the places of deleted tags, as the background work does. */
export async function clearDeletedTags(db: Database): Promise<void> {
  while (await clearNext(db));
}

/** Compares every row of `tagged_entities` with counts that are made here from the tables that it follows. */
export async function checkTaggedEntities(t: Test, db: Database, message = 'tagged_entities'): Promise<void> {
  const { kept, counted } = await keptAndCounted(db);
  t.strictSame(kept, counted, message);
}

/**
 * Returns the rows of `tagged_entities`, and those that are made here from the tables that it follows, once the places
 * of deleted tags are cleared.
 */
export async function keptAndCounted(db: Database): Promise<{ kept: string[]; counted: string[] }> {
  await clearDeletedTags(db);
  const places = await db.query<Place>(
    `SELECT tag_urn AS tag, resource_urn AS entity, field_path AS path, false AS declared FROM global_tags
      UNION ALL SELECT target, source, field_path, true FROM entity_references
                 WHERE aspect = 'schemaMetadata' AND relationship = 'SchemaFieldTaggedWith'`,
  );
  const removed = await db.query<{ urn: string }>('SELECT urn FROM search_documents WHERE removed');
  const kept = await db.query(
    `SELECT tag_urn AS tag, entity_urn AS entity, type, removed, on_entity AS "onEntity", edited_columns AS edited,
            declared_columns AS declared, columns FROM tagged_entities`,
  );
  const byKey = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort();
  const expected = expectedPairs(places, new Set(removed.map(({ urn }) => urn)));
  return { kept: byKey(kept as object[]), counted: byKey(expected) };
}

function expectedPairs(places: readonly Place[], removed: ReadonlySet<string>): object[] {
  const pairs = new Map<string, Place[]>();
  for (const place of places) {
    const key = `${place.tag} ${place.entity}`;
    pairs.set(key, [...(pairs.get(key) ?? []), place]);
  }
  return [...pairs.values()].map((all) => {
    const [{ tag, entity }] = all as [Place];
    const onColumns = all.filter(({ path }) => path !== '');
    const paths = new FieldPaths(onColumns.map(({ path }) => path));
    const columns = (places: readonly Place[]) =>
      new Set(places.map(({ path }) => [...paths.sameAs(path)].sort().join())).size;
    return {
      tag,
      entity,
      type: entity.split(':')[2],
      removed: removed.has(entity),
      onEntity: all.some(({ path }) => path === ''),
      edited: columns(onColumns.filter(({ declared }) => !declared)),
      declared: columns(onColumns.filter(({ declared }) => declared)),
      columns: columns(onColumns),
    };
  });
}
