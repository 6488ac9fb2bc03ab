import { z } from 'zod';
import { badRequest } from '../../core/errors.js';
import { quoted } from '../../core/urn.js';
import { tryParse } from '../../input/bounded-input.js';
import { formatIssues, type Issue } from '../../input/invalid-input.js';
import { describeValue } from '../../input/issue-text.js';
import { isObject, type Json } from '../../json/lossless-json.js';
import type { Steps } from '../../scheduling/steps.js';
import { problemOfTime } from '../../timeseries/timeseries-index.js';
import {
  type DatasetFacets,
  datasetFacets,
  type JobFacets,
  jobFacets,
  type RunFacets,
  runFacets,
} from './facets.js';
import { list, members, name, runId, text, time } from './fields.js';
import { datasetsMax } from './limits.js';

const eventTypes = ['START', 'RUNNING', 'COMPLETE', 'ABORT', 'FAIL', 'OTHER'] as const;
export type EventType = (typeof eventTypes)[number];

/** Facets are read one by one, because an event can have very many. */
const facets = members(10_000);
const dataset = z.object({ namespace: name, name, facets });
const job = z.object({ namespace: name, name, facets });
const datasets = list(dataset, datasetsMax);

const common = { eventTime: time, producer: text.nullish() };
const runEvent = z.object({
  ...common,
  eventType: z.enum(eventTypes).nullish(),
  run: z.object({ runId, facets }),
  job,
  inputs: datasets,
  outputs: datasets,
});
const jobEvent = z.object({ ...common, job, inputs: datasets, outputs: datasets });
const datasetEvent = z.object({ ...common, dataset });

/** The members of an event that this catalog reads, for `/openapi.json`. */
export const eventSchema = z.looseObject({
  eventTime: z.string(),
  eventType: z.enum(eventTypes).nullish(),
  producer: z.string().nullish(),
  run: z.looseObject({ runId: z.string() }).nullish(),
  job: z.looseObject({ namespace: z.string(), name: z.string() }).nullish(),
  dataset: z.looseObject({ namespace: z.string(), name: z.string() }).nullish(),
  inputs: list(z.looseObject({ namespace: z.string(), name: z.string() }), datasetsMax),
  outputs: list(z.looseObject({ namespace: z.string(), name: z.string() }), datasetsMax),
});

export interface EventDataset {
  /** Its place in the event, for errors: `inputs.0`. */
  readonly at: string;
  readonly namespace: string;
  readonly name: string;
  readonly facets: DatasetFacets;
}

export interface EventJob {
  readonly namespace: string;
  readonly name: string;
  readonly facets: JobFacets;
}

export interface EventRun {
  readonly id: string;
  readonly type: EventType;
  readonly facets: RunFacets;
}

/** An event of OpenLineage: of a run, of a job (without a run), or of one dataset (without either). */
export interface LineageEvent {
  /** ms since the epoch */
  readonly time: number;
  readonly producer: string | null;
  readonly run: EventRun | null;
  readonly job: EventJob | null;
  readonly inputs: readonly EventDataset[];
  readonly outputs: readonly EventDataset[];
  /** Of the event of a dataset. */
  readonly others: readonly EventDataset[];
}

/** @throws BAD_REQUEST, which names the field and its value */
export function* parseLineageEvent(body: unknown, now: number): Steps<LineageEvent> {
  if (!isObject(body)) throw badRequest(`body must be an event of OpenLineage: ${shape}`);
  const has = (member: string) => body[member] !== undefined && body[member] !== null;
  if (has('run') || has('eventType')) return yield* parseRunEvent(body, now);
  if (has('dataset')) return yield* parseDatasetEvent(body, now);
  if (has('job')) return yield* parseJobEvent(body, now);
  throw badRequest(`body has neither run nor job nor dataset; expected an event of OpenLineage: ${shape}`);
}

const shape = '{"eventTime": …, "run": {"runId": …}, "job": {"namespace": …, "name": …}, …}';

function* parseRunEvent(body: Json, now: number): Steps<LineageEvent> {
  const { run, job: found, eventType, ...rest } = parsed(runEvent, body);
  return {
    ...readCommon(rest, now),
    run: {
      id: run.runId,
      type: eventType ?? 'OTHER',
      facets: yield* parseFacets(runFacets, run.facets, 'run.facets'),
    },
    job: yield* readJob(found),
    inputs: yield* readDatasets(rest.inputs, 'inputs'),
    outputs: yield* readDatasets(rest.outputs, 'outputs'),
    others: [],
  };
}

function* parseJobEvent(body: Json, now: number): Steps<LineageEvent> {
  const { job: found, ...rest } = parsed(jobEvent, body);
  return {
    ...readCommon(rest, now),
    run: null,
    job: yield* readJob(found),
    inputs: yield* readDatasets(rest.inputs, 'inputs'),
    outputs: yield* readDatasets(rest.outputs, 'outputs'),
    others: [],
  };
}

function* parseDatasetEvent(body: Json, now: number): Steps<LineageEvent> {
  const { dataset: found, ...rest } = parsed(datasetEvent, body);
  const others = [yield* readDataset(found, 'dataset')];
  return { ...readCommon(rest, now), run: null, job: null, inputs: [], outputs: [], others };
}

function readCommon(
  { eventTime, producer }: { eventTime: number; producer?: string | null | undefined },
  now: number,
) {
  if (problemOfTime(eventTime, now))
    throw badRequest(
      `eventTime is ${new Date(eventTime).toISOString()}; expected a time from 1970 to one year in the future`,
    );
  return { time: eventTime, producer: producer ?? null };
}

function* readJob(given: z.output<typeof job>): Steps<EventJob> {
  return { ...given, facets: yield* parseFacets(jobFacets, given.facets, 'job.facets') };
}

function* readDatasets(
  given: readonly z.output<typeof dataset>[] | null | undefined,
  at: string,
): Steps<readonly EventDataset[]> {
  const found: EventDataset[] = [];
  for (const [index, one] of (given ?? []).entries()) found.push(yield* readDataset(one, `${at}.${index}`));
  return found;
}

function* readDataset(given: z.output<typeof dataset>, at: string): Steps<EventDataset> {
  return { ...given, at, facets: yield* parseFacets(datasetFacets, given.facets, `${at}.facets`) };
}

/** Returns the facets that the catalog reads, without those that the event deletes. */
function* parseFacets<T extends z.ZodObject>(
  schema: T,
  given: Json | null | undefined,
  at: string,
): Steps<z.output<T>> {
  const known: Json = {};
  for (const facet of Object.keys(schema.shape)) {
    yield;
    const value = given && Object.hasOwn(given, facet) ? given[facet] : undefined;
    if (value !== undefined && !(isObject(value) && value._deleted === true)) known[facet] = value;
  }
  yield;
  return parsed(schema, known, at);
}

/** @throws BAD_REQUEST */
export function parsed<T extends z.ZodType>(schema: T, given: unknown, at = ''): z.output<T> {
  const { success, data, error } = tryParse(schema, given);
  if (success) return data;
  const issues = error.issues as readonly Issue[];
  const message = formatIssues(issues, given, '', describeValue);
  throw badRequest(at === '' ? message : `${at}.${message}`);
}

/** Adds the place of the event to the reason why a URN is invalid. */
export const invalidName = (at: string, given: string, why: string) =>
  badRequest(`${at} is ${quoted(given)}: ${why}`);
