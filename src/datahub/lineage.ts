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

/** How an edge that a person draws is stored. */
export interface DrawnForm {
  readonly downstream: string;
  readonly upstream: string;
  /** Which of both has the aspect. */
  readonly holder: LineageSide;
  readonly aspect: string;
  /** The list of the aspect, and the member of its elements that names the other end. */
  readonly list: string;
  readonly member: string;
  /** The list of URNs that the list has replaced. */
  readonly olderList?: string;
}

const edges = 'destinationUrn';

/** The edges that DataHub's `updateLineage` and patches of its SDK write. */
export const drawnForms: readonly DrawnForm[] = [
  {
    ...{ downstream: 'dataset', upstream: 'dataset', holder: 'downstream' },
    ...{ aspect: 'upstreamLineage', list: 'upstreams', member: 'dataset' },
  },
  {
    ...{ downstream: 'dataset', upstream: 'dataJob', holder: 'upstream', aspect: 'dataJobInputOutput' },
    ...{ list: 'outputDatasetEdges', member: edges, olderList: 'outputDatasets' },
  },
  {
    ...{ downstream: 'dataJob', upstream: 'dataset', holder: 'downstream', aspect: 'dataJobInputOutput' },
    ...{ list: 'inputDatasetEdges', member: edges, olderList: 'inputDatasets' },
  },
  {
    ...{ downstream: 'dataJob', upstream: 'dataJob', holder: 'downstream', aspect: 'dataJobInputOutput' },
    ...{ list: 'inputDatajobEdges', member: edges, olderList: 'inputDatajobs' },
  },
  {
    ...{ downstream: 'chart', upstream: 'dataset', holder: 'downstream', aspect: 'chartInfo' },
    ...{ list: 'inputEdges', member: edges, olderList: 'inputs' },
  },
  {
    ...{ downstream: 'dashboard', upstream: 'chart', holder: 'downstream', aspect: 'dashboardInfo' },
    ...{ list: 'chartEdges', member: edges, olderList: 'charts' },
  },
  {
    ...{ downstream: 'dashboard', upstream: 'dataset', holder: 'downstream', aspect: 'dashboardInfo' },
    ...{ list: 'datasetEdges', member: edges, olderList: 'datasets' },
  },
  {
    ...{ downstream: 'dashboard', upstream: 'dashboard', holder: 'downstream', aspect: 'dashboardInfo' },
    ...{ list: 'dashboards', member: edges },
  },
];

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
