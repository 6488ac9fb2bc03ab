import { assetType, urnPart } from './asset-type.js';

export const DataFlow = assetType('dataFlow', 'A pipeline of jobs, such as a DAG of Airflow.', (t) => ({
  orchestrator: t.string(urnPart('dataFlow', 'tool', 'The system that runs it.')),
  flowId: t.string(urnPart('dataFlow', 'id', 'The id in the URN.')),
  cluster: t.string(urnPart('dataFlow', 'scope', 'The cluster that it runs on.')),
}));
