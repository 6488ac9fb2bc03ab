import type { AspectUpsert } from '../../aspects/aspect.js';
import { type AuditStamp, dayMs } from '../../core/clock.js';
import type { Json } from '../../json/lossless-json.js';
import { toFields } from './columns.js';
import { type Described, toAspects } from './described.js';

/** A dataset as it is written in the sample. */
export interface SampleDataset extends Described {
  readonly description?: string;
  /** See `toFields`. */
  readonly columns: string;
  /** The datasets from which it is made, as `platform:name`. */
  readonly from?: readonly string[];
  /** The columns from which its columns are made, as `platform:name#column`. */
  readonly fromColumns?: Readonly<Record<string, readonly string[]>>;
  /** Rows today, and rows that a day adds. Without them there are no profiles. */
  readonly rows?: readonly [today: number, daily: number];
  /** What happens to it each day. */
  readonly operation?: 'INSERT' | 'UPDATE';
  /** Why it must not be used any more. */
  readonly deprecation?: string;
}

/** Datasets by `platform:name`. */
export type SampleDatasets = Readonly<Record<string, SampleDataset>>;

const split = (key: string) => [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)] as const;

/** @param key `platform:name` */
export function datasetUrn(key: string): string {
  const [platform, name] = split(key);
  return `urn:li:dataset:(urn:li:dataPlatform:${platform},${name},PROD)`;
}

function columnUrn(key: string): string {
  const [dataset = '', column] = key.split('#');
  return `urn:li:schemaField:(${datasetUrn(dataset)},${column})`;
}

/** The container of a name with levels, such as `shop.public.orders`. */
function containerOf(platform: string, name: string): string | undefined {
  const [parent] = /^.*(?=[./])/.exec(name) ?? [];
  return parent && containerUrn(platform, parent);
}

export const containerUrn = (platform: string, name: string) => `urn:li:container:${platform}.${name}`;

export const columnCount = ({ columns }: SampleDataset) => columns.trim().split(/\n+/).length;

export function datasetAspects(key: string, dataset: SampleDataset, stamp: AuditStamp): AspectUpsert[] {
  const [platform, name] = split(key);
  const urn = datasetUrn(key);
  const {
    description,
    columns,
    deprecation,
    container = containerOf(platform, name),
    ...described
  } = dataset;
  const own = {
    datasetProperties: {
      name: name.split(/[./]/).at(-1)!,
      qualifiedName: name,
      ...(description === undefined ? {} : { description }),
    },
    schemaMetadata: {
      schemaName: name,
      platform: `urn:li:dataPlatform:${platform}`,
      version: 0,
      hash: '',
      platformSchema: { 'com.linkedin.schema.Schemaless': {} },
      fields: toFields(columns, platform === 'kafka', stamp),
    },
    ...lineage(urn, dataset, stamp),
    ...(deprecation === undefined
      ? {}
      : {
          deprecation: {
            deprecated: true,
            note: deprecation,
            decommissionTime: stamp.time + 60 * dayMs,
            actor: stamp.actor,
          },
        }),
  };
  return toAspects(urn, own, { ...described, ...(container && { container }) }, stamp);
}

function lineage(
  urn: string,
  { from, fromColumns = {} }: SampleDataset,
  auditStamp: AuditStamp,
): Record<string, Json> {
  if (!from) return {};
  const fineGrainedLineages = Object.entries(fromColumns).map(([column, upstreams]) => ({
    upstreamType: 'FIELD_SET',
    upstreams: upstreams.map(columnUrn),
    downstreamType: 'FIELD',
    downstreams: [`urn:li:schemaField:(${urn},${column})`],
  }));
  return {
    upstreamLineage: {
      upstreams: from.map((key) => ({ auditStamp, dataset: datasetUrn(key), type: 'TRANSFORMED' })),
      ...(fineGrainedLineages.length > 0 ? { fineGrainedLineages } : {}),
    },
  };
}
