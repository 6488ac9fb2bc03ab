/** Types of entities as URNs have them, with what people call one and several of them. */
export const entityTypes: Readonly<Record<string, readonly [one: string, several: string]>> = {
  dataset: ['dataset', 'datasets'],
  container: ['container', 'containers'],
  chart: ['chart', 'charts'],
  dashboard: ['dashboard', 'dashboards'],
  dataJob: ['data job', 'data jobs'],
  dataFlow: ['data flow', 'data flows'],
  tag: ['tag', 'tags'],
  glossaryTerm: ['glossary term', 'glossary terms'],
  glossaryNode: ['glossary group', 'glossary groups'],
  domain: ['domain', 'domains'],
  dataProduct: ['data product', 'data products'],
  dataProcessInstance: ['run', 'runs'],
};

export const severalOf = (type: string): string => entityTypes[type]?.[1] ?? `entities of the type ${type}`;
export const oneOf = (type: string): string => entityTypes[type]?.[0] ?? type;
