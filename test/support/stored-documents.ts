import type { Database } from '../../src/db/database.js';
import { fillNext, fillState, startFill } from '../../src/search/documents/rebuild-store.js';
import { storedAspects } from '../../src/stored-aspects.js';
import { isListed } from '../../src/visibility/secrets.js';

type Row = Record<string, unknown>;

/** Returns all search documents, in the order of their URNs. */
export const storedDocuments = (db: Database): Promise<Row[]> =>
  db.query<Row>(
    `SELECT urn, type, fields, names, words::text, removed, platform, origin
       FROM search_documents ORDER BY urn`,
  );

/** Fills all documents again. @returns how many batches it took */
export async function refill(db: Database, size?: number): Promise<number> {
  await startFill(db);
  let batches = 0;
  while ((await fillState(db.query)).filledTo !== null) {
    await fillNext({ db, aspects: storedAspects }, size);
    batches += 1;
  }
  return batches;
}

/** Returns the documents as writers have left them, and as they would be if they were made again. */
export async function documentsAndRefilled(db: Database): Promise<{ stored: Row[]; refilled: Row[] }> {
  const stored = await storedDocuments(db);
  await db.query('DELETE FROM search_documents');
  await refill(db, 7);
  return { stored, refilled: await storedDocuments(db) };
}

/** Returns the URNs of the entities that can be found. */
export async function searchableUrns(db: Database): Promise<string[]> {
  const rows = await db.query<{ urn: string; type: string }>('SELECT urn, type FROM entities ORDER BY urn');
  return rows.filter(({ type }) => isListed(type)).map(({ urn }) => urn);
}
