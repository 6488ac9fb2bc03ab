import { toPlace } from '../../src/core/column-urn.js';
import { datasetUrn, writeAspects } from './metadata.js';
import type { Choose } from './random.js';

const audit = { time: 1, actor: 'urn:li:corpuser:a' };
export const column = (dataset: string, path: string) => `urn:li:schemaField:(${dataset},${path})`;
export const names = (count: number) => Array.from({ length: count }, (_, index) => datasetUrn(`t${index}`));

/** Columns that columns are derived from. */
export type Entry = readonly [upstreams: string[], downstreams: string[]];

export interface Graph {
  readonly lineage: ReadonlyMap<string, { upstreams: readonly string[]; entries: Entry[] }>;
}

/** Datasets with random upstreams and random pairs of columns: cycles, a hub, and a large entry included. */
export function randomGraph({ below, pick }: Choose, datasets: readonly string[]): Graph {
  const columns = ['a', 'b', 'c', 'd'];
  const lineage = new Map(
    datasets.map((dataset) => {
      const upstreams = Array.from({ length: below(4) }, () =>
        below(4) === 0 ? datasets[0]! : pick(datasets),
      );
      const entries = Array.from(
        { length: below(3) },
        (): Entry => [
          Array.from({ length: 1 + below(3) }, () => column(pick(datasets), pick(columns))),
          Array.from({ length: 1 + below(2) }, () => column(dataset, pick(columns))),
        ],
      );
      return [dataset, { upstreams, entries }] as const;
    }),
  );
  return { lineage };
}

/** Replaces the columns of an entry by so many that its pairs are no rows of their own. */
export function enlarge({ lineage }: Graph, dataset: string): void {
  const many = (of: string) => Array.from({ length: 12 }, (_, index) => column(of, `m${index}`));
  lineage.get(dataset)!.entries.push([many(datasetUrn('t1')), many(dataset)]);
}

export const writeGraph = (db: Parameters<typeof writeAspects>[0], { lineage }: Graph) =>
  writeAspects(
    db,
    [...lineage].map(([urn, { upstreams, entries }]) => ({
      urn,
      entityType: 'dataset',
      name: 'upstreamLineage',
      value: {
        upstreams: upstreams.map((dataset) => ({ dataset, type: 'TRANSFORMED' })),
        fineGrainedLineages: entries.map(([upstreams, downstreams]) => ({
          ...{ upstreamType: 'FIELD_SET', downstreamType: 'FIELD_SET', upstreams, downstreams },
        })),
      },
    })),
    audit,
  );

/** Pairs of what is upstream and what is downstream. */
export function listPairs({ lineage }: Graph, ofColumns: boolean): [string, string][] {
  return [...lineage].flatMap(([dataset, { upstreams, entries }]) => {
    const pairs = entries.flatMap(([ups, downs]) =>
      ups.flatMap((up) => downs.map((down): [string, string] => [up, down])),
    );
    if (ofColumns) return pairs;
    const derived = pairs.map(([up]): [string, string] => [toPlace(up)!.urn, dataset]);
    return [...upstreams.map((up): [string, string] => [up, dataset]), ...derived];
  });
}
