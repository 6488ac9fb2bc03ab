import type { Actor } from '../core/actor.js';
import { CatalogError } from '../core/errors.js';
import { toCatalogError } from '../db/errors.js';
import type { Json } from '../json/lossless-json.js';
import { runInTurns, type Steps } from '../scheduling/steps.js';
import type { Ingest } from './ingest-proposals.js';
import { proposalsOfSnapshot } from './snapshot.js';

export interface Snapshot {
  /** The snapshot under the name of its record. */
  readonly value: unknown;
  readonly systemMetadata: unknown;
}

/**
 * Writes the aspects of snapshots as `ingest` writes their proposals: in one transaction, all or nothing.
 *
 * @returns the URNs of the aspects' entities, in their order
 * @throws what `ingest` throws
 */
export const ingestSnapshots =
  (ingest: Ingest) =>
  async (actor: Actor, snapshots: readonly Snapshot[]): Promise<readonly string[]> => {
    const proposals = await runInTurns(proposalsOfSnapshots(snapshots), actor.deadline).catch((error) => {
      throw toCatalogError(error);
    });
    return ingest(actor, proposals);
  };

function* proposalsOfSnapshots(snapshots: readonly Snapshot[]): Steps<Json[]> {
  const proposals: Json[] = [];
  for (const [index, { value, systemMetadata }] of snapshots.entries()) {
    try {
      for (const proposal of yield* proposalsOfSnapshot(value, systemMetadata)) proposals.push(proposal);
    } catch (error) {
      if (snapshots.length === 1 || !(error instanceof CatalogError)) throw error;
      throw new CatalogError(error.type, `entities[${index}]: ${error.message}`);
    }
  }
  return proposals;
}
