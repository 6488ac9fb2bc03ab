import { normalForm, quoted, readUrn } from '../../core/urn.js';
import type { Steps } from '../../scheduling/steps.js';
import { urnViolation } from '../../urn/violation.js';
import { type EventDataset, type EventJob, invalidName, type LineageEvent } from './event.js';
import type { InputField, RunFacets } from './facets.js';
import {
  encodePart,
  findTable,
  flowName,
  isUnknown,
  type PlatformName,
  taskName,
  toOrchestrator,
  toPlatformName,
} from './names.js';

/** A dataset of an event as an entity of the catalog. */
export interface DatasetSubject {
  readonly urn: string;
  readonly platform: string;
  readonly from: EventDataset;
}

export interface JobSubject {
  readonly flow: { readonly urn: string; readonly name: string };
  readonly urn: string;
  readonly name: string;
  readonly orchestrator: string;
  readonly from: EventJob;
}

export interface RunSubject {
  readonly urn: string;
  readonly parent: { readonly runUrn: string; readonly jobUrn: string } | null;
}

/** The entities that an event is about. */
export interface Subjects {
  readonly job: JobSubject | null;
  readonly run: RunSubject | null;
  readonly inputs: readonly DatasetSubject[];
  readonly outputs: readonly DatasetSubject[];
  readonly others: readonly DatasetSubject[];
  /** Returns the URN of a dataset that the lineage of columns names. @throws BAD_REQUEST */
  readonly inputUrn: (field: InputField, at: string) => string;
}

/** @throws BAD_REQUEST for names that no URN can have */
export function* findSubjects(event: LineageEvent): Steps<Subjects> {
  const inputs = yield* toDatasets(event.inputs);
  const outputs = yield* toDatasets(event.outputs);
  const others = yield* toDatasets(event.others);
  // The lineage of columns names the files of a table, and not the table itself.
  const aliases = new Map(
    [...inputs, ...outputs].map(({ urn, from }) => [nameKey(from.namespace, from.name), urn]),
  );
  const job = event.job && toJob(event, event.job);
  return {
    ...{ job, inputs, outputs, others },
    run: event.run && job && toRun(event.run.id, event.run.facets, job),
    inputUrn: ({ namespace, name }, at) => {
      const key = nameKey(namespace, name);
      const urn = aliases.get(key) ?? datasetUrn(toPlatformName(namespace, name), at, name);
      aliases.set(key, urn);
      return urn;
    },
  };
}

const nameKey = (namespace: string, name: string) => JSON.stringify([namespace, name]);

function* toDatasets(given: readonly EventDataset[]): Steps<DatasetSubject[]> {
  const found: DatasetSubject[] = [];
  for (const from of given) {
    yield;
    const platformName =
      findTable(from.facets.symlinks?.identifiers ?? []) ?? toPlatformName(from.namespace, from.name);
    const urn = datasetUrn(platformName, from.at, `${from.namespace} ${from.name}`);
    found.push({ urn, platform: platformUrn(platformName.platform), from });
  }
  return found;
}

const platformUrn = (platform: string) => `urn:li:dataPlatform:${encodePart(platform)}`;

const datasetUrn = ({ platform, name }: PlatformName, at: string, given: string) =>
  checkedUrn(`urn:li:dataset:(${platformUrn(platform)},${encodePart(name)},PROD)`, at, given);

function toJob({ producer, run }: LineageEvent, from: EventJob): JobSubject {
  const orchestrator = toOrchestrator({
    integration: from.facets.jobType?.integration ?? null,
    engine: run?.facets.processing_engine?.name ?? null,
    producer,
  });
  return { ...jobUrns(orchestrator, from, 'job'), name: taskName(from.name), orchestrator, from };
}

function jobUrns(
  orchestrator: string,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  at: string,
) {
  const given = `${namespace} ${name}`;
  const parts = [orchestrator, flowName(name), namespace].map(encodePart);
  const flow = checkedUrn(`urn:li:dataFlow:(${parts.join(',')})`, at, given);
  const urn = checkedUrn(`urn:li:dataJob:(${flow},${encodePart(name)})`, at, given);
  return { flow: { urn: flow, name: flowName(name) }, urn };
}

const runUrn = (id: string) => `urn:li:dataProcessInstance:${id}`;

/** A parent is known by its facet alone, which does not say what runs it: if its producer does not, the job does. */
function toRun(id: string, { parent }: RunFacets, job: JobSubject): RunSubject {
  if (!parent) return { urn: runUrn(id), parent: null };
  const said = toOrchestrator({ integration: null, engine: null, producer: parent._producer ?? null });
  const orchestrator = isUnknown(said) ? job.orchestrator : said;
  const { urn: jobUrn } = jobUrns(orchestrator, parent.job, 'run.facets.parent.job');
  return { urn: runUrn(id), parent: { runUrn: runUrn(parent.run.runId), jobUrn } };
}

function checkedUrn(urn: string, at: string, given: string): string {
  const found = readUrn(urn);
  if (found) return found.urn;
  throw invalidName(at, given, `its URN ${quoted(urn)} ${urnViolation(null, normalForm(urn))}`);
}
