import type { Json } from '../../src/json/lossless-json.js';
import type { Caller } from './catalog.js';

export const lineageUrl = '/openapi/openlineage/api/v1/lineage';
export const runId = '01936893-9751-7b10-a4a7-cd7454722d0f';
export const runUrn = `urn:li:dataProcessInstance:${runId}`;
export const flowUrn = 'urn:li:dataFlow:(airflow,nightly,warehouse)';
export const jobUrn = `urn:li:dataJob:(${flowUrn},nightly.load)`;
export const start = Date.UTC(2025, 0, 1);

export const dataset = (platform: string, name: string) =>
  `urn:li:dataset:(urn:li:dataPlatform:${platform},${name},PROD)`;
export const column = (urn: string, path: string) => `urn:li:schemaField:(${urn},${path})`;

/** Returns a dataset of an event. */
export const table = (name: string, facets: Json = {}, namespace = 'postgres://db:5432') => ({
  ...{ namespace, name, facets },
});

/** Returns an event of the run. @param second after its start */
export const event = (eventType: string, second = 0, more: Json = {}) => ({
  eventType,
  eventTime: new Date(start + 1_000 * second).toISOString(),
  producer: 'https://github.com/apache/airflow/tree/providers-openlineage/2.0.0',
  run: { runId },
  job: { namespace: 'warehouse', name: 'nightly.load' },
  ...more,
});

/** Returns the lineage of one column from one of another dataset. */
export const madeFrom = (name: string, field: string, transformations: readonly Json[] = []) => ({
  inputFields: [{ namespace: 'postgres://db:5432', name, field, transformations }],
});

/** Returns all stored aspects of an entity, with their lists in an order that does not depend on when they were written. */
export async function readEntity(caller: Caller, urn: string): Promise<Record<string, unknown> | null> {
  const path = `/openapi/v3/entity/${urn.split(':')[2]}/${encodeURIComponent(urn)}`;
  const { status, body } = await caller.send('GET', path);
  if (status === 404) return null;
  const { urn: _, ...aspects } = body as Record<string, { value: unknown }>;
  return Object.fromEntries(Object.entries(aspects).map(([name, { value }]) => [name, sorted(value)]));
}

/** What tells the elements of a list apart. */
const listKey = (element: unknown) => {
  const { dataset: urn, fieldPath, destinationUrn, downstreams } = Object(element);
  return urn ?? fieldPath ?? destinationUrn ?? JSON.stringify(downstreams ?? element);
};

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted).sort((a, b) => (listKey(a) < listKey(b) ? -1 : 1));
  if (value === null || typeof value !== 'object') return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted((value as Json)[name])]));
}

/** Returns the states of the run, the newest first. */
export async function readStates(caller: Caller, urn = runUrn): Promise<readonly Json[]> {
  const request = { urn, entity: 'dataProcessInstance', aspect: 'dataProcessInstanceRunEvent' };
  const { body } = await caller.post('/aspects?action=getTimeseriesAspectValues', request);
  return body.value.values.map(({ aspect }: { aspect: { value: string } }) => JSON.parse(aspect.value));
}
