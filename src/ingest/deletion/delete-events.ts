import type { AspectStorage } from '../../aspects/kernel.js';
import { lockEntities } from '../../aspects/lock-store.js';
import type { AuditStep } from '../../audit/event.js';
import { recordAudit } from '../../audit/store.js';
import { withContainers } from '../../containers/containers.js';
import { containerReads } from '../../containers/store.js';
import type { Actor } from '../../core/actor.js';
import { lacking, mayDeleteEntity, toDeleteEntity } from '../../core/authorization.js';
import { badRequest } from '../../core/errors.js';
import { warnOfSeconds } from '../../core/seconds.js';
import { parseUrn, quoted } from '../../core/urn.js';
import { allTimes } from '../../db/months.js';
import type { Transaction } from '../../db/query.js';
import { deleteEvents } from '../../timeseries/event-store.js';
import { isTimeseriesAspect, timeseriesAspects, toIndexName } from '../../timeseries/timeseries-index.js';
import { rejectDeletion } from '../reject-access-aspects.js';
import { toStep, untilComplete } from './until-complete.js';

/** Events of one time-series aspect of one entity. Both times are in ms since the epoch and inclusive. */
export interface EventSelection {
  readonly urn: string;
  readonly aspect: string;
  /** Default: the first event. */
  readonly from?: number | undefined;
  /** Default: the last event. */
  readonly to?: number | undefined;
}

/**
 * Deletes events. If they are in more months than one transaction may lock, several transactions delete them.
 *
 * @returns the number of deleted events
 * @throws BAD_REQUEST, UNAUTHORIZED
 */
export const createDeleteEvents =
  ({ db, aspects }: AspectStorage) =>
  async (actor: Actor, selection: EventSelection): Promise<number> => {
    const { urn, type } = parseUrn(selection.urn);
    const { aspect, from = allTimes.from, to = allTimes.to } = selection;
    if (!isTimeseriesAspect(aspect)) {
      throw badRequest(
        `aspectName ${quoted(aspect)} is not a time-series aspect; expected one of ${Object.keys(timeseriesAspects).join(', ')}. Any ` +
          'other aspect is deleted by a proposal with the changeType DELETE',
      );
    }
    if (timeseriesAspects[aspect] !== type) {
      throw badRequest(
        `aspectName ${quoted(aspect)} is about a ${timeseriesAspects[aspect]}, not about a ${type}`,
      );
    }
    if (from > to) throw badRequest(`startTimeMillis is ${from}, which is after endTimeMillis, ${to}`);
    warnOfSeconds(actor, 'startTimeMillis', selection.from);
    warnOfSeconds(actor, 'endTimeMillis', selection.to);
    rejectDeletion(actor, type, urn);
    const entity = { type, urn };
    const may = await withContainers(containerReads(db.query), [entity], (one) =>
      mayDeleteEntity(actor, one),
    );
    if (!may(entity)) {
      throw lacking(actor, `delete events of ${urn}`, toDeleteEntity);
    }
    const deleteSome = async (tx: Transaction, step: AuditStep) => {
      if ((await lockEntities(tx, [urn], 'write')).length === 0) return { events: 0, isComplete: true };
      const deleted = await deleteEvents(tx, [urn], {
        indexNames: [toIndexName(aspect)],
        range: { from, to },
      });
      const { events } = deleted;
      if (events > 0) {
        const detail = { timeseriesEvents: events, from: selection.from ?? null, to: selection.to ?? null };
        const event = { type: 'DeleteTimeseriesEvent', subject: urn, aspect, detail } as const;
        await recordAudit(tx, actor, { ...event, ...toStep(step, deleted) });
      }
      return deleted;
    };
    return (await untilComplete({ db, aspects }, deleteSome, actor)).events;
  };
