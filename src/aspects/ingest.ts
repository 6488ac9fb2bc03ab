import type { Database } from '../db/database.js';
import { transaction } from '../db/transaction.js';
import type { Actor } from '../domain/actor.js';
import type { Clock } from '../domain/clock.js';
import { unauthorized } from '../domain/errors.js';
import { mayEditEntity } from '../domain/rights.js';
import { prepareMonths } from '../timeseries/new-month-store.js';
import { refuseAccessControl } from './access-control.js';
import { eventsOf } from './event.js';
import { parseProposal } from './proposal.js';
import { writeProposals } from './write-proposals.js';

/** @returns the URNs of the entities, in the proposals' order */
export type Ingest = (actor: Actor, proposals: readonly unknown[]) => Promise<readonly string[]>;

/**
 * Writes MetadataChangeProposals in one transaction, all or nothing, as if one after the other.
 *
 * @throws BAD_REQUEST, UNAUTHORIZED, NOT_FOUND, CONFLICT, INVALID_ASPECT; of several, which one it was is told
 */
export const ingest =
  (deps: { db: Database; clock: Clock; maxNewMonths: number }): Ingest =>
  async (actor, inputs) => {
    const proposals = inputs.map((input, index) =>
      parseProposal(input, inputs.length === 1 ? '' : `proposals[${index}]`),
    );
    for (const proposal of proposals) {
      const { urn, entityType } = proposal;
      refuseAccessControl(actor, proposal);
      if (!mayEditEntity(actor, { type: entityType, urn })) {
        throw unauthorized(`${actor.urn} may not edit ${urn}`);
      }
    }
    const audit = { time: deps.clock(), actor: actor.urn };
    const events = eventsOf(proposals, audit.time);
    const months = await prepareMonths(deps.db, [...events.values()], deps.maxNewMonths, actor);
    await transaction(
      deps.db,
      (tx) => writeProposals(tx, proposals, { events, months }, audit, actor),
      actor,
    );
    return proposals.map(({ urn }) => urn);
  };
