import { type AspectDocument, readDocuments } from '../../aspects/document-store.js';
import type { EntityKey } from '../../aspects/lock-store.js';
import type { Query } from '../../db/query.js';
import { isObject } from '../../json/lossless-json.js';
import { parseInSteps } from '../../json/lossless-json-parser.js';
import { withNormalUrns } from '../../json/normal-urns.js';
import { runInTurns, type Steps } from '../../scheduling/steps.js';
import { searchedAspects } from './aspect-fields.js';
import { createKeyDocuments, type DocumentWrite, type SearchedAspect, toDocuments } from './document.js';

/**
 * Makes the documents of entities from everything that is stored about them.
 *
 * @throws TooLarge when their aspects take more than `maxBytes`
 */
export async function documentsFor(
  query: Query,
  entities: readonly EntityKey[],
  maxBytes?: number,
): Promise<DocumentWrite[]> {
  const read: Query = (sql, params) => query(sql, params, maxBytes === undefined ? {} : { maxBytes });
  const urns = entities.map(({ urn }) => urn);
  const aspects = await readDocuments(read, { urns, names: searchedAspects });
  return runInTurns(wholeDocuments(entities, aspects));
}

function* wholeDocuments(
  entities: readonly EntityKey[],
  aspects: readonly AspectDocument[],
): Steps<DocumentWrite[]> {
  const types = new Map(entities.map(({ urn, type }) => [urn, type]));
  const searched: SearchedAspect[] = [];
  for (const { urn, name, text } of aspects) {
    const value = yield* parseInSteps(yield* withNormalUrns(text));
    if (isObject(value)) searched.push({ urn, name, entityType: types.get(urn)!, value });
  }
  const documents = yield* toDocuments(searched);
  const documented = new Set(documents.map(({ urn }) => urn));
  return [...documents, ...(yield* createKeyDocuments(entities.filter(({ urn }) => !documented.has(urn))))];
}
