import type { AspectKey, AspectUpsert } from '../../aspects/aspect.js';
import { clientIssues } from '../../aspects/client-issues.js';
import { type AspectDocument, currentDocuments } from '../../aspects/document-store.js';
import { MissingLocks } from '../../aspects/lock.js';
import { lockAndRun } from '../../aspects/lock-and-run.js';
import { withDefaults } from '../../aspects/patch-defaults.js';
import { referencedTags, toRows } from '../../aspects/rows.js';
import { writeRows } from '../../aspects/write.js';
import { operator } from '../../core/actor.js';
import type { Clock } from '../../core/clock.js';
import { CatalogError } from '../../core/errors.js';
import { beginningWithoutTokens } from '../../core/text.js';
import { TooLarge } from '../../core/too-large.js';
import { getEntityType } from '../../core/urn.js';
import type { Database } from '../../db/database.js';
import type { Query } from '../../db/query.js';
import { checkAspect, checkReadable } from '../../ingest/validate.js';
import { formatIssues } from '../../input/invalid-input.js';
import type { Json } from '../../json/lossless-json.js';
import { parseInSteps } from '../../json/lossless-json-parser.js';
import { runInTurns, type Steps } from '../../scheduling/steps.js';
import { storedAspects as aspects } from '../../stored-aspects.js';
import { isSecret } from '../../visibility/secrets.js';

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
  const documents = await currentDocuments({ query, aspects }, keys, {}, bytes).catch((error: unknown) => {
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
  const definition = aspects.find(entityType, name);
  if (definition?.isAccess) return null;
  const filled = yield* withDefaults(name, value);
  try {
    yield* checkReadable(name, filled);
    yield* checkAspect({ entityType, aspectName: name, definition }, filled);
    return filled;
  } catch (error) {
    if (error instanceof CatalogError && error.type === 'INVALID_ASPECT') return null;
    throw error;
  }
}

/**
 * Adds the missing fields of aspects in one transaction, as a patch without operations would. What others have changed
 * since the aspects were read is read again with the locks.
 *
 * @param given aspects that can be repaired
 * @returns the number of repaired aspects
 */
export async function repairAspects(
  db: Database,
  clock: Clock,
  given: readonly UnreadableAspect[],
): Promise<number> {
  if (given.length === 0) return 0;
  const audit = { time: clock(), actor: operator.urn };
  const tags = given.flatMap(({ entityType, name, repaired }) => [
    ...(aspects.find(entityType, name)?.locks?.tags?.(repaired!) ?? []),
  ]);
  const request = {
    written: given.map(({ urn, entityType }) => ({ urn, type: entityType })),
    createsMissing: false,
    referencedTags: new Set(tags),
  };
  return lockAndRun({ db, aspects, audit, requester: operator }, request, async (tx, locked) => {
    const keys = given.filter(({ urn }) => locked.entities.has(urn));
    const documents = await currentDocuments(tx, keys, {});
    const upserts = (await runInTurns(findUnreadable(documents))).flatMap(toUpsert);
    const rows = await runInTurns(toRows(aspects, upserts));
    const missing = [...referencedTags(rows)].filter((urn) => !locked.tags.has(urn));
    if (missing.length > 0) return new MissingLocks(missing);
    await writeRows(tx, rows, audit);
    return upserts.length;
  });
}

const toUpsert = ({ repaired, ...aspect }: UnreadableAspect): AspectUpsert[] =>
  repaired === null ? [] : [{ ...aspect, value: repaired }];
