import { isAccessAspect } from '../../aspects/access.js';
import type { AspectKey } from '../../aspects/aspect.js';
import { clientIssues } from '../../aspects/client-issues.js';
import { type AspectDocument, currentDocuments } from '../../aspects/document-store.js';
import { withDefaults } from '../../aspects/patch-defaults.js';
import { CatalogError } from '../../core/errors.js';
import { beginningWithoutTokens } from '../../core/text.js';
import { TooLarge } from '../../core/too-large.js';
import { getEntityType } from '../../core/urn.js';
import { isSecret } from '../../datahub/secret-aspects.js';
import type { Query } from '../../db/query.js';
import { checkAspect, checkReadable } from '../../ingest/validate.js';
import { formatIssues } from '../../input/invalid-input.js';
import type { Json } from '../../json/lossless-json.js';
import { parseInSteps } from '../../json/lossless-json-parser.js';
import { runInTurns, type Steps } from '../../scheduling/steps.js';

/** A stored aspect that DataHub's clients cannot read. */
export interface UnreadableAspect extends AspectKey {
  readonly entityType: string;
  /** The paths of the first issues. */
  readonly reason: string;
  /** The aspect with DataHub's defaults, if clients can read this value; otherwise null. */
  readonly repaired: Json | null;
  readonly systemMetadata: string | null;
}

/** Bytes of aspects in memory together. A single aspect may be larger. */
const maxBytes = 8_000_000;
const reasonLength = 300;

/** Yields the aspects that DataHub's clients cannot read, among some that are stored, in parts that fit into memory. */
export async function* readUnreadable(
  query: Query,
  keys: readonly AspectKey[],
): AsyncGenerator<readonly UnreadableAspect[], void> {
  const bytes = keys.length > 1 ? maxBytes : undefined;
  const documents = await currentDocuments({ query }, keys, {}, bytes).catch((error: unknown) => {
    if (error instanceof TooLarge) return null;
    throw error;
  });
  if (documents !== null) {
    yield await runInTurns(findUnreadable(documents));
    return;
  }
  const half = Math.ceil(keys.length / 2);
  yield* readUnreadable(query, keys.slice(0, half));
  yield* readUnreadable(query, keys.slice(half));
}

/** Returns the aspects that DataHub's clients cannot read. */
export function* findUnreadable(documents: readonly AspectDocument[]): Steps<UnreadableAspect[]> {
  const found: UnreadableAspect[] = [];
  for (const { urn, name, text, systemMetadata } of documents) {
    const value = (yield* parseInSteps(text)) as Json;
    const issues = yield* clientIssues(name, value);
    if (issues.length === 0) continue;
    const entityType = getEntityType(urn);
    const repaired = yield* repair(entityType, name, value);
    const reason = isSecret(name)
      ? 'it does not fit its model, and is a secret'
      : beginningWithoutTokens(formatIssues(issues, value, 'value'), reasonLength);
    found.push({ urn, name, entityType, reason, repaired, systemMetadata });
  }
  return found;
}

/** An aspect about access is not repaired: writing one could create a user or a policy that SQL has deleted. */
function* repair(entityType: string, name: string, value: Json): Steps<Json | null> {
  if (isAccessAspect(entityType, name)) return null;
  const filled = yield* withDefaults(name, value);
  try {
    yield* checkReadable(name, filled);
    yield* checkAspect(entityType, name, filled);
    return filled;
  } catch (error) {
    if (error instanceof CatalogError && error.type === 'INVALID_ASPECT') return null;
    throw error;
  }
}
