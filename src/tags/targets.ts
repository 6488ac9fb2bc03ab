import type { Actor } from '../core/actor.js';
import { mayEditTags } from '../core/authorization.js';
import { badRequest, unauthorized } from '../core/errors.js';
import { parseUrn, quoted } from '../core/urn.js';
import { isOnColumn } from '../metadata/target.js';
import type { Target } from '../metadata/views.js';

const taggable = ['dataset', 'container', 'chart', 'dashboard', 'dataJob', 'dataFlow'];

/** Checks what needs no database: first all shapes, then all rights. @throws BAD_REQUEST, UNAUTHORIZED */
export function checkTargets(actor: Actor, targets: readonly Target[]) {
  const parsed = targets.map((target) => ({ ...target, ...parseUrn(target.resourceUrn, 'resourceUrn') }));
  for (const { type, urn } of parsed) {
    if (!taggable.includes(type)) {
      throw badRequest(
        `resourceUrn ${quoted(urn)} is a ${type}; tags go on ${taggable.join('s, ')}s and dataset columns`,
      );
    }
  }
  for (const target of parsed) {
    if (!mayEditTags(actor, target, isOnColumn(target)))
      throw unauthorized(`${actor.urn} may not edit tags of ${target.urn}`);
  }
}
