import { assetType, urnPart } from './asset-type.js';

assetType('chart', 'A chart of a business intelligence tool.', (t) => ({
  tool: t.string(urnPart('chart', 'tool', 'The tool that made the chart or dashboard.')),
  chartId: t.string(urnPart('chart', 'id', 'The id in the URN.')),
}));
