import { randomUUID } from 'node:crypto';
import type { AspectStorage } from '../../aspects/kernel.js';
import { type Referrer, visitReferrers } from '../../aspects/references/referrer-store.js';
import { withContainers } from '../../containers/containers.js';
import { containerReads } from '../../containers/store.js';
import type { Actor } from '../../core/actor.js';
import { lacking, mayManageTags } from '../../core/authorization.js';
import type { Clock } from '../../core/clock.js';
import { CatalogError } from '../../core/errors.js';
import type { Resource } from '../../core/resource.js';
import { getEntityType, parseUrn } from '../../core/urn.js';
import { toCatalogError } from '../../db/errors.js';
import { transaction } from '../../db/transaction.js';
import { forgetTag } from '../../tags/removed-store.js';
import { isAboutPeople } from '../../users/aspect-definitions.js';
import { mayChangePeople, mayDelete, neededFor } from '../rights.js';
import { type CheckRights, removeAssociations, removeReferences } from './remove-references.js';

export interface DeletedReferences {
  /** Relationships of aspects with the entity, before the deletion. */
  readonly total: number;
  /** Some of them. */
  readonly relatedAspects: readonly Referrer[];
}

interface Deps extends AspectStorage {
  readonly clock: Clock;
  /** Bytes of aspects that one transaction may read. */
  readonly maxBytes: number;
}

/** As many as DataHub shows. */
const examples = 10;

/**
 * Removes an entity from every aspect that refers to it. The entity need not exist, and stays if it does. Where people
 * have removed a tag is forgotten. Several transactions do it. When the time of the request is over, what they have removed stays removed.
 *
 * @param isDryRun only counts
 * @throws BAD_REQUEST, UNAUTHORIZED, SERVICE_UNAVAILABLE
 */
export const deleteReferences =
  (deps: Deps) =>
  async (actor: Actor, given: string, isDryRun: boolean): Promise<DeletedReferences> => {
    const { urn, type } = parseUrn(given);
    const mayEditAll = type === 'tag' && mayManageTags(actor);
    const may = (resource: Resource) => mayEditAll || mayDelete(actor, resource);
    const toResource = (source: string) => ({ urn: source, type: getEntityType(source) });
    const checkRights: CheckRights = async (query, aspects) => {
      const resources = aspects.map(({ source }) => toResource(source));
      const mayThere = await withContainers(containerReads(query), resources, may);
      for (const { source, aspect } of aspects) {
        const resource = toResource(source);
        if (isAboutPeople(resource.type, aspect) && !mayChangePeople(actor, source, aspect))
          throw lacking(actor, `change ${aspect} of ${source}`, neededFor(resource, aspect));
        // Without its aspect `container`, an entity is in none.
        if (mayThere(resource) && (aspect !== 'container' || may(resource))) continue;
        const needed = neededFor(resource, null);
        throw lacking(
          actor,
          `delete references to ${urn} in ${source}`,
          type === 'tag' ? ['MANAGE_TAGS', ...needed] : needed,
        );
      }
    };
    await checkRights(deps.db.query, [{ source: urn, aspect: '' }]);
    const found = await transaction(
      deps.db,
      async (tx) => {
        let total = 0;
        const relatedAspects: Referrer[] = [];
        await visitReferrers(tx, urn, async (page) => {
          await checkRights(tx.query, page);
          total += page.length;
          relatedAspects.push(...page.slice(0, examples - relatedAspects.length));
        });
        return { total, relatedAspects };
      },
      actor,
    );
    if (isDryRun) return found;
    if (type === 'tag') await forgetTag(deps.db, urn, actor);
    if (found.total === 0) return found;
    let done = 0;
    const change = randomUUID();
    // A listener tells the response timeout that this work will respond to the request itself.
    const remove = actor.deadline?.claimAnswer();
    const removal = {
      ...{ ...deps, actor, urn, checkRights },
      step: () => ({ change, number: done + 1 }),
      onRemoved: () => (done += 1),
    };
    try {
      if (type === 'tag') await removeAssociations(removal);
      await removeReferences(removal);
    } catch (error) {
      throw done > 0 ? unfinished(toCatalogError(error)) : error;
    } finally {
      remove?.();
    }
    return found;
  };

/** Clients repeat a request that gets this. */
function unfinished(error: unknown) {
  if (!(error instanceof CatalogError) || error.type !== 'SERVICE_UNAVAILABLE') return error;
  const message = `Some references are removed, others remain: repeat the request. ${error.message}`;
  return new CatalogError('SERVICE_UNAVAILABLE', message, { cause: error });
}
