import type { Changes } from '../aspects/changes.js';
import { deleteUnused } from '../aspects/entity-store.js';
import { writeDefaultAspects } from '../aspects/followers/new-entities.js';
import type { AspectStorage } from '../aspects/kernel.js';
import type { MissingLocks } from '../aspects/lock.js';
import { lockAndRun } from '../aspects/lock-and-run.js';
import type { AuditEvent } from '../audit/event.js';
import { recordAudit } from '../audit/store.js';
import type { Actor } from '../core/actor.js';
import type { AuditStamp } from '../core/clock.js';
import { badRequest } from '../core/errors.js';
import { warn } from '../core/warn.js';
import type { Transaction } from '../db/query.js';
import { confirmRights } from '../db/transaction.js';
import { beginPolicyChange } from '../policies/change-store.js';
import type { PolicyInfo } from '../policies/model.js';
import { isPolicyUrn } from '../policies/row.js';
import { warnOfPolicies } from '../policies/warn.js';
import { lockMonths } from '../timeseries/month-store.js';
import { beginPeopleChange } from '../users/change-store.js';
import { writeRemovals } from '../users/removal/removal-store.js';
import { addMissingUsers } from '../users/user-store.js';
import { aspectKey } from './apply-proposals.js';
import { confirmBasis } from './basis.js';
import type { Batch, Writing } from './batch.js';
import type { TagCounts } from './kept-tags.js';
import { lockRequest } from './lock-request.js';
import { lockMoves } from './moves.js';
import { isWholeEntity, isWriting, type Proposal } from './proposal.js';
import { Refusals } from './refusals.js';
import { rejectCreations } from './rights.js';
import { deleteRun, writeRun } from './write-run.js';

/**
 * The limit of one request: each change takes some statements, and the embedded database has one connection for all
 * requests.
 */
const changesOfKindMax = 1_000;

/**
 * Writes proposals in O(runs) statements, more for large ones. In a run, either all proposals delete whole entities or
 * none does. The result is the same as sending the proposals one by one, except for values that are overwritten within
 * a run: tags and groups that only such a value names are not created, and `active: false` in it does not suspend the
 * user. After a refusal, later runs are still written, because their proposals are judged by the result.
 *
 * @throws the refusals of all proposals
 * @throws BAD_REQUEST when the proposals change between writing and deleting more than 1,000 times
 */
export async function writeProposals(
  storage: AspectStorage,
  batch: Batch,
  audit: AuditStamp,
  actor: Actor,
): Promise<void> {
  const begin = (tx: Transaction) => lockMonths(tx, batch.months);
  const request = await lockRequest(storage.aspects, batch.proposals, actor);
  await lockAndRun({ ...storage, audit, requester: actor, begin }, request, (tx, locked) =>
    writeLocked({
      ...{ tx, batch, audit, actor, locked },
      refusals: new Refusals(batch.proposals.length),
      lockedTables: new Set(batch.months.wanted.keys()),
      users: new Set(),
      deletedAspects: [],
      deletions: new Map(),
      tagCounts: new Map(),
    }),
  );
}

async function writeLocked(writing: Writing): Promise<MissingLocks | undefined> {
  const { tx, batch, audit, actor, locked, refusals } = writing;
  const { proposals } = batch;
  await confirmBasis(tx, batch.basis, actor);
  rejectCreations(actor, proposals, locked.created);
  await lockMoves(tx, actor, proposals);
  const policies = proposals.map(({ urn }) => urn).filter(isPolicyUrn);
  const endPolicyChange = await beginPolicyChange(tx, actor, policies);
  const endPeopleChange = await beginPeopleChange(tx, actor, [...locked.entities]);
  if (proposals.some(mayMove)) await confirmRights(tx, actor, 'places');

  // Entities that did not exist when the locks were taken have nothing to delete.
  const runs = splitRuns(proposals.filter(({ urn }) => locked.entities.has(urn)));
  if (runs.length - 1 > changesOfKindMax) throw tooManyChanges(runs.length - 1);
  for (const run of runs) {
    const place = { isOnly: runs.length === 1, isLast: run === runs.at(-1) };
    const missing = isWholeEntity(run[0]!)
      ? await deleteRun(writing, run)
      : await writeRun(writing, run, place);
    if (missing) return missing;
  }
  refusals.throwIfAny();
  // A patch that changes nothing does not create an entity.
  await deleteUnused(tx);
  await writeDefaultAspects(tx, audit, creationMetadata(proposals), actor.deadline);
  await addMissingUsers(tx, [...writing.users], audit);
  await writeRemovals(tx);
  const removedPolicies = await endPolicyChange();
  warnOfTags(writing);
  await warnOfPolicies(tx, actor, policiesIn(tx.changes));
  const removedPeople = await endPeopleChange(new Set(writing.deletions.keys()));
  const created = new Set(locked.created);
  const removed = [...writing.deletions].filter(
    ([urn]) => !created.has(urn) && !removedPolicies.has(urn) && !removedPeople.has(urn),
  );
  await recordAudit(tx, actor, [
    ...writing.deletedAspects.map(
      ({ urn, name }): AuditEvent => ({ type: 'DeleteAspectEvent', subject: urn, aspect: name }),
    ),
    ...removed.map(([subject, detail]): AuditEvent => ({ type: 'DeleteEntityEvent', subject, detail })),
  ]);
}

function warnOfTags({ actor, tagCounts }: Writing) {
  const warnOf = (name: keyof TagCounts, what: string) => {
    const counts = [...tagCounts.values()].map((one) => one[name]).filter((count) => count > 0);
    const total = counts.reduce((sum, count) => sum + count, 0);
    if (total > 0) warn(actor, `${what}: ${total}, in ${counts.length} of its aspects`);
  };
  warnOf('kept', 'edited tags that the request lacks were kept');
  warnOf('leftOut', 'tags that people have removed were left out');
}

/** Returns a function that finds the `systemMetadata` of the first proposal that writes an entity. */
function creationMetadata(proposals: readonly Proposal[]): (urn: string) => string | null {
  let first: Map<string, string | null> | null = null;
  return (urn) => {
    first ??= new Map(
      proposals
        .filter(isWriting)
        .map((one) => [one.urn, one.systemMetadata] as const)
        .reverse(),
    );
    return first.get(urn) ?? null;
  };
}

/** Returns the policies that a transaction has written. */
function policiesIn({ entities }: Changes): Map<string, PolicyInfo> {
  const policies = new Map<string, PolicyInfo>();
  for (const [urn, { type, aspects }] of entities) {
    const info = type === 'dataHubPolicy' && aspects.get('dataHubPolicyInfo');
    if (info) policies.set(urn, info as unknown as PolicyInfo);
  }
  return policies;
}

/** Whether a proposal can change which containers entities are in. */
const mayMove = (one: Proposal): boolean => one.aspectName === 'container' || isWholeEntity(one);

/**
 * A run writes each aspect once, and drops what it has written and deleted again. So the deletion of an aspect that the
 * run has written starts a new run: what the writing creates, such as a search document or a user, is there also after
 * the deletion.
 */
function splitRuns(proposals: readonly Proposal[]): Proposal[][] {
  const runs: Proposal[][] = [];
  const written = new Set<string>();
  for (const [index, proposal] of proposals.entries()) {
    const before = proposals[index - 1];
    const key = aspectKey(proposal.urn, proposal.aspectName);
    const continues =
      before &&
      isWholeEntity(before) === isWholeEntity(proposal) &&
      (isWriting(proposal) || !written.has(key));
    if (continues) runs.at(-1)!.push(proposal);
    else {
      runs.push([proposal]);
      written.clear();
    }
    if (isWriting(proposal)) written.add(key);
  }
  return runs;
}

const tooManyChanges = (count: number) =>
  badRequest(
    `the proposals switch ${count} times between writing and deleting; at most ${changesOfKindMax} times are allowed ` +
      'in one request: nothing was written; send fewer at a time',
  );
