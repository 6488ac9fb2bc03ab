import type { AspectUpsert } from '../../aspects/aspect.js';
import type { AuditStamp } from '../../core/clock.js';
import { containerUrn } from './dataset.js';
import { toAspects } from './described.js';

/** Platform, name, subtype, description, and the name of the container above. */
const containers = [
  ['postgres', 'shop', 'Database', 'The database of the shop.', null],
  ['postgres', 'shop.public', 'Schema', 'All tables of the shop.', 'shop'],
  ['s3', 'fernhill-lake', 'S3 bucket', 'The data lake.', null],
  [
    's3',
    'fernhill-lake/landing',
    'Folder',
    'Files as they arrive. Nothing here is corrected.',
    'fernhill-lake',
  ],
  ['s3', 'fernhill-lake/exports', 'Folder', 'Files that other companies fetch.', 'fernhill-lake'],
  ['hive', 'weblogs', 'Database', 'Logs of the web servers, from before page views were tracked.', null],
  ['snowflake', 'analytics', 'Database', 'The warehouse.', null],
  ['snowflake', 'analytics.staging', 'Schema', 'Cleaned copies of sources. Not for reports.', 'analytics'],
  ['snowflake', 'analytics.marts', 'Schema', 'Tables for reports and analysis.', 'analytics'],
] as const;

export const containerAspects = (stamp: AuditStamp): AspectUpsert[] => [
  // Without a platform, as a container that is made by hand.
  ...toAspects(
    'urn:li:container:datahub_schema',
    { containerProperties: { name: 'datahub_schema', description: 'The schema of the sample tables' } },
    {},
    stamp,
  ),
  ...containers.flatMap(([platform, name, subType, description, parent]) =>
    toAspects(
      containerUrn(platform, name),
      { containerProperties: { name: name.split(/[./]/).at(-1), qualifiedName: name, description } },
      { platform, subType, ...(parent && { container: containerUrn(platform, parent) }) },
      stamp,
    ),
  ),
];
