import type { Actor } from '../core/actor.js';
import { mayEditEntity } from '../core/authorization.js';
import type { Clock } from '../core/clock.js';
import { badRequest, CatalogError, unauthorized } from '../core/errors.js';
import type { Steps } from '../core/steps.js';
import { runCooperatively } from '../db/cooperative.js';
import type { Database } from '../db/database.js';
import { isTooMuchWork, toCatalogError } from '../db/errors.js';
import { transaction } from '../db/transaction.js';
import { prepareMonths } from '../timeseries/new-month-store.js';
import { refuseAccessControl } from './access-control.js';
import { readingEvents } from './event.js';
import { countOperations } from './patch.js';
import { type Proposal, readingProposal } from './proposal.js';
import { type Mentioned, writeProposals } from './write-proposals.js';

/** @returns the URNs of the entities, in the proposals' order */
export type Ingest = (actor: Actor, proposals: readonly unknown[]) => Promise<readonly string[]>;

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly maxProposals: number;
  /** months of time series that one request may make */
  readonly maxNewMonths: number;
}

/** Operations that the patches of one request may have together. */
const operationsMax = 100_000;
/** Characters of the aspects of one proposal that is small: there is nothing to leave out of it. */
const smallText = 65_536;

/**
 * Writes MetadataChangeProposals in one transaction, all or nothing, as if one after the other.
 *
 * @throws BAD_REQUEST, UNAUTHORIZED, NOT_FOUND, CONFLICT, INVALID_ASPECT; of several, which one it was is told
 */
export const ingest =
  ({ db, clock, maxProposals, maxNewMonths }: Deps): Ingest =>
  async (actor, inputs) => {
    if (inputs.length > maxProposals) {
      throw badRequest(`proposals has ${inputs.length} entries; at most ${maxProposals} are allowed`);
    }
    const { deadline } = actor;
    let proposals: readonly Proposal[] = [];
    try {
      proposals = await runCooperatively(readingAll(actor, inputs), deadline);
      const mentioned: Mentioned = new Set();
      const audit = { time: clock(), actor: actor.urn };
      const events = await runCooperatively(readingEvents(proposals, audit.time), deadline);
      const months = await prepareMonths(db, [...events.values()], maxNewMonths, actor);
      const batch = { proposals, events, months, mentioned };
      await transaction(db, (tx) => writeProposals(tx, batch, audit, actor), actor);
    } catch (error) {
      const isReducible = inputs.length > 1 || proposals.some(({ text }) => text.length > smallText);
      if (isReducible && isTooMuchWork(error)) throw tooMuch(inputs.length, error);
      throw toCatalogError(error);
    }
    return proposals.map(({ urn }) => urn);
  };

function* readingAll(actor: Actor, inputs: readonly unknown[]): Steps<Proposal[]> {
  const proposals: Proposal[] = [];
  let operations = 0;
  for (const [index, input] of inputs.entries()) {
    const proposal = yield* readingProposal(input, inputs.length === 1 ? '' : `proposals[${index}]`);
    if (proposal.changeType === 'PATCH') operations += countOperations(proposal.value);
    proposals.push(proposal);
    yield;
  }
  for (const proposal of proposals) {
    const { urn, entityType } = proposal;
    refuseAccessControl(actor, proposal);
    if (!mayEditEntity(actor, { type: entityType, urn }))
      throw unauthorized(`${actor.urn} may not edit ${urn}`);
    yield;
  }
  if (operations > operationsMax) {
    throw badRequest(
      `the patches have ${operations} operations together; at most ${operationsMax} are allowed in one request`,
    );
  }
  return proposals;
}

/** A permanent failure: the same request would fail again. */
const tooMuch = (count: number, cause: unknown) =>
  new CatalogError(
    'BAD_REQUEST',
    `writing ${count === 1 ? 'the proposal' : `${count} proposals`} takes longer than a request may, or more than the ` +
      'database gives to one: nothing was written; send fewer or smaller proposals at a time',
    { cause },
  );
