import type { Actor } from '../core/actor.js';
import { badRequest } from '../core/errors.js';
import { warnOfSeconds } from '../core/seconds.js';
import { TooLarge } from '../core/too-large.js';
import { parseUrn, quoted } from '../core/urn.js';
import { unfinished } from '../db/errors.js';
import type { Visibility } from '../visibility/visibility.js';
import type { EventCriteria } from './filter.js';
import type { TimeseriesStore } from './store.js';
import { isTimeseriesAspect, timeseriesAspects } from './timeseries-index.js';

export interface TimeseriesValuesRequest {
  readonly urn: string;
  readonly entity: string;
  readonly aspect: string;
  readonly startTimeMillis?: number | undefined;
  readonly endTimeMillis?: number | undefined;
  readonly limit: number;
  readonly criteria: EventCriteria;
  /** The members at the top of the events to read. Default: the events as they were sent. */
  readonly members?: readonly string[] | undefined;
}

export interface TimeseriesValues {
  readonly entityName: string;
  readonly aspectName: string;
  readonly startTimeMillis: number | undefined;
  readonly endTimeMillis: number | undefined;
  readonly limit: number;
  /** JSON texts, newest first. */
  readonly events: readonly { readonly event: string; readonly systemMetadata: string | null }[];
}

const advice = 'request a shorter period, a smaller limit or no filter';

interface Deps {
  readonly store: TimeseriesStore;
  readonly visibility: Visibility;
  readonly maxBytes: number;
}

/** Returns events of one entity, newest first. Every active user who sees it may read them. @throws BAD_REQUEST */
export const timeseriesValues =
  ({ store, visibility, maxBytes }: Deps) =>
  async (request: TimeseriesValuesRequest, actor: Actor): Promise<TimeseriesValues> => {
    const { aspect, entity, limit, startTimeMillis, endTimeMillis, criteria, members } = request;
    const { urn, type } = parseUrn(request.urn);
    if (!isTimeseriesAspect(aspect)) {
      throw badRequest(
        `aspect ${quoted(aspect)} is not a time-series aspect; expected one of ${Object.keys(timeseriesAspects).join(', ')}`,
      );
    }
    if (entity !== type) throw badRequest(`entity ${quoted(entity)} does not fit urn ${quoted(urn)}`);
    for (const [name, time] of Object.entries({ startTimeMillis, endTimeMillis }))
      warnOfSeconds(actor, name, time);
    const from = startTimeMillis ?? 0;
    const to = endTimeMillis ?? Number.MAX_SAFE_INTEGER;
    const eventFilter = { from, to, limit, criteria, members, maxBytes };
    const read = async () =>
      (await visibility.sees(actor, urn)) ? store.events(aspect, urn, eventFilter, actor) : [];
    const events = await read().catch((error: unknown) => {
      if (!(error instanceof TooLarge)) throw unfinished(error, 'reading these events', advice) ?? error;
      throw new TooLarge(
        'The events take',
        maxBytes,
        `request fewer events, with a limit below ${limit} or a shorter period`,
      );
    });
    return { entityName: type, aspectName: aspect, startTimeMillis, endTimeMillis, limit, events };
  };
