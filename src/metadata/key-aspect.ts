import type { ParsedUrn } from '../core/urn.js';

/** The fields of key aspects whose only field is not `id`, in the order of the URN's parts. */
const fields: Readonly<Record<string, string>> = {
  assertion: 'assertionId',
  chart: 'dashboardTool chartId',
  container: 'guid',
  corpGroup: 'name',
  corpuser: 'username',
  dashboard: 'dashboardTool dashboardId',
  dataFlow: 'orchestrator flowId cluster',
  dataJob: 'flow jobId',
  dataPlatform: 'platformName',
  dataPlatformInstance: 'platform instance',
  dataProcess: 'name orchestrator origin',
  dataset: 'platform name origin',
  glossaryNode: 'name',
  glossaryTerm: 'name',
  mlFeature: 'featureNamespace name',
  mlFeatureTable: 'platform name',
  mlModel: 'platform name origin',
  mlModelDeployment: 'platform name origin',
  mlModelGroup: 'platform name origin',
  mlPrimaryKey: 'featureNamespace name',
  notebook: 'notebookTool notebookId',
  schemaField: 'parent fieldPath',
  tag: 'name',
  telemetry: 'name',
  versionSet: 'id entityType',
};

/** The name of the key aspect, which has the parts of the URN. Deleting it deletes the entity. */
export const keyAspectOf = (entityType: string): string =>
  entityType === 'corpuser' ? 'corpUserKey' : `${entityType}Key`;

/** Returns null when the URN does not have one part for each field of the key. */
export function keyAspectValue({ type, parts }: ParsedUrn): Record<string, string> | null {
  const names = (Object.hasOwn(fields, type) ? fields[type]! : 'id').split(' ');
  if (names.length !== parts.length) return null;
  return Object.fromEntries(names.map((name, index) => [name, parts[index]!]));
}
