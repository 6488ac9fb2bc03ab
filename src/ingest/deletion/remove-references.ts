import type { AspectKey, AspectUpsert } from '../../aspects/aspect.js';
import type { AspectDocument } from '../../aspects/document-store.js';
import { withFollowers } from '../../aspects/followers/members.js';
import type { AspectStorage } from '../../aspects/kernel.js';
import { lockAndRun } from '../../aspects/lock-and-run.js';
import { withoutReferences } from '../../aspects/references/references.js';
import {
  firstReferrer,
  referrersAfter,
  referringDocuments,
  taggedWith,
} from '../../aspects/references/referrer-store.js';
import { changeAspects } from '../../aspects/write.js';
import type { AuditStep } from '../../audit/event.js';
import { recordAudit } from '../../audit/store.js';
import type { Actor } from '../../core/actor.js';
import type { AuditStamp, Clock } from '../../core/clock.js';
import { TooLarge } from '../../core/too-large.js';
import { getEntityType } from '../../core/urn.js';
import type { Query, Transaction } from '../../db/query.js';
import { confirmRights, transaction } from '../../db/transaction.js';
import type { Json } from '../../json/lossless-json.js';
import { parseInSteps } from '../../json/lossless-json-parser.js';
import { withNormalUrns } from '../../json/normal-urns.js';
import { runInTurns, type Steps } from '../../scheduling/steps.js';
import { detachIn } from '../../tags/association-store.js';
import { beginPeopleChange } from '../../users/change-store.js';

/** A removal of all references to an entity. */
export interface Removal extends AspectStorage {
  readonly clock: Clock;
  readonly maxBytes: number;
  readonly actor: Actor;
  /** The entity that is referred to. */
  readonly urn: string;
  /** Called with aspects before they are changed. */
  readonly checkRights: CheckRights;
  /** Of the transaction that comes next. */
  readonly step: () => AuditStep;
  /** Called after each transaction. */
  readonly onRemoved: () => void;
}

/** @param aspects of entities that refer to the deleted entity; the name `container` is the location of an entity */
export type CheckRights = (query: Query, aspects: readonly SourceAspect[]) => Promise<void>;

interface SourceAspect {
  readonly source: string;
  readonly aspect: string;
}

/** The maximum number of changes in one transaction, so that it holds its locks only for a short time. */
const associationsPerTransaction = 500;
const aspectsPerTransaction = 50;

/** Removes a tag from entities and edited columns. */
export async function removeAssociations(removal: Removal): Promise<void> {
  const { db, urn, actor } = removal;
  for (;;) {
    const associations = await taggedWith(db.query, urn, associationsPerTransaction, actor.deadline);
    if (associations.length === 0) return;
    const resourceUrns = [...new Set(associations.map(({ resourceUrn }) => resourceUrn))];
    const audit = { time: removal.clock(), actor: actor.urn };
    const change = { resourceUrns, tagUrns: [urn], associations, audit, requester: actor };
    const work = async (tx: Transaction) => {
      await removal.checkRights(
        tx.query,
        resourceUrns.map((source) => ({ source, aspect: '' })),
      );
      const changed = await detachIn(tx, change, db.isRecorded);
      await record(tx, removal, { changed, deleted: [] });
    };
    await transaction(db, work, actor);
    removal.onRemoved();
  }
}

/** Removes an entity from the aspects whose references are rows of `entity_references`. */
export async function removeReferences(removal: Removal): Promise<void> {
  const { db, urn, actor } = removal;
  let size = aspectsPerTransaction;
  for (let last = firstReferrer; ; ) {
    const page = await referrersAfter(db.query, urn, last, size, actor.deadline);
    if (page.length === 0) return;
    const aspects = page.map(({ source, aspect }) => ({ urn: source, name: aspect }));
    // One aspect is small enough for a request to have written it.
    const maxBytes = size > 1 ? removal.maxBytes : Number.MAX_SAFE_INTEGER;
    try {
      await removeFrom(aspects, maxBytes, removal);
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
      size = Math.ceil(size / 2);
      continue;
    }
    removal.onRemoved();
    last = page.at(-1)!;
  }
}

async function removeFrom(found: readonly AspectKey[], maxBytes: number, removal: Removal): Promise<void> {
  const { db, aspects: known, urn, actor, clock, checkRights } = removal;
  const audit: AuditStamp = { time: clock(), actor: actor.urn };
  const edited = found.filter(({ name }) => name === 'editableSchemaMetadata');
  const request = {
    written: found.map(({ urn }) => ({ urn, type: getEntityType(urn) })),
    createsMissing: false,
    edited: edited.map(({ urn }) => urn),
  };
  await lockAndRun({ db, aspects: known, audit, requester: actor }, request, async (tx, locked) => {
    const aspects = found.filter((one) => locked.entities.has(one.urn));
    const endPeopleChange = await beginPeopleChange(
      tx,
      actor,
      aspects.map((one) => one.urn),
    );
    await confirmRights(tx, actor, 'places');
    await checkRights(
      tx.query,
      aspects.map((one) => ({ source: one.urn, aspect: one.name })),
    );
    const documents = await referringDocuments(tx, urn, aspects, maxBytes, actor);
    const changes = await runInTurns(planChanges(documents, urn), actor.deadline);
    const deleted = await changeAspects(tx, changes, audit, actor.deadline);
    await endPeopleChange();
    await record(tx, removal, { changed: changes.upserts, deleted });
  });
}

/** Names each aspect that a transaction has changed or deleted. */
async function record(
  tx: Transaction,
  { urn, actor, step }: Removal,
  { changed, deleted }: Readonly<Record<'changed' | 'deleted', readonly AspectKey[]>>,
): Promise<void> {
  if (changed.length + deleted.length === 0) return;
  const named = (keys: readonly AspectKey[]) => keys.map((key) => `${key.urn} ${key.name}`);
  const detail = {
    aspects: changed.length + deleted.length,
    ...(changed.length > 0 && { changed: named(changed) }),
    ...(deleted.length > 0 && { deleted: named(deleted) }),
  };
  await recordAudit(tx, actor, { type: 'DeleteReferencesEvent', subject: urn, detail, step: step() });
}

function* planChanges(
  documents: readonly (AspectDocument & { readonly entityType: string })[],
  target: string,
): Steps<{ deleted: AspectKey[]; upserts: AspectUpsert[] }> {
  const deleted: AspectKey[] = [];
  const upserts: AspectUpsert[] = [];
  for (const { urn, name, text, entityType, systemMetadata } of documents) {
    const before = (yield* parseInSteps(yield* withNormalUrns(text))) as Json;
    const after = yield* withoutReferences(name, before, target);
    if (after === null) deleted.push({ urn, name });
    else {
      const value = yield* withFollowers(name, after, before);
      upserts.push({ urn, entityType, name, value, systemMetadata });
    }
  }
  return { deleted, upserts };
}
