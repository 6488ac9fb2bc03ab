import type { AspectUpsert } from '../aspects/aspect.js';
import type { EventRow } from '../timeseries/event-store.js';
import { policyAspect } from './administrator-policies.js';

export const steward = 'urn:li:corpuser:steward';
export const guest = 'urn:li:corpuser:guest';

const hive = 'urn:li:dataset:(urn:li:dataPlatform:hive,fct_users_created,PROD)';
const kafka = 'urn:li:dataset:(urn:li:dataPlatform:kafka,user_events,PROD)';
const container = 'urn:li:container:datahub_schema';

/** The steward may create its own tokens and edit tags. No policy names the guest. */
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

const column = (fieldPath: string, type: string, nativeDataType: string, description?: string) => ({
  fieldPath,
  type: { type: { [`com.linkedin.schema.${type}`]: {} } },
  nativeDataType,
  nullable: false,
  ...(description === undefined ? {} : { description }),
});

const schema = (platform: string, schemaName: string, fields: readonly object[]) => ({
  schemaName,
  platform: `urn:li:dataPlatform:${platform}`,
  version: 0,
  hash: '',
  platformSchema: { 'com.linkedin.schema.Schemaless': {} },
  fields,
});

const dataset = (urn: string, name: string, value: Record<string, unknown>): AspectUpsert => ({
  urn,
  entityType: 'dataset',
  name,
  value,
});

export const sampleAspects: readonly AspectUpsert[] = [
  {
    urn: 'urn:li:tag:Legacy',
    entityType: 'tag',
    name: 'tagProperties',
    value: { name: 'Legacy', description: 'Indicates the dataset is no longer supported' },
  },
  {
    urn: container,
    entityType: 'container',
    name: 'containerProperties',
    value: { name: 'datahub_schema', description: 'The schema of the sample tables' },
  },
  dataset(hive, 'datasetProperties', {
    name: 'fct_users_created',
    description: 'One row for each user that was created',
  }),
  dataset(hive, 'container', { container }),
  dataset(
    hive,
    'schemaMetadata',
    schema('hive', 'fct_users_created', [
      column('user_id', 'StringType', 'varchar(100)', 'Id of the user'),
      column('user_name', 'StringType', 'varchar(100)', 'Name of the user'),
      column('created_at', 'TimeType', 'timestamp', 'When the user was created'),
    ]),
  ),
  dataset(kafka, 'datasetProperties', { name: 'user_events', description: 'What users do, as it happens' }),
  dataset(
    kafka,
    'schemaMetadata',
    schema('kafka', 'user_events', [
      column('[version=2.0].[type=struct].[type=string].user_name', 'StringType', 'string'),
      column('[version=2.0].[type=struct].[type=long].timestamp', 'NumberType', 'long'),
      column('[version=2.0].[type=struct].[type=struct].address', 'RecordType', 'Address'),
      column('[version=2.0].[type=struct].[type=struct].address.[type=string].city', 'StringType', 'string'),
    ]),
  ),
];

const day = 24 * 3_600_000;
const firstDay = Date.UTC(2026, 0, 1);
const days = 181;

/** Returns half a year of daily profiles of both datasets, and of daily writes to one of them. */
export function sampleEvents(): EventRow[] {
  const event = (
    aspect: EventRow['aspect'],
    urn: string,
    timestampMillis: number,
    value: object,
  ): EventRow => ({
    aspect,
    urn,
    timestampMillis,
    eventGranularity: '',
    partition: '',
    messageId: '',
    event: JSON.stringify({ timestampMillis, ...value }),
    systemMetadata: null,
  });
  return Array.from({ length: days }, (_, index) => firstDay + index * day).flatMap((time, index) => [
    event('datasetProfile', hive, time, { rowCount: 1_000 + 7 * index, columnCount: 3 }),
    event('datasetProfile', kafka, time, { rowCount: 50_000 + 311 * index, columnCount: 4 }),
    event('operation', hive, time, {
      operationType: 'INSERT',
      lastUpdatedTimestamp: time,
      numAffectedRows: 7,
    }),
  ]);
}
