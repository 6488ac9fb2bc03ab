import { operator, type Requester } from '../core/actor.js';
import { busy } from '../core/memory-budget.js';
import { getEntityType } from '../core/urn.js';
import { type Change, editedTagAspects, isRecordedType } from '../history/change.js';
import { insertChanges } from '../history/change-store.js';
import { compareAspect } from '../history/compare.js';
import { isFollowed } from '../history/facts.js';
import { readTagged, type Tagged } from '../history/tagged-store.js';
import { isObject, type Json } from '../json/lossless-json.js';
import { parseInSteps } from '../json/lossless-json-parser.js';
import { runInTurns, type Steps } from '../scheduling/steps.js';
import type { AspectKey } from './aspect.js';
import { type Changes, type MetadataTransaction, toTaggedKey } from './changes.js';
import { currentDocuments } from './document-store.js';

/** Notes values of aspects of locked entities that were read before they change, so that `readBefore` does not read them. */
export function noteBefore(
  tx: MetadataTransaction,
  values: readonly (AspectKey & { readonly value: Readonly<Json> | null })[],
): void {
  if (!tx.isRecorded) return;
  for (const { urn, name, value } of values) {
    const type = getEntityType(urn);
    const isTagging = editedTagAspects.includes(name);
    if (isFollowed(name) && isRecordedType(type) && !isTagging && !tx.changes.knowsBefore(urn, name))
      tx.changes.addBefore(urn, type, name, value);
  }
}

/** Called before aspects of locked entities change: the history compares what they are with what they will be. */
export async function readBefore(
  tx: MetadataTransaction,
  keys: readonly (AspectKey & { readonly entityType: string })[],
): Promise<void> {
  if (!tx.isRecorded) return;
  const unknown = keys.filter(
    ({ urn, name, entityType }) =>
      isFollowed(name) && isRecordedType(entityType) && !tx.changes.knowsBefore(urn, name),
  );
  for (const { urn, name, entityType } of unknown) tx.changes.addBefore(urn, entityType, name, null);
  const requester: Pick<Requester, 'memory' | 'deadline'> = tx.requester ?? {};
  for (const { urn, name, text } of await currentDocuments(tx, unknown, requester)) {
    const value = (await runInTurns(parseInSteps(text), requester.deadline)) as Json;
    tx.changes.addBefore(urn, getEntityType(urn), name, value);
  }
  const tagging = unknown.filter(({ name }) => editedTagAspects.includes(name));
  if (tagging.length === 0) return;
  const tagged = await readTagged(tx, tagging);
  takeMemoryOf(tagged, requester);
  tx.changes.addTaggedBefore(tagged, getEntityType);
}

/** Bytes that are taken without counting. */
const smallDetails = 65_536;

/** @throws SERVICE_UNAVAILABLE when there is too little memory */
function takeMemoryOf(tagged: readonly Tagged[], { memory }: Pick<Requester, 'memory'>) {
  const bytes = tagged.reduce((sum, { detail }) => sum + 2 * (detail?.length ?? 0), 0);
  if (bytes > smallDetails && memory && !memory.add(bytes)) throw busy();
}

/** Records what a transaction has changed, in the transaction. */
export async function recordChanges(tx: MetadataTransaction): Promise<void> {
  if (!tx.isRecorded) return;
  const changes = await runInTurns(listChanges(tx.changes), tx.requester?.deadline);
  if (changes.length > 0) await insertChanges(tx, changes, tx.requester ?? operator);
}

function* listChanges(changed: Changes): Steps<Change[]> {
  const changes: Change[] = [];
  for (const urn of changed.gone)
    if (isRecordedType(getEntityType(urn))) changes.push(toLifecycle(urn, 'HARD_DELETE'));
  for (const [urn, { type, aspects, before, tagged, systemMetadata }] of changed.entities) {
    if (!isRecordedType(type)) continue;
    const isNew = changed.isNew(urn);
    if (isNew) changes.push(toLifecycle(urn, 'CREATE'));
    for (const [name, value] of aspects) {
      if (!isFollowed(name)) continue;
      const was = before.get(name) ?? null;
      const found = yield* compareAspect({ entityUrn: urn, aspect: name, before: was, after: value, isNew });
      const written = systemMetadata.get(name);
      const runId = found.length > 0 && written !== undefined ? yield* readRunId(written) : null;
      for (const change of found) changes.push({ ...change, runId, ...readDetail(change, tagged) });
      yield;
    }
  }
  return changes.concat(changed.edits);
}

/** Of a tag that is gone, the associations are those that there were. */
function readDetail(
  { aspect, category, operation, fieldPath, modifier }: Omit<Change, 'runId'>,
  tagged: ReadonlyMap<string, Tagged>,
) {
  if (category !== 'TAG' || operation !== 'REMOVE' || modifier === null) return {};
  const found = tagged.get(toTaggedKey(fieldPath, modifier));
  return found?.name === aspect ? { detail: found.detail, isCut: found.isCut } : {};
}

const toLifecycle = (entityUrn: string, operation: 'CREATE' | 'HARD_DELETE'): Change => ({
  ...{ entityUrn, operation, category: 'LIFECYCLE' },
  ...{ fieldPath: '', aspect: null, modifier: null, before: null, after: null, runId: null },
});

function* readRunId(systemMetadata: string): Steps<string | null> {
  const metadata = yield* parseInSteps(systemMetadata);
  return isObject(metadata) && typeof metadata.runId === 'string' ? metadata.runId : null;
}
