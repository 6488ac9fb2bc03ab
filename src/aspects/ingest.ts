import type { Actor } from '../core/actor.js';
import { mayEditEntity } from '../core/authorization.js';
import type { Clock } from '../core/clock.js';
import { badRequest, CatalogError, unauthorized } from '../core/errors.js';
import type { Steps } from '../core/steps.js';
import { runCooperatively } from '../db/cooperative.js';
import type { Database } from '../db/database.js';
import { isTooMuchWork, toCatalogError } from '../db/errors.js';
import { transaction } from '../db/transaction.js';
import { createMissingMonths } from '../timeseries/month-store.js';
import { rejectAccessControl } from './access-control.js';
import { parseEvents } from './event.js';
import { countOperations } from './parse-patch.js';
import { type Proposal, parseProposal } from './proposal.js';
import { writeProposals } from './write-proposals.js';

/** @returns the URNs of the entities, in the proposals' order */
export type Ingest = (actor: Actor, proposals: readonly unknown[]) => Promise<readonly string[]>;

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly maxProposals: number;
  /** Months of time series that one request may create. */
  readonly maxNewMonths: number;
}

/** Operations that the patches of one request may have together. */
const operationsMax = 100_000;
/** Up to this many characters, a single proposal cannot be sent in smaller parts. */
const smallText = 65_536;

/**
 * Writes MetadataChangeProposals in one transaction, all or nothing, with the result of writing them one after another.
 *
 * @throws BAD_REQUEST, UNAUTHORIZED, NOT_FOUND, CONFLICT, INVALID_ASPECT. The message names the proposal of a batch.
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
      proposals = await runCooperatively(parseAll(actor, inputs), deadline);
      const unlockedTags = new Set<string>();
      const audit = { time: clock(), actor: actor.urn };
      const events = await runCooperatively(parseEvents(proposals, audit.time), deadline);
      const months = await createMissingMonths(db, [...events.values()], maxNewMonths, actor);
      const batch = { proposals, events, months, unlockedTags };
      await transaction(db, (tx) => writeProposals(tx, batch, audit, actor), actor);
    } catch (error) {
      const isReducible = inputs.length > 1 || proposals.some(({ text }) => text.length > smallText);
      if (isReducible && isTooMuchWork(error)) throw tooLarge(inputs.length, error);
      throw toCatalogError(error);
    }
    return proposals.map(({ urn }) => urn);
  };

function* parseAll(actor: Actor, inputs: readonly unknown[]): Steps<Proposal[]> {
  const proposals: Proposal[] = [];
  let operations = 0;
  for (const [index, input] of inputs.entries()) {
    const proposal = yield* parseProposal(input, inputs.length === 1 ? '' : `proposals[${index}]`);
    if (proposal.changeType === 'PATCH') operations += countOperations(proposal.value);
    proposals.push(proposal);
    yield;
  }
  for (const proposal of proposals) {
    const { urn, entityType } = proposal;
    rejectAccessControl(actor, proposal);
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

/** BAD_REQUEST, because the same request would fail again. */
const tooLarge = (count: number, cause: unknown) =>
  new CatalogError(
    'BAD_REQUEST',
    `writing ${count === 1 ? 'the proposal' : `${count} proposals`} takes longer than a request may, or more than the ` +
      'database gives to one: nothing was written; send fewer or smaller proposals at a time',
    { cause },
  );
