import pg from 'pg';
import { post } from '../catalog.js';
import { datasetRows, datasetUrn, eventRows } from '../data.js';
import type { Environment } from '../environment.js';
import { latencies, type Row } from '../measure.js';
import { load } from '../process.js';
import { rowOf } from './tokens.js';

/** W5: the sizes of ten indices of 24 months each, compared with five. */
export async function sizes(environment: Environment, events: number, times: number): Promise<Row[]> {
  const whole = await environment.catalogOn('ten_indices', eventRows(10, events));
  const half = await environment.catalogOn('five_indices', eventRows(5, events / 2));
  const ask = ({ url, tokens }: typeof whole) =>
    post(url, tokens[0]!, '/gms/operations?action=getIndexSizes', {});
  const { ten, five } = await latencies({ ten: () => ask(whole), five: () => ask(half) }, times);
  await environment.stop('ten_indices');
  await environment.stop('five_indices');
  return [rowOf(`W5 getIndexSizes, 10 indices, ${events} events`, '5 indices', ten!, five!)];
}

/** W6: batches of 1,000 proposals, compared with the same rows in two hand-written multi-row inserts. */
export async function ingest(environment: Environment, times: number): Promise<Row[]> {
  const { url, tokens } = await environment.catalog();
  const client = new pg.Client({ connectionString: environment.url('catalog') });
  await client.connect();
  let next = environment.plan.datasets;
  const batch = () => Array.from({ length: 1_000 }, () => datasetUrn(next++));
  const value = JSON.stringify({ name: 'a table', description: 'made by the bench', customProperties: {} });
  const measured = await latencies(
    {
      catalog: () =>
        post(url, tokens[0]!, '/aspects?action=ingestProposalBatch', {
          proposals: batch().map((entityUrn) => ({
            entityType: 'dataset',
            entityUrn,
            changeType: 'UPSERT',
            aspectName: 'datasetProperties',
            aspect: { contentType: 'application/json', value },
          })),
        }),
      async insert() {
        const urns = batch();
        await client.query('BEGIN');
        await client.query(
          `INSERT INTO entities (urn, type, created_at, created_by) SELECT u, 'dataset', 0, 'bench' FROM unnest($1::text[]) u
           ON CONFLICT DO NOTHING`,
          [urns],
        );
        await client.query(
          `INSERT INTO aspects (urn, name, body, created_at, created_by, updated_at, updated_by)
           SELECT u, 'datasetProperties', b::json, 0, 'bench', 0, 'bench' FROM unnest($1::text[], $2::text[]) r(u, b)
           ON CONFLICT (urn, name) DO UPDATE SET body = excluded.body`,
          [urns, urns.map(() => value)],
        );
        await client.query('COMMIT');
      },
    },
    times,
  );
  await client.end();
  const perSecond = (name: string) => Math.round(2_000_000 / measured[name]!);
  return [
    {
      work: 'W6 ingestProposalBatch of 1,000',
      'rows per second': perSecond('catalog'),
      baseline: `multi-row insert: ${perSecond('insert')}`,
      ratio: `${(measured.insert! / measured.catalog!).toFixed(2)} ×`,
    },
  ];
}

/** W1 at a million datasets, compared with ten thousand, at 1 and 32 connections. */
export async function size(environment: Environment, many: number): Promise<Row[]> {
  const large = await environment.catalogOn('large', datasetRows(many));
  const small = await environment.catalogOn('small', datasetRows(10_000));
  const rows: Row[] = [];
  for (const connections of [1, 32]) {
    const perSecond = { large: [] as number[], small: [] as number[] };
    for (let round = 0; round < environment.plan.rounds; round += 1) {
      const run = { kind: 'view', connections, seconds: environment.plan.seconds } as const;
      perSecond.large.push((await load(large, { ...run, datasets: many })).perSecond);
      perSecond.small.push((await load(small, { ...run, datasets: 10_000 })).perSecond);
    }
    const ms = (name: 'large' | 'small') => (1_000 * connections) / Math.max(...perSecond[name]);
    rows.push(
      rowOf(`W1 at ${many} datasets, ${connections} connections`, '10,000', ms('large'), ms('small')),
    );
  }
  await environment.stop('large');
  await environment.stop('small');
  return rows;
}
