import { assetType, urnPart } from './asset-type.js';

assetType('dashboard', 'A dashboard of a business intelligence tool.', (t) => ({
  tool: t.string(urnPart('dashboard', 'tool', 'The tool that made the chart or dashboard.')),
  dashboardId: t.string(urnPart('dashboard', 'id', 'The id in the URN.')),
}));
