import { assetType, urnPart } from './asset-type.js';

assetType(
  {
    type: 'dashboard',
    description: 'A dashboard of a business intelligence tool.',
  },
  (t) => ({
    tool: t.string(urnPart('dashboard', 'tool', 'The tool that it is made with.')),
    dashboardId: t.string(urnPart('dashboard', 'id', 'The id in the URN.')),
  }),
);
