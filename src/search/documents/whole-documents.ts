import { type AspectDocument, readDocuments } from '../../aspects/document-store.js';
import type { Aspects, AspectTransaction, SearchedAspect } from '../../aspects/kernel.js';
import type { EntityKey } from '../../aspects/lock-store.js';
import type { Query } from '../../db/query.js';
import { isObject } from '../../json/lossless-json.js';
import { parseInSteps } from '../../json/lossless-json-parser.js';
import { withNormalUrns } from '../../json/normal-urns.js';
import { runInTurns, type Steps } from '../../scheduling/steps.js';
import { listSearchedAspects } from './aspect-fields.js';
import { createKeyDocuments, type DocumentWrite, toDocuments } from './document.js';

/**
 * Makes the documents of entities from everything that is stored about them.
 *
 * @throws TooLarge when their aspects take more than `maxBytes`
 */
export async function documentsFor(
  { query, aspects }: AspectTransaction,
  entities: readonly EntityKey[],
  maxBytes?: number,
): Promise<DocumentWrite[]> {
  const read: Query = (sql, params) => query(sql, params, maxBytes === undefined ? {} : { maxBytes });
  const urns = entities.map(({ urn }) => urn);
  const selection = { urns, names: listSearchedAspects(aspects) };
  const stored = await readDocuments({ query: read, aspects }, selection);
  return runInTurns(wholeDocuments(aspects, entities, stored));
}

function* wholeDocuments(
  aspects: Aspects,
  entities: readonly EntityKey[],
  stored: readonly AspectDocument[],
): Steps<DocumentWrite[]> {
  const types = new Map(entities.map(({ urn, type }) => [urn, type]));
  const searched: SearchedAspect[] = [];
  for (const { urn, name, text } of stored) {
    const value = yield* parseInSteps(yield* withNormalUrns(text));
    if (isObject(value)) searched.push({ urn, name, entityType: types.get(urn)!, value });
  }
  const documents = yield* toDocuments(aspects, searched);
  const documented = new Set(documents.map(({ urn }) => urn));
  return [...documents, ...(yield* createKeyDocuments(entities.filter(({ urn }) => !documented.has(urn))))];
}
