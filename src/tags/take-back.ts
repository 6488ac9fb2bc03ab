import type { ReadContainers } from '../containers/containers.js';
import type { Actor } from '../core/actor.js';
import type { Clock } from '../core/clock.js';
import { getEntityType } from '../core/urn.js';
import { editedTagAspects } from '../history/change.js';
import type { RecordedChange } from '../history/list-store.js';
import type { Reversal } from '../history/undo.js';
import { taggable } from '../urn/taggable.js';
import { isListed } from '../visibility/secrets.js';
import type { TakeBackStore } from './take-back-store.js';
import { checkTargets } from './targets.js';

interface Deps {
  readonly store: TakeBackStore;
  readonly readContainers: ReadContainers;
  readonly clock: Clock;
}

/** How tags that were added are removed again, and those that were removed are added: with the rights of both. */
export const tagReversal = ({ store, readContainers, clock }: Deps): Reversal => ({
  /** Entities of other types get tags by ingestion only, and may lose them here. */
  isUndoable({ category, aspect, operation, entityUrn, isCut }) {
    const type = getEntityType(entityUrn);
    const mayHave = taggable.includes(type) || (operation === 'ADD' && isListed(type));
    return category === 'TAG' && mayHave && !isCut && editedTagAspects.includes(aspect);
  },

  async checkRights(actor, changes) {
    const ofOperation = (operation: string) => changes.filter((change) => change.operation === operation);
    const [added, removed] = [ofOperation('ADD'), ofOperation('REMOVE')];
    // Whether they still have the tag is checked when they are locked.
    const findTagged = async (urns: readonly string[]) => new Set(urns);
    if (added.length > 0) await checkTargets(actor, added.map(toTarget), readContainers, findTagged);
    if (removed.length > 0) await checkTargets(actor, removed.map(toTarget), readContainers, null);
  },

  findStale: store.findStale,

  takeBack: (actor: Actor, changes, check) =>
    store.takeBack(actor, changes, { time: clock(), actor: actor.urn }, check),
});

const toTarget = ({ entityUrn: resourceUrn, fieldPath }: RecordedChange) => ({
  resourceUrn,
  ...(fieldPath !== '' && { subResource: fieldPath, subResourceType: 'DATASET_FIELD' as const }),
});
