import type { PatchOperation } from '../patches/json-patch/json-patch.js';
import { add, addAll, type Draft, ifAbsent, patches } from './draft.js';
import type { LineageEvent } from './event.js';
import { newest } from './latest.js';
import { draftOwners, draftTags } from './people-facets.js';
import type { Stored } from './stored.js';
import type { JobSubject, Subjects } from './subjects.js';

/** Returns the changes of the flow and the job of an event. */
export function draftJob(event: LineageEvent, job: JobSubject, subjects: Subjects, stored: Stored): Draft[] {
  const { flow, urn, orchestrator } = job;
  const engine = engineProperties(event);
  const { documentation, jobType, ownership, sourceCodeLocation, sql, tags } = job.from.facets;
  const info = [
    ...addAll([], {
      name: job.name,
      type: { string: orchestrator },
      flowUrn: flow.urn,
      description: documentation?.description,
      externalUrl: sourceCodeLocation?.url ?? sourceCodeLocation?.repoUrl,
    }),
    ...addAll(['customProperties'], {
      ...engine,
      jobType: jobType?.jobType,
      processingType: jobType?.processingType,
      integration: jobType?.integration,
    }),
  ];
  const flowInfo = [...add(['name'], flow.name), ...addAll(['customProperties'], engine)];
  return [
    ...newest(stored, [flow.urn, 'dataFlowInfo'], flowInfo, event.time),
    ifAbsent(flow.urn, 'status', { removed: false }),
    ...newest(stored, [urn, 'dataJobInfo'], info, event.time),
    ifAbsent(urn, 'status', { removed: false }),
    ...patches(urn, 'dataJobInputOutput', edges(urn, subjects)),
    ...(jobType?.jobType ? [ifAbsent(urn, 'subTypes', { typeNames: [jobType.jobType] })] : []),
    ...newest(stored, [urn, 'dataTransformLogic'], add(['transforms'], transforms(sql?.query)), event.time),
    ...draftOwners(urn, ownership?.owners ?? []),
    ...draftTags(urn, tags?.tags ?? []),
  ];
}

function engineProperties({ run }: LineageEvent) {
  const engine = run?.facets.processing_engine;
  return {
    processingEngine: engine?.name,
    processingEngineVersion: engine?.version,
    openlineageAdapterVersion: engine?.openlineageAdapterVersion,
  };
}

/** Edges have no times, so that an event that repeats them changes nothing. */
function edges(urn: string, { inputs, outputs, run }: Subjects): PatchOperation[] {
  const edge = (list: string) => (target: string) => add([list, target, 'destinationUrn'], target);
  const parent = run?.parent?.jobUrn;
  return [
    ...inputs.flatMap((one) => edge('inputDatasetEdges')(one.urn)),
    ...outputs.flatMap((one) => edge('outputDatasetEdges')(one.urn)),
    ...(parent && parent !== urn ? edge('inputDatajobEdges')(parent) : []),
  ];
}

const transforms = (query: string | null | undefined) =>
  query ? [{ queryStatement: { value: query, language: 'SQL' } }] : null;
