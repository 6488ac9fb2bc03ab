import type { AspectUpsert } from '../../aspects/aspect.js';
import type { AuditStamp } from '../../core/clock.js';
import { datasetUrn, type SampleDatasets } from './dataset.js';
import { type Described, toAspects } from './described.js';
import { lake } from './lake.js';
import { marts } from './marts.js';
import { staging } from './staging.js';

interface Job extends Described {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** What it writes. It reads what these are made from. */
  readonly writes: SampleDatasets;
  /** The jobs before it. */
  readonly after: readonly string[];
}

const owners = { 'data-platform': 'TECHNICAL_OWNER' } as const;
const flow = 'urn:li:dataFlow:(airflow,warehouse,prod)';
const jobUrn = (id: string) => `urn:li:dataJob:(${flow},${id})`;

const only = (datasets: SampleDatasets, part: string): SampleDatasets =>
  Object.fromEntries(Object.entries(datasets).filter(([key]) => key.includes(part)));

const jobs: readonly Job[] = [
  {
    id: 'land_topics',
    name: 'Land topics',
    description: 'Writes the messages of the last hour to the data lake.',
    ...{ owners, tags: ['hourly'], writes: only(lake, '_events'), after: [] },
  },
  {
    id: 'land_page_views',
    name: 'Land page views',
    description: 'Writes the page views of the last hour to the data lake.',
    ...{ owners, tags: ['hourly'], writes: only(lake, 'page_views'), after: [] },
  },
  {
    id: 'build_staging',
    name: 'Build staging tables',
    description: 'Copies the tables of the shop and the new files of the data lake, and cleans them.',
    ...{ owners, tags: ['hourly'], writes: staging, after: ['land_topics', 'land_page_views'] },
  },
  {
    id: 'build_marts',
    name: 'Build marts',
    description:
      'Builds the tables that reports read. A failed test stops the job before anything is replaced.',
    owners: { ...owners, 'tomas.ferreira': 'TECHNICAL_OWNER' },
    links: { 'https://git.fernhill.example/warehouse/models': 'Models and their tests' },
    ...{ tags: ['nightly'], writes: marts, after: ['build_staging'] },
  },
  {
    id: 'export_newsletter_audience',
    name: 'Export the newsletter audience',
    description: 'Writes the file that the mailing service fetches.',
    ...{
      owners: { growth: 'BUSINESS_OWNER' },
      domain: 'marketing',
      writes: only(lake, 'exports'),
      after: ['build_marts'],
    },
  },
];

const readBy = (writes: SampleDatasets) => [
  ...new Set(Object.values(writes).flatMap(({ from = [] }) => from)),
];

export const pipelineAspects = (stamp: AuditStamp): AspectUpsert[] => [
  ...toAspects(
    flow,
    {
      dataFlowInfo: {
        name: 'Warehouse',
        description: 'Everything that fills the warehouse, from the sources to the marts.',
        externalUrl: 'https://airflow.fernhill.example/dags/warehouse',
      },
    },
    { owners, platform: 'airflow' },
    stamp,
  ),
  ...jobs.flatMap(({ id, name, description, writes, after, ...described }) =>
    toAspects(
      jobUrn(id),
      {
        dataJobInfo: { name, description, type: 'COMMAND', flowUrn: flow },
        dataJobInputOutput: {
          inputDatasets: readBy(writes).map(datasetUrn),
          outputDatasets: Object.keys(writes).map(datasetUrn),
          inputDatajobs: after.map(jobUrn),
        },
      },
      { ...described, platform: 'airflow' },
      stamp,
    ),
  ),
];
