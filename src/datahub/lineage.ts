/** Where what a reference points to stands in lineage, seen from the entity that has the aspect. */
export type LineageSide = 'upstream' | 'downstream';

/** A relationship of an aspect that is lineage when it points to an entity of one of these types. */
export type LineageForm = readonly [relationship: string, side: LineageSide, ...targetTypes: string[]];

/**
 * Which references are lineage, by DataHub's annotations of its models (docs/lineage.md, "What is an edge"). The paths are
 * in `reference-paths.ts`: a relationship also has references that are not lineage, such as those to columns.
 */
export const lineageForms: Readonly<Record<string, readonly LineageForm[]>> = {
  chartInfo: [['Consumes', 'upstream', 'dataset', 'chart']],
  dashboardInfo: [
    ['Contains', 'upstream', 'chart'],
    ['Consumes', 'upstream', 'dataset'],
    ['DashboardContainsDashboard', 'upstream', 'dashboard'],
  ],
  dataJobInputOutput: [
    ['Consumes', 'upstream', 'dataset'],
    ['DownstreamOf', 'upstream', 'dataJob'],
    ['Produces', 'downstream', 'dataset'],
  ],
  dataProcessInstanceInput: [['DataProcessInstanceConsumes', 'upstream', 'dataset', 'mlModel']],
  dataProcessInstanceOutput: [['DataProcessInstanceProduces', 'downstream', 'dataset', 'mlModel']],
  mlFeatureProperties: [['DerivedFrom', 'upstream', 'dataset']],
  mlModelGroupProperties: [
    ['TrainedBy', 'upstream', 'dataJob', 'dataProcessInstance'],
    ['UsedBy', 'downstream', 'dataJob', 'dataProcessInstance'],
  ],
  mlModelProperties: [
    ['TrainedBy', 'upstream', 'dataJob', 'dataProcessInstance'],
    ['UsedBy', 'downstream', 'dataJob', 'dataProcessInstance'],
    ['Consumes', 'upstream', 'mlFeature'],
    ['MemberOf', 'downstream', 'mlModelGroup'],
  ],
  mlPrimaryKeyProperties: [['DerivedFrom', 'upstream', 'dataset']],
  upstreamLineage: [['DownstreamOf', 'upstream', 'dataset']],
};

/** Aspects with `fineGrainedLineages`, whose entries name columns on both sides. */
export const columnLineageAspects: readonly string[] = ['dataJobInputOutput', 'upstreamLineage'];

/** The aspect of charts and dashboards that names the columns which they show. */
export const shownColumnsAspect = 'inputFields';

/** All aspects that lineage is derived from. The migration `lineage` has the same list in an index. */
export const lineageAspects: readonly string[] = [...Object.keys(lineageForms), shownColumnsAspect].sort();

/** Entities of other types are in no edge. */
export const lineageTypes: ReadonlySet<string> = new Set([
  ...[
    'chart',
    'dashboard',
    'dataJob',
    'dataProcessInstance',
    'dataset',
    'mlFeature',
    'mlModel',
    'mlModelGroup',
  ],
  ...['mlPrimaryKey', 'schemaField'],
]);
