import type { AspectKey } from '../../aspects/aspect.js';
import { badRequest } from '../../core/errors.js';
import type { Json } from '../../json/lossless-json.js';
import type { Steps } from '../../scheduling/steps.js';
import type { PatchOperation } from '../patches/json-patch/json-patch.js';
import { ColumnPairs, readColumnLineage } from './column-lineage.js';
import { draftDataset } from './dataset-aspects.js';
import { add, type Draft, patches, toProposal } from './draft.js';
import type { LineageEvent } from './event.js';
import { draftJob } from './job-aspects.js';
import { upstreamsMax } from './limits.js';
import { draftRun } from './run-aspects.js';
import { findStored, type Stored, source } from './stored.js';
import type { DatasetSubject, Subjects } from './subjects.js';

/** Returns the stored aspects that the changes depend on. */
export function neededAspects(subjects: Subjects): AspectKey[] {
  const { job, run } = subjects;
  const ofRun = run ? runAspects.map((name) => ({ urn: run.urn, name })) : [];
  const ofJob = job
    ? [{ urn: job.flow.urn, name: 'dataFlowInfo' }, ...jobAspects.map((name) => ({ urn: job.urn, name }))]
    : [];
  const schemas = allDatasets(subjects)
    .filter(({ from }) => (from.facets.schema?.fields ?? []).length > 0)
    .map(({ urn }) => ({ urn, name: 'schemaMetadata' }));
  return [...ofJob, ...ofRun, ...new Map(schemas.map((key) => [key.urn, key])).values()];
}

const jobAspects = ['dataJobInfo', 'dataTransformLogic'];
const runAspects = [
  'dataProcessInstanceProperties',
  'dataProcessInstanceRelationships',
  'dataProcessInstanceInput',
  'dataProcessInstanceOutput',
];

const allDatasets = ({ inputs, outputs, others }: Subjects): readonly DatasetSubject[] => [
  ...inputs,
  ...outputs,
  ...others,
];

/** Returns the proposals for an event. @throws BAD_REQUEST */
export function* convertEvent(
  event: LineageEvent,
  subjects: Subjects,
  stored: Stored,
  actorUrn: string,
): Steps<Json[]> {
  const { job, run } = subjects;
  const drafts: Draft[] = [];
  if (job) drafts.push(...draftJob(event, job, subjects, stored));
  for (const dataset of allDatasets(subjects))
    drafts.push(...(yield* draftDataset(dataset, event.time, stored)));
  drafts.push(...(yield* draftLineage(subjects, stored)));
  if (event.run && run && job)
    drafts.push(...draftRun({ event, from: event.run, run, job, subjects }, stored, actorUrn));
  const systemMetadata: Json = {
    lastObserved: event.time,
    runId: event.run?.id ?? 'no-run-id-provided',
    pipelineName: source,
  };
  const proposals: Json[] = [];
  for (const draft of drafts) proposals.push(yield* toProposal(draft, systemMetadata));
  return proposals;
}

/**
 * Returns the upstreams of outputs. An event of a run can name only some of its datasets, so outputs also get the inputs
 * of its earlier events, and the outputs of these get its inputs.
 */
function* draftLineage(subjects: Subjects, stored: Stored): Steps<Draft[]> {
  const { outputs, others } = subjects;
  const inputs = distinct(subjects.inputs.map(({ urn }) => urn));
  if (inputs.length * outputs.length > upstreamsMax)
    throw badRequest(
      `inputs and outputs have ${inputs.length} × ${outputs.length} pairs; at most ${upstreamsMax} are allowed in one event`,
    );
  const earlier = earlierDatasets(subjects, stored);
  const all = distinct([...inputs, ...earlier.inputs]);
  // A run that reports more and more datasets is not refused: only its own pairs are then written.
  const isFew = all.length * (outputs.length + earlier.outputs.length) <= upstreamsMax;
  const operations = new Map<string, PatchOperation[]>();
  const addTo = (urn: string, more: readonly PatchOperation[]) => {
    const known = operations.get(urn) ?? [];
    operations.set(urn, known);
    for (const operation of more) known.push(operation);
  };
  const pairs = new ColumnPairs();
  for (const output of [...outputs, ...others]) {
    yield;
    const columns = yield* readColumnLineage(output, subjects, pairs);
    const ofJob = others.includes(output) ? [] : isFew ? all : inputs;
    addTo(output.urn, addUpstreams(output.urn, [...ofJob, ...columns.upstreams]));
    addTo(output.urn, columns.operations);
  }
  if (isFew) for (const urn of earlier.outputs) addTo(urn, addUpstreams(urn, inputs));
  return [...operations].flatMap(([urn, all]) => patches(urn, 'upstreamLineage', all));
}

const distinct = (urns: readonly string[]): string[] => [...new Set(urns)];

/** Returns what earlier events of the run have named. */
function earlierDatasets({ run, outputs }: Subjects, stored: Stored) {
  const own = new Set(outputs.map(({ urn }) => urn));
  const read = (aspect: string, list: string): string[] => {
    const found = run && findStored(stored, run.urn, aspect)?.value[list];
    return Array.isArray(found) ? found.filter((urn) => typeof urn === 'string') : [];
  };
  return {
    inputs: read('dataProcessInstanceInput', 'inputs'),
    outputs: read('dataProcessInstanceOutput', 'outputs').filter((urn) => !own.has(urn)),
  };
}

/** Adds members one by one, so that what others have written about the same upstream stays. */
const addUpstreams = (output: string, urns: readonly string[]): PatchOperation[] =>
  distinct(urns)
    .filter((urn) => urn !== output)
    .flatMap((urn) => [
      ...add(['upstreams', urn, 'dataset'], urn),
      ...add(['upstreams', urn, 'type'], 'TRANSFORMED'),
    ]);
