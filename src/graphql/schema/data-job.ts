import { defaultPageSize } from '../../core/pagination.js';
import { parseAssetUrn } from '../../entities/asset-urn.js';
import { assetType, urnPart } from './asset-type.js';
import { DataFlow } from './data-flow.js';
import { DataProcessInstanceResult } from './data-process-instance.js';

assetType('dataJob', 'A step of a flow, such as a task of Airflow.', (t) => ({
  runs: t.field({
    type: DataProcessInstanceResult,
    description: 'The runs of the job, newest first, without soft-deleted runs.',
    args: {
      start: t.arg.int({ description: 'The number of runs to skip. Default: 0.' }),
      count: t.arg.int({ description: `The size of the page. Default: ${defaultPageSize}.` }),
    },
    resolve: ({ urn }, { start, count }, { services, actor }) =>
      services.entities.runs(actor, urn, start, count),
  }),
  jobId: t.string(urnPart('dataJob', 'id', 'The id in the URN.')),
  dataFlow: t.field({
    type: DataFlow,
    description: 'The flow that the URN names. It need not exist.',
    resolve: async ({ urn }, _, { services, actor }) => {
      const flow = parseAssetUrn('dataJob', urn).scope;
      const found = await services.entities.asset(actor, 'dataFlow', flow);
      return found ?? { urn: flow, type: 'dataFlow', tags: null };
    },
  }),
}));
