import type { Actor } from '../core/actor.js';
import { unauthorized } from '../core/errors.js';
import { entityTypeOf } from '../core/urn.js';
import type { Transaction } from '../db/query.js';
import { containersOf } from '../metadata/container-store.js';
import { needsContainers } from '../metadata/containers.js';
import type { AspectValue } from '../metadata/models.js';
import type { Refuse } from './access-control.js';
import type { AspectChanges } from './apply-proposals.js';
import { mayEdit } from './rights.js';

/**
 * Rejects changes of where an entity is, if the actor may not edit what is in its new container. The right over the old
 * one is checked before the transaction, as for every proposal.
 *
 * @param refuse called for each such change
 */
export async function rejectMoves(
  tx: Transaction,
  actor: Actor,
  { deleted, upserts }: AspectChanges,
  refuse: Refuse,
): Promise<void> {
  const moves = [...deleted.map((aspect) => ({ ...aspect, value: null })), ...upserts]
    .filter(({ name }) => name === 'container')
    .map(({ urn, value }) => ({
      resource: { urn, type: entityTypeOf(urn) },
      to: (value as AspectValue<'container'> | null)?.container ?? null,
    }));
  const may = (resource: Parameters<typeof mayEdit>[1]) => mayEdit(actor, resource);
  const open = moves.filter(({ resource, to }) => to !== null && needsContainers(may, resource));
  const above = await containersOf(
    tx.query,
    open.map(({ to }) => to!),
  );
  for (const { resource, to } of moves) {
    const containers = to === null ? [] : [to, ...(above.get(to) ?? [])];
    if (may({ ...resource, containers })) continue;
    refuse(unauthorized(`${actor.urn} may not move ${resource.urn} to ${to}`), resource.urn, 'container');
  }
}
