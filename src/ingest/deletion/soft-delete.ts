import type { AspectUpsert } from '../../aspects/aspect.js';
import type { MetadataTransaction } from '../../aspects/changes.js';
import { type AspectDocument, currentDocuments } from '../../aspects/document-store.js';
import type { AspectStorage } from '../../aspects/kernel.js';
import type { Locked } from '../../aspects/lock.js';
import { lockAndRun } from '../../aspects/lock-and-run.js';
import { changeAspects } from '../../aspects/write.js';
import { withContainers } from '../../containers/containers.js';
import { containerReads } from '../../containers/store.js';
import type { Actor } from '../../core/actor.js';
import { lacking } from '../../core/authorization.js';
import type { Clock } from '../../core/clock.js';
import { badRequest } from '../../core/errors.js';
import { noEntity } from '../../core/no-entity.js';
import { type ParsedUrn, parseUrn } from '../../core/urn.js';
import type { Json } from '../../json/lossless-json.js';
import { parseInSteps } from '../../json/lossless-json-parser.js';
import { runInTurns, type Steps } from '../../scheduling/steps.js';
import { beginPeopleChange } from '../../users/change-store.js';
import { writeRemovals } from '../../users/removal/removal-store.js';
import { rejectAccessControl, rejectUserStates } from '../reject-access-aspects.js';
import { mayWriteStatus, neededFor } from '../rights.js';

interface Deps extends AspectStorage {
  readonly clock: Clock;
  readonly maxEntities: number;
}

/**
 * Soft-deletes or restores entities by their aspect `status`: all or none.
 *
 * @throws BAD_REQUEST, UNAUTHORIZED, INVALID_ASPECT, or NOT_FOUND for an entity that does not exist
 */
export const updateSoftDeleted =
  ({ db, aspects, clock, maxEntities }: Deps) =>
  async (actor: Actor, given: readonly string[], removed: boolean): Promise<true> => {
    if (given.length > maxEntities) {
      throw badRequest(`urns has ${given.length} entries; at most ${maxEntities} are allowed`);
    }
    const entities = [...new Set(given)].map((urn) => parseUrn(urn, 'urns'));
    for (const { urn, type } of entities) {
      rejectAccessControl(actor, { urn, entityType: type, aspectName: 'status' });
    }
    const may = await withContainers(containerReads(db.query), entities, (one) => mayWriteStatus(actor, one));
    const refused = entities.find((entity) => !may(entity));
    if (refused)
      throw lacking(actor, `set status of ${refused.urn}`, neededFor(refused, 'status'), {
        refusedEntity: refused.urn,
      });
    const audit = { time: clock(), actor: actor.urn };
    const write = async (tx: MetadataTransaction, locked: Locked) => {
      const missing = entities.find(({ urn }) => !locked.entities.has(urn));
      if (missing) throw noEntity(missing.urn);
      const keys = entities.map(({ urn }) => ({ urn, name: 'status' }));
      const documents = await currentDocuments(tx, keys, actor);
      const upserts = await runInTurns(changed(entities, documents, removed), actor.deadline);
      await rejectUserStates(tx, actor, { deleted: [], upserts });
      const endPeopleChange = await beginPeopleChange(tx, actor, [...locked.entities]);
      await changeAspects(tx, { deleted: [], upserts }, audit, actor.deadline);
      await writeRemovals(tx);
      await endPeopleChange();
    };
    await lockAndRun(
      { db, aspects, audit, requester: actor },
      { written: entities, createsMissing: false },
      write,
    );
    return true;
  };

/** Sets `removed` and keeps the other fields of the aspects. */
function* changed(
  entities: readonly ParsedUrn[],
  documents: readonly AspectDocument[],
  removed: boolean,
): Steps<AspectUpsert[]> {
  const texts = new Map(documents.map(({ urn, text }) => [urn, text]));
  const upserts: AspectUpsert[] = [];
  for (const { urn, type: entityType } of entities) {
    const current = (yield* parseInSteps(texts.get(urn) ?? '{}')) as Json;
    upserts.push({ urn, entityType, name: 'status', value: { ...current, removed } });
    yield;
  }
  return upserts;
}
