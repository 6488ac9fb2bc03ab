import type { z } from 'zod';
import { lockContainerMoves } from '../aspects/lock-store.js';
import type { AspectChanges } from '../aspects/write.js';
import type { container } from '../containers/aspect-definitions.js';
import { needsContainers } from '../containers/containers.js';
import { selectContainers } from '../containers/store.js';
import type { Actor } from '../core/actor.js';
import { lacking } from '../core/authorization.js';
import { getEntityType } from '../core/urn.js';
import type { Transaction } from '../db/query.js';
import { isWriting, type Proposal } from './proposal.js';
import type { Refuse } from './reject-access-aspects.js';
import { mayEdit, neededFor, toResource } from './rights.js';

/**
 * Serializes moves of containers if the right to move them depends on containers: two concurrent checks could allow a
 * cycle. Only containers have children.
 */
export async function lockMoves(
  tx: Transaction,
  actor: Actor,
  proposals: readonly Proposal[],
): Promise<void> {
  const may = (resource: Parameters<typeof mayEdit>[1]) => mayEdit(actor, resource);
  const canMakeCircle = (one: Proposal) =>
    one.aspectName === 'container' &&
    one.entityType === 'container' &&
    isWriting(one) &&
    needsContainers(may, toResource(one));
  if (proposals.some(canMakeCircle)) await lockContainerMoves(tx);
}

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
      resource: { urn, type: getEntityType(urn) },
      to: (value as z.output<typeof container.model> | null)?.container ?? null,
    }));
  const may = (resource: Parameters<typeof mayEdit>[1]) => mayEdit(actor, resource);
  const open = moves.filter(({ resource, to }) => to !== null && needsContainers(may, resource));
  const targets = open.length === 0 ? [] : moves.flatMap(({ to }) => to ?? []);
  const above = await selectContainers(tx.query, targets);
  const inCircle = circlesAfter(moves, above);
  for (const { resource, to } of moves) {
    // A container that became its own parent is detached from its former parent.
    const containers = to === null || inCircle.has(resource.urn) ? [] : [to, ...(above.get(to) ?? [])];
    if (may({ ...resource, containers })) continue;
    refuse(
      lacking(actor, `move ${resource.urn} to ${to}`, neededFor(resource, 'container')),
      resource.urn,
      'container',
    );
  }
}

interface Move {
  readonly resource: { readonly urn: string };
  readonly to: string | null;
}

/** Returns what is in itself after the moves, directly or not, in linear time. */
function circlesAfter(moves: readonly Move[], above: ReadonlyMap<string, readonly string[]>): Set<string> {
  const parents = new Map<string, string>();
  for (const [urn, containers] of above) {
    for (const [level, container] of containers.entries())
      parents.set(level === 0 ? urn : containers[level - 1]!, container);
  }
  for (const { resource, to } of moves) {
    if (to === null) parents.delete(resource.urn);
    else parents.set(resource.urn, to);
  }
  const circles = new Set<string>();
  const done = new Set<string>();
  for (const { resource } of moves) {
    const path = new Set<string>();
    let urn: string | undefined = resource.urn;
    for (; urn !== undefined && !done.has(urn) && !path.has(urn); urn = parents.get(urn)) path.add(urn);
    for (; urn !== undefined && path.has(urn) && !circles.has(urn); urn = parents.get(urn)) circles.add(urn);
    for (const one of path) done.add(one);
  }
  return circles;
}
