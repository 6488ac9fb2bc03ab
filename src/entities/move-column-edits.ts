import { changeMetadata } from '../aspects/change-metadata.js';
import type { MetadataTransaction } from '../aspects/changes.js';
import type { AspectStorage } from '../aspects/kernel.js';
import { lockEntities } from '../aspects/lock-store.js';
import { changeInPlace } from '../aspects/write.js';
import type { ReasonToStay } from '../columns/orphans-sql.js';
import { findOrphaned, findOrphans, moveEdits, type OrphanedEdit } from '../columns/orphans-store.js';
import { withContainers } from '../containers/containers.js';
import { containerReads } from '../containers/store.js';
import type { Actor } from '../core/actor.js';
import {
  lacking,
  mayEditDescription,
  mayEditTags,
  toEditDescription,
  toEditTags,
} from '../core/authorization.js';
import type { Clock } from '../core/clock.js';
import { badRequest } from '../core/errors.js';
import { noEntity } from '../core/no-entity.js';
import { parseUrn, quoted } from '../core/urn.js';
import type { Database } from '../db/database.js';
import type { Query } from '../db/query.js';
import { clearPlaces } from '../tags/deleted-places-store.js';
import type { Visibility } from '../visibility/visibility.js';

export interface MovedEdits {
  readonly moved: readonly { readonly from: string; readonly to: string }[];
  readonly left: readonly { readonly fieldPath: string; readonly reason: ReasonToStay }[];
}

interface Deps extends AspectStorage {
  readonly clock: Clock;
}

/**
 * Moves what people wrote about columns that a schema does not have any longer to the only column whose path differs in
 * case only (docs/wire-contract.md, "Edits of renamed columns").
 *
 * @throws BAD_REQUEST, UNAUTHORIZED, NOT_FOUND
 */
export const moveColumnEdits =
  ({ db, aspects, clock }: Deps) =>
  async (actor: Actor, given: string, isDryRun: boolean): Promise<MovedEdits> => {
    const entity = parseUrn(given, 'urn');
    const { urn, type } = entity;
    if (type !== 'dataset') throw badRequest(`urn ${quoted(urn)} has no columns; only datasets have columns`);
    await checkRights(db.query, actor, entity);
    const work = async (tx: MetadataTransaction): Promise<MovedEdits> => {
      if ((await lockEntities(tx, [urn], 'write')).length === 0) throw noEntity(urn);
      const found = await findOrphans(tx.query, urn);
      if (isDryRun || movable(found).length === 0) return { moved: movable(found), left: staying(found) };
      const audit = { time: clock(), actor: actor.urn };
      await clearPlaces(tx, [urn]);
      return changeInPlace(tx, [{ urn, entityType: type, name: 'editableSchemaMetadata' }], async () => {
        const moved: MovedEdits['moved'][number][] = [];
        // A column can have edits under two paths: those under the second one are compared with the first one's.
        for (let orphans = found; ; orphans = await findOrphans(tx.query, urn)) {
          const next = firstOfEach(movable(orphans));
          if (next.length === 0) return { moved, left: staying(orphans) };
          await moveEdits(tx, urn, next, audit);
          moved.push(...next);
        }
      });
    };
    return changeMetadata({ db, aspects }, work, actor);
  };

async function checkRights(query: Query, actor: Actor, entity: { urn: string; type: string }): Promise<void> {
  const kinds = [
    [mayEditTags, 'tags', toEditTags(true)],
    [mayEditDescription, 'descriptions', toEditDescription(true)],
  ] as const;
  for (const [mayEdit, what, needed] of kinds) {
    const may = await withContainers(containerReads(query), [entity], (resource) =>
      mayEdit(actor, resource, true),
    );
    if (!may(entity)) throw lacking(actor, `edit ${what} of columns of ${entity.urn}`, needed);
  }
}

const movable = (orphans: readonly OrphanedEdit[]) =>
  orphans.flatMap(({ from, to, reason }) => (to !== null && reason === null ? [{ from, to }] : []));

const firstOfEach = (moves: MovedEdits['moved']): MovedEdits['moved'] => {
  const targets = new Set<string>();
  return moves.filter(({ to }) => targets.size < targets.add(to).size);
};

const staying = (orphans: readonly OrphanedEdit[]) =>
  orphans.flatMap(({ from, reason }) => (reason === null ? [] : [{ fieldPath: from, reason }]));

/** Returns the next datasets with edits of columns that their schemas do not have. @param after a dataset; empty: none */
export const orphanedColumnEdits =
  ({ db, visibility }: { readonly db: Database; readonly visibility: Visibility }) =>
  (actor: Actor, after: string) =>
    db.limited(actor, () => findOrphaned(db.query, after, visibility.limit(actor)));
