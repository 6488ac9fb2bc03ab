import type { Test } from 'tap';
import { aspectCatalog } from './aspects.js';
import type { TestCatalogOptions } from './catalog.js';

export const chartUrn = 'urn:li:chart:(looker,sales.1)';
export const dashboardUrn = 'urn:li:dashboard:(powerbi,board)';
export const flowUrn = 'urn:li:dataFlow:(airflow,nightly,prod)';
export const jobUrn = `urn:li:dataJob:(${flowUrn},load)`;
export const platform = (name: string) => `urn:li:dataPlatform:${name}`;

/** Entities with tags besides datasets and containers: the query, the URN, its properties aspect, its platform. */
export const assets = [
  { query: 'chart', urn: chartUrn, aspect: 'chartInfo', name: 'title', platform: platform('looker') },
  {
    query: 'dashboard',
    urn: dashboardUrn,
    aspect: 'dashboardInfo',
    name: 'title',
    platform: platform('powerbi'),
  },
  { query: 'dataFlow', urn: flowUrn, aspect: 'dataFlowInfo', name: 'name', platform: platform('airflow') },
  { query: 'dataJob', urn: jobUrn, aspect: 'dataJobInfo', name: 'name', platform: platform('airflow') },
] as const;

/** Builds a catalog with a function that reads an entity by the query of its type. */
export async function assetCatalog(t: Test, options: TestCatalogOptions = {}) {
  const catalog = await aspectCatalog(t, options);
  const one = async (query: string, urn: string, selection: string) =>
    (await catalog.read(`query ($urn: String!) { ${query}(urn: $urn) { ${selection} } }`, { urn }))[query];
  return { ...catalog, one };
}
