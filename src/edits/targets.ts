import { isOnColumn, type Target } from '../columns/target.js';
import { withContainers } from '../containers/containers.js';
import { containerReads } from '../containers/store.js';
import type { Actor } from '../core/actor.js';
import { lacking, mayEditBy } from '../core/authorization.js';
import { badRequest } from '../core/errors.js';
import { parseUrn, quoted } from '../core/urn.js';
import type { Query } from '../db/query.js';
import { type EditKind, isEditable } from './kinds.js';

/** Checks what the targets name. @throws BAD_REQUEST */
export function checkTargets(kind: EditKind, targets: readonly Target[]): void {
  for (const target of targets) {
    const { type, urn } = parseUrn(target.resourceUrn, 'resourceUrn');
    if (isOnColumn(target) && kind.ofColumn === null)
      throw badRequest(`columns do not have ${kind.noun}: leave out subResource of ${quoted(urn)}`);
    if (!isOnColumn(target) && !isEditable(kind, type))
      throw badRequest(`resourceUrn ${quoted(urn)} is a ${type}, which does not have ${kind.noun}`);
  }
}

/** An entity to edit, or a column of it. */
export interface EditedPlace {
  readonly urn: string;
  readonly onColumn: boolean;
}

/** @throws UNAUTHORIZED */
export async function checkRights(
  query: Query,
  actor: Actor,
  kind: EditKind,
  places: readonly EditedPlace[],
): Promise<void> {
  for (const onColumn of [false, true]) {
    const entities = places.filter((place) => place.onColumn === onColumn).map(({ urn }) => parseUrn(urn));
    if (entities.length === 0) continue;
    const needs = kind.needs(onColumn);
    const may = await withContainers(containerReads(query), entities, (resource) =>
      mayEditBy(actor, resource, needs),
    );
    const refused = entities.find((entity) => !may(entity));
    if (refused)
      throw lacking(actor, `edit ${kind.noun} of ${refused.urn}`, needs, { refusedEntity: refused.urn });
  }
}
