import type { Aspects, SearchedAspect } from '../../aspects/kernel.js';
import type { EntityKey } from '../../aspects/lock-store.js';
import type { Contribution, Source } from '../../aspects/searched.js';
import { beginning } from '../../core/text.js';
import { stringifyInSteps } from '../../json/lossless-json-steps.js';
import type { Steps } from '../../scheduling/steps.js';
import { isListed } from '../../visibility/secrets.js';
import { normalized } from '../words.js';
import { toContribution } from './aspect-fields.js';
import { keyContribution } from './key.js';
import { WordVector } from './word-vector.js';

/** Changes of one document: a row of `search_documents`. Null leaves a column as it is. */
export interface DocumentWrite extends EntityKey {
  /** JSON text: the fields to set; those that are null are removed. */
  readonly fields: string;
  readonly keyNames: string;
  readonly keyWords: string;
  readonly propertyNames: string | null;
  readonly propertyWords: string | null;
  readonly editedNames: string | null;
  readonly editedWords: string | null;
  readonly columnWords: string | null;
  readonly editedColumnWords: string | null;
}

/** Characters of a name that can be found by its parts. */
const maxName = 1_000;
/** Names of one source. */
const maxNames = 10;

/** Returns the changes of the documents of entities, each once: what their aspects add, and their URNs. */
export function* toDocuments(aspects: Aspects, searched: readonly SearchedAspect[]): Steps<DocumentWrite[]> {
  const contributions = new Map<string, { type: string; of: Contribution[] }>();
  for (const one of searched) {
    const { urn, entityType: type } = one;
    const contribution = isListed(type) ? toContribution(aspects, one) : null;
    if (contribution === null) continue;
    const known = contributions.get(urn);
    if (known) known.of.push(contribution);
    else contributions.set(urn, { type, of: [contribution] });
  }
  const documents: DocumentWrite[] = [];
  for (const [urn, { type, of }] of contributions) {
    documents.push(yield* createDocument({ urn, type }, of));
    yield;
  }
  return documents;
}

/** Returns the documents of entities that nothing is known of but their URNs. */
export function* createKeyDocuments(entities: readonly EntityKey[]): Steps<DocumentWrite[]> {
  const documents: DocumentWrite[] = [];
  for (const entity of entities) {
    if (isListed(entity.type)) documents.push(yield* createDocument(entity, []));
    yield;
  }
  return documents;
}

function* createDocument({ urn, type }: EntityKey, of: readonly Contribution[]): Steps<DocumentWrite> {
  const key = keyContribution(urn);
  const names = new Map<Source, string>();
  const words = new Map<Source, string>();
  const fields: Record<string, readonly string[] | null> = {};
  // The platform in a URN takes precedence over that of an aspect.
  for (const contribution of [...of, key]) {
    const { source } = contribution;
    Object.assign(fields, contribution.fields);
    if (source === null) continue;
    const vector = new WordVector();
    for (const [text, weight] of contribution.texts) {
      yield* vector.add(text, weight);
      yield;
    }
    words.set(source, String(vector));
    names.set(
      source,
      contribution.names
        .slice(0, maxNames)
        .map((name) => beginning(normalized(name).toLowerCase().replaceAll('\n', ' '), maxName))
        .join('\n'),
    );
  }
  return {
    urn,
    type,
    fields: yield* stringifyInSteps(fields),
    keyNames: names.get('key')!,
    keyWords: words.get('key')!,
    propertyNames: names.get('property') ?? null,
    propertyWords: words.get('property') ?? null,
    editedNames: names.get('edited') ?? null,
    editedWords: words.get('edited') ?? null,
    columnWords: words.get('column') ?? null,
    editedColumnWords: words.get('edited_column') ?? null,
  };
}
