import type { AspectStorage, Aspects } from '../aspects/kernel.js';
import { needsContainers } from '../containers/containers.js';
import { selectContainers } from '../containers/store.js';
import type { Actor } from '../core/actor.js';
import { lacking } from '../core/authorization.js';
import type { Clock } from '../core/clock.js';
import { badRequest } from '../core/errors.js';
import type { Resource } from '../core/resource.js';
import { warn } from '../core/warn.js';
import { toCatalogError, unfinished } from '../db/errors.js';
import { runInTurns, type Steps } from '../scheduling/steps.js';
import type { EventRow } from '../timeseries/event-store.js';
import { createMissingMonths } from '../timeseries/month-store.js';
import { isTimeseriesAspect } from '../timeseries/timeseries-index.js';
import { type BasisAspect, BasisChanged } from './basis.js';
import type { Batch } from './batch.js';
import { toEvent } from './event.js';
import { rejectUnknownNames } from './known-names.js';
import { countOperations } from './patches/parse-patch.js';
import { isWholeEntity, isWriting, type Proposal, parseProposal, parseSubject } from './proposal.js';
import { Refusals } from './refusals.js';
import { rejectAccessControl } from './reject-access-aspects.js';
import { mayPropose, neededFor, rejectSecretPatch, toResource } from './rights.js';
import { describeUnreadable } from './unreadable.js';
import { writeProposals } from './write-proposals.js';

/** @returns the URNs of the entities, in the proposals' order */
export type Ingest = (
  actor: Actor,
  proposals: readonly unknown[],
  /** The stored aspects that the proposals were made from; they must not have changed (`BasisChanged`). */
  basis?: readonly BasisAspect[],
) => Promise<readonly string[]>;

interface Deps extends AspectStorage {
  readonly clock: Clock;
  readonly maxProposals: number;
  /** Months of time series that one request may create. */
  readonly maxNewMonths: number;
  /** Whether aspects and entity types that DataHub does not have are stored. */
  readonly storesUnknownNames: boolean;
  /** Whether whole aspects keep the tags that people have added, unless a request says otherwise. */
  readonly keepsEditedTags: boolean;
}

/** Operations that the patches of one request may have together. */
const operationsMax = 100_000;
/** Up to this many characters, a single proposal cannot be sent in smaller parts. */
const smallText = 65_536;

/**
 * Writes MetadataChangeProposals in one transaction, all or nothing, with the result of writing them one after another,
 * except for default aspects (docs/wire-aspects.md, "What the catalog adds").
 *
 * @throws BAD_REQUEST, UNAUTHORIZED, NOT_FOUND, CONFLICT, INVALID_ASPECT. The error for a batch names the proposals.
 */
export const ingest =
  ({ db, aspects, clock, maxProposals, maxNewMonths, storesUnknownNames, ...deps }: Deps): Ingest =>
  async (actor, inputs, basis = []) => {
    if (inputs.length > maxProposals) {
      throw badRequest(`proposals has ${inputs.length} entries; at most ${maxProposals} are allowed`);
    }
    let proposals: readonly Proposal[] = [];
    try {
      const audit = { time: clock(), actor: actor.urn };
      const refusals = new Refusals(inputs.length);
      const parsed = await runInTurns(parseAll(aspects, actor, inputs, refusals), actor.deadline);
      const located = await selectContainers(db.query, [...parsed.inContainers]);
      const check = checkAll(actor, parsed, located, refusals, audit.time, storesUnknownNames);
      const checked = await runInTurns(check, actor.deadline);
      proposals = checked.proposals;
      const months = await createMissingMonths(db, [...checked.events.values()], maxNewMonths, actor);
      const unreadable = await runInTurns(describeUnreadable(proposals), actor.deadline);
      const keepsEditedTags = actor.keepsEditedTags ?? deps.keepsEditedTags;
      await writeProposals({ db, aspects }, { ...checked, months, keepsEditedTags, basis }, audit, actor);
      if (unreadable !== null) warn(actor, unreadable);
    } catch (error) {
      if (error instanceof BasisChanged) throw error;
      const isReducible = inputs.length > 1 || proposals.some(({ text }) => text.length > smallText);
      throw (
        (isReducible && unfinished(error, describeWriting(inputs.length), advice)) || toCatalogError(error)
      );
    }
    return proposals.map(({ urn }) => urn);
  };

interface Parsed {
  /** That can be read. */
  readonly proposals: readonly Proposal[];
  /** That the actor may make, wherever their entities are. */
  readonly allowed: ReadonlySet<Proposal>;
  /** Entities whose containers the actor's rights depend on. */
  readonly inContainers: ReadonlySet<string>;
}

function* parseAll(
  aspects: Aspects,
  actor: Actor,
  inputs: readonly unknown[],
  refusals: Refusals,
): Steps<Parsed> {
  const proposals: Proposal[] = [];
  const allowed = new Set<Proposal>();
  const inContainers = new Set<string>();
  for (const [index, input] of inputs.entries()) {
    yield;
    try {
      const proposal = yield* parseProposal(aspects, input, index);
      proposals.push(proposal);
      const may = (resource: Resource) => mayPropose(actor, proposal, resource);
      if (may(toResource(proposal))) allowed.add(proposal);
      else if (needsContainers(may, toResource(proposal))) inContainers.add(proposal.urn);
    } catch (error) {
      refusals.add(parseSubject(input, index), error);
    }
  }
  return { proposals, allowed, inContainers };
}

/** Checks the rights, and everything else that does not depend on the aspects that are stored. */
function* checkAll(
  actor: Actor,
  parsed: Parsed,
  located: ReadonlyMap<string, readonly string[]>,
  refusals: Refusals,
  now: number,
  storesUnknownNames: boolean,
): Steps<Pick<Batch, 'proposals' | 'events'>> {
  const proposals: Proposal[] = [];
  const events = new Map<Proposal, EventRow>();
  let operations = 0;
  for (const proposal of parsed.proposals) {
    yield;
    try {
      rejectAccessControl(actor, proposal, proposal.changeType === 'DELETE');
      if (!parsed.allowed.has(proposal)) checkRights(actor, proposal, located.get(proposal.urn) ?? []);
      rejectSecretPatch(actor, proposal);
      // What an earlier version or a custom model has stored can be deleted.
      if (!storesUnknownNames && isWriting(proposal))
        rejectUnknownNames(proposal.entityType, proposal.aspectName);
      if (isTimeseriesAspect(proposal.aspectName)) events.set(proposal, toEvent(proposal, now));
      if (proposal.changeType === 'PATCH') operations += countOperations(proposal.value);
      proposals.push(proposal);
    } catch (error) {
      refusals.add(proposal, error);
    }
  }
  refusals.throwIfAny();
  if (operations > operationsMax) {
    throw badRequest(
      `the patches have ${operations} operations together; at most ${operationsMax} are allowed in one request`,
    );
  }
  return { proposals, events };
}

/** @throws UNAUTHORIZED */
function checkRights(actor: Actor, proposal: Proposal, containers: readonly string[]): void {
  if (!mayPropose(actor, proposal, { ...toResource(proposal), containers }))
    throw lacking(actor, `edit ${proposal.urn}`, neededFor(toResource(proposal), targetAspect(proposal)));
}

const targetAspect = (proposal: Proposal) => (isWholeEntity(proposal) ? null : proposal.aspectName);

const describeWriting = (count: number) =>
  `nothing was written: writing ${count === 1 ? 'the proposal' : `${count} proposals`}`;
const advice = 'send fewer or smaller proposals at a time';
