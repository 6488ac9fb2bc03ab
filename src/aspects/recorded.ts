import { operator, type Requester } from '../core/actor.js';
import { getEntityType } from '../core/urn.js';
import { isHidden } from '../datahub/hidden-types.js';
import type { Change } from '../history/change.js';
import { insertChanges } from '../history/change-store.js';
import { compareAspect } from '../history/compare.js';
import { isFollowed } from '../history/facts.js';
import { isObject, type Json } from '../json/lossless-json.js';
import { parseInSteps } from '../json/lossless-json-parser.js';
import { runInTurns, type Steps } from '../scheduling/steps.js';
import { isAccess } from './access.js';
import type { AspectKey } from './aspect.js';
import type { Changes, MetadataTransaction } from './changes.js';
import { currentDocuments } from './document-store.js';

/** Whether changes of entities of a type are recorded. */
const isRecorded = (type: string): boolean => !isAccess(type) && !isHidden(type);

/** Called before aspects of locked entities change: the history compares what they are with what they will be. */
export async function readBefore(
  tx: MetadataTransaction,
  keys: readonly (AspectKey & { readonly entityType: string })[],
): Promise<void> {
  if (!tx.isRecorded) return;
  const unknown = keys.filter(
    ({ urn, name, entityType }) =>
      isFollowed(name) && isRecorded(entityType) && !tx.changes.knowsBefore(urn, name),
  );
  for (const { urn, name, entityType } of unknown) tx.changes.addBefore(urn, entityType, name, null);
  const requester: Pick<Requester, 'memory' | 'deadline'> = tx.requester ?? {};
  for (const { urn, name, text } of await currentDocuments(tx, unknown, requester)) {
    const value = (await runInTurns(parseInSteps(text), requester.deadline)) as Json;
    tx.changes.addBefore(urn, getEntityType(urn), name, value);
  }
}

/** Records what a transaction has changed, in the transaction. */
export async function recordChanges(tx: MetadataTransaction): Promise<void> {
  if (!tx.isRecorded) return;
  const changes = await runInTurns(listChanges(tx.changes), tx.requester?.deadline);
  if (changes.length > 0) await insertChanges(tx, changes, (tx.requester ?? operator).urn);
}

function* listChanges(changed: Changes): Steps<Change[]> {
  const changes: Change[] = [];
  for (const urn of changed.gone)
    if (isRecorded(getEntityType(urn))) changes.push(toLifecycle(urn, 'HARD_DELETE'));
  for (const [urn, { type, aspects, before, systemMetadata }] of changed.entities) {
    if (!isRecorded(type)) continue;
    const isNew = changed.isNew(urn);
    if (isNew) changes.push(toLifecycle(urn, 'CREATE'));
    for (const [name, value] of aspects) {
      if (!isFollowed(name)) continue;
      const was = before.get(name) ?? null;
      const found = yield* compareAspect({ entityUrn: urn, aspect: name, before: was, after: value, isNew });
      const written = systemMetadata.get(name);
      const runId = found.length > 0 && written !== undefined ? yield* readRunId(written) : null;
      for (const change of found) changes.push({ ...change, runId });
      yield;
    }
  }
  return changes;
}

const toLifecycle = (entityUrn: string, operation: 'CREATE' | 'HARD_DELETE'): Change => ({
  ...{ entityUrn, operation, category: 'LIFECYCLE' },
  ...{ fieldPath: '', aspect: null, modifier: null, before: null, after: null, runId: null },
});

function* readRunId(systemMetadata: string): Steps<string | null> {
  const metadata = yield* parseInSteps(systemMetadata);
  return isObject(metadata) && typeof metadata.runId === 'string' ? metadata.runId : null;
}
