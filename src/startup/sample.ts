import type { AspectUpsert } from '../aspects/aspect.js';
import type { AuditStamp } from '../core/clock.js';
import type { EventRow } from '../timeseries/event-store.js';
import { policyAspect } from './administrator-policies.js';
import { containerAspects } from './sample/containers.js';
import { datasetAspects, type SampleDatasets } from './sample/dataset.js';
import { eventsOf } from './sample/events.js';
import { lake } from './sample/lake.js';
import { marts } from './sample/marts.js';
import { peopleAspects, steward } from './sample/people.js';
import { pipelineAspects } from './sample/pipelines.js';
import { reportAspects } from './sample/reports.js';
import { shop } from './sample/shop.js';
import { staging } from './sample/staging.js';
import { streams } from './sample/streams.js';
import { vocabularyAspects } from './sample/vocabulary-aspects.js';

// The sample is the warehouse of Fernhill, an invented shop for plants and garden tools.

/** The steward may create its own tokens and edit tags. No policy names the other users and groups. */
export const samplePolicies: readonly AspectUpsert[] = [
  policyAspect('sample-steward-platform', {
    displayName: 'Stewards make their own tokens',
    type: 'PLATFORM',
    state: 'ACTIVE',
    privileges: ['GENERATE_PERSONAL_ACCESS_TOKENS'],
    actors: { users: [steward] },
  }),
  policyAspect('sample-steward-metadata', {
    displayName: 'Stewards edit tags',
    type: 'METADATA',
    state: 'ACTIVE',
    privileges: ['EDIT_ENTITY_TAGS', 'EDIT_DATASET_COL_TAGS'],
    actors: { users: [steward] },
  }),
];

const datasets: SampleDatasets = { ...shop, ...streams, ...lake, ...staging, ...marts };

/** @param stamp of what aspects say about their own past */
export const sampleAspects = (stamp: AuditStamp): AspectUpsert[] => [
  ...peopleAspects,
  ...samplePolicies,
  ...vocabularyAspects(stamp),
  ...containerAspects(stamp),
  ...Object.entries(datasets).flatMap(([key, dataset]) => datasetAspects(key, dataset, stamp)),
  ...pipelineAspects(stamp),
  ...reportAspects(stamp),
];

export const sampleEvents = (now: number): EventRow[] => eventsOf(datasets, now);
