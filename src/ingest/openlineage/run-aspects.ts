import { shortened } from '../../core/text.js';
import { isObject, type Json } from '../../json/lossless-json.js';
import type { PatchOperation } from '../patches/json-patch/json-patch.js';
import { add, addAll, type Draft, patches, upsert } from './draft.js';
import type { EventRun, EventType, LineageEvent } from './event.js';
import { newest } from './latest.js';
import { findStored, type Stored } from './stored.js';
import type { JobSubject, RunSubject, Subjects } from './subjects.js';

/** Characters of an error's message and of its stack trace that are kept. */
const [messageMax, traceMax] = [5_000, 20_000];

interface State {
  readonly status: 'STARTED' | 'COMPLETE';
  readonly result?: { readonly type: 'SUCCESS' | 'FAILURE'; readonly nativeResultType: EventType };
}

const ended = (type: 'SUCCESS' | 'FAILURE', nativeResultType: EventType): State => ({
  status: 'COMPLETE',
  result: { type, nativeResultType },
});

/** As DataHub maps them. OTHER only adds metadata to a run. */
const states: Readonly<Record<EventType, State | null>> = {
  START: { status: 'STARTED' },
  RUNNING: { status: 'STARTED' },
  COMPLETE: ended('SUCCESS', 'COMPLETE'),
  FAIL: ended('FAILURE', 'FAIL'),
  ABORT: ended('FAILURE', 'ABORT'),
  OTHER: null,
};

/** Returns the changes of a run. @param actorUrn who reports it */
export function draftRun(
  {
    event,
    from,
    run,
    job,
    subjects,
  }: {
    readonly event: LineageEvent;
    readonly from: EventRun;
    readonly run: RunSubject;
    readonly job: JobSubject;
    readonly subjects: Subjects;
  },
  stored: Stored,
  actorUrn: string,
): Draft[] {
  const { urn, parent } = run;
  const relationships = findStored(stored, urn, 'dataProcessInstanceRelationships')?.value;
  return [
    ...newest(stored, [urn, 'dataProcessInstanceProperties'], listProperties(from, job), event.time, [
      ...add(['created'], findCreation(event, from, stored, urn, actorUrn)),
    ]),
    ...newest(
      stored,
      [urn, 'dataProcessInstanceRelationships'],
      [...add(['parentTemplate'], job.urn), ...add(['parentInstance'], parent?.runUrn)],
      event.time,
      add(['upstreamInstances'], relationships?.upstreamInstances ?? []),
    ),
    ...patches(urn, 'dataProcessInstanceInput', addEach('inputs', subjects.inputs)),
    ...patches(urn, 'dataProcessInstanceOutput', addEach('outputs', subjects.outputs)),
    ...draftState(urn, event, from),
  ];
}

const addEach = (list: string, datasets: readonly { readonly urn: string }[]) =>
  datasets.flatMap(({ urn }) => add([list, urn], urn));

/**
 * Returns when the run was created: the earliest time of all its events, whatever their order. DataHub takes the time for
 * which it was scheduled, if an event says it.
 */
function findCreation(
  { time }: LineageEvent,
  { facets }: EventRun,
  stored: Stored,
  urn: string,
  actor: string,
): Json {
  const before = findStored(stored, urn, 'dataProcessInstanceProperties')?.value.created;
  const own = Math.min(time, facets.nominalTime?.nominalStartTime ?? time);
  return isObject(before) && Number(before.time) <= own ? before : { time: own, actor };
}

function listProperties({ id, facets }: EventRun, job: JobSubject): PatchOperation[] {
  const { errorMessage, externalQuery, nominalTime } = facets;
  const isStreaming = job.from.facets.jobType?.processingType?.toUpperCase() === 'STREAMING';
  return [
    ...addAll([], { name: id, type: isStreaming ? 'STREAMING' : null }),
    ...addAll(['customProperties'], {
      nominalStartTime: timeText(nominalTime?.nominalStartTime),
      nominalEndTime: timeText(nominalTime?.nominalEndTime),
      errorMessage: errorMessage?.message && shortened(errorMessage.message, messageMax),
      programmingLanguage: errorMessage?.programmingLanguage,
      stackTrace: errorMessage?.stackTrace && shortened(errorMessage.stackTrace, traceMax),
      externalQueryId: externalQuery?.externalQueryId,
      externalQuerySource: externalQuery?.source,
    }),
  ];
}

const timeText = (time: number | null | undefined) => (time == null ? null : new Date(time).toISOString());

/**
 * The message id tells events of the same millisecond apart, and is the same when an event is sent again. Of these, the
 * end of a run is the newest, because events of one time are sorted by it.
 */
function draftState(urn: string, { time }: LineageEvent, { type }: EventRun): Draft[] {
  const state = states[type];
  if (!state) return [];
  return [upsert(urn, 'dataProcessInstanceRunEvent', { timestampMillis: time, ...state, messageId: type })];
}
