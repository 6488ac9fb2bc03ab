import { parseAssetUrn } from '../../core/asset-urn.js';
import { assetType, urnPart } from './asset.js';
import { DataFlow } from './data-flow.js';

assetType(
  {
    type: 'dataJob',
    description: 'A step of a flow, such as a task of Airflow.',
  },
  (t) => ({
    jobId: t.string(urnPart('dataJob', 'id', 'The id in the URN.')),
    dataFlow: t.field({
      type: DataFlow,
      description: 'The flow in the URN, also when nothing was written about it.',
      resolve: async ({ urn }, _, { services }) => {
        const flow = parseAssetUrn('dataJob', urn).scope;
        return (
          (await services.catalog.asset('dataFlow', flow)) ?? { urn: flow, type: 'dataFlow', tags: null }
        );
      },
    }),
  }),
);
