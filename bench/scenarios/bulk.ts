import pg from 'pg';
import { post } from '../catalog.js';
import { datasetRows, datasetUrn, eventRows } from '../data.js';
import type { Environment } from '../environment.js';
import { latencies, type Row } from '../measure.js';
import { load } from '../process.js';
import { toRow } from './tokens.js';

/** W5: the sizes of ten indices of 24 months each, compared with five. */
export async function sizes(environment: Environment, events: number, times: number): Promise<Row[]> {
  const whole = await environment.catalogOn('ten_indices', eventRows(10, events));
  const half = await environment.catalogOn('five_indices', eventRows(5, events / 2));
  const ask = ({ url, tokens }: typeof whole) =>
    post(url, tokens[0]!, '/gms/operations?action=getIndexSizes', {});
  const { ten, five } = await latencies({ ten: () => ask(whole), five: () => ask(half) }, times);
  await environment.stop('ten_indices');
  await environment.stop('five_indices');
  return [toRow(`W5 getIndexSizes, 10 indices, ${events} events`, '5 indices', ten!, five!)];
}

/**
 * W6: batches of 1,000 proposals, one of a new dataset each, compared with the same rows in hand-written multi-row
 * inserts. Without tags, a proposal is of datasetProperties (2 rows); with tags, of globalTags with three tags (5 rows).
 */
export async function ingest(environment: Environment, times: number): Promise<Row[]> {
  const { url, tokens } = await environment.catalog();
  const client = new pg.Client({ connectionString: environment.url('catalog') });
  await client.connect();
  let next = environment.plan.datasets;
  const batch = () => Array.from({ length: 1_000 }, () => next++);
  const send = (aspectName: string, createAspect: (n: number) => string) =>
    post(url, tokens[0]!, '/aspects?action=ingestProposalBatch', {
      proposals: batch().map((n) => ({
        entityType: 'dataset',
        entityUrn: datasetUrn(n),
        changeType: 'UPSERT',
        aspectName,
        aspect: { contentType: 'application/json', value: createAspect(n) },
      })),
    });
  const properties = JSON.stringify({
    name: 'a table',
    description: 'made by the bench',
    customProperties: {},
  });
  const globalTags = (n: number) => JSON.stringify({ tags: createTags(n).map((tag) => ({ tag })) });
  const measured = await latencies(
    {
      catalog: () => send('datasetProperties', () => properties),
      insert: () =>
        inTransaction(client, () => insertDatasets(client, batch(), 'datasetProperties', properties)),
      tagged: () => send('globalTags', globalTags),
      insertTagged: () =>
        inTransaction(client, async () => {
          const datasets = batch();
          await insertDatasets(client, datasets, 'globalTags', '{}');
          await insertTags(client, datasets);
        }),
    },
    times,
  );
  await client.end();
  const row = (work: string, rows: number, catalog: number, insert: number): Row => ({
    work,
    'rows per second': Math.round((1_000 * rows) / catalog),
    baseline: `multi-row insert: ${Math.round((1_000 * rows) / insert)}`,
    ratio: `${(insert / catalog).toFixed(2)} ×`,
  });
  return [
    row('W6 ingestProposalBatch of 1,000', 2_000, measured.catalog!, measured.insert!),
    row('W6 the same of globalTags, three tags each', 5_000, measured.tagged!, measured.insertTagged!),
  ];
}

const createTags = (n: number) => [0, 1, 2].map((k) => `urn:li:tag:t${(n * 7 + k * 331) % 1_000}`);

async function inTransaction(client: pg.Client, insert: () => Promise<void>) {
  await client.query('BEGIN');
  await insert();
  await client.query('COMMIT');
}

async function insertDatasets(client: pg.Client, datasets: readonly number[], aspect: string, body: string) {
  const urns = datasets.map(datasetUrn);
  await client.query(
    `INSERT INTO entities (urn, type, created_at, created_by) SELECT u, 'dataset', 0, 'bench' FROM unnest($1::text[]) u
     ON CONFLICT DO NOTHING`,
    [urns],
  );
  await client.query(
    `INSERT INTO aspects (urn, name, body, created_at, created_by, updated_at, updated_by)
     SELECT u, $3, b::json, 0, 'bench', 0, 'bench' FROM unnest($1::text[], $2::text[]) r(u, b)
     ON CONFLICT (urn, name) DO UPDATE SET body = excluded.body`,
    [urns, urns.map(() => body), aspect],
  );
}

async function insertTags(client: pg.Client, datasets: readonly number[]) {
  const rows = datasets.flatMap((n) => createTags(n).map((tag) => ({ urn: datasetUrn(n), tag })));
  await client.query(
    `INSERT INTO global_tags (resource_urn, tag_urn, created_at, created_by)
     SELECT u, t, 0, 'bench' FROM unnest($1::text[], $2::text[]) r(u, t)
     ON CONFLICT (resource_urn, field_path, tag_urn, source) DO NOTHING`,
    [rows.map(({ urn }) => urn), rows.map(({ tag }) => tag)],
  );
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
      toRow(`W1 at ${many} datasets, ${connections} connections`, '10,000', ms('large'), ms('small')),
    );
  }
  await environment.stop('large');
  await environment.stop('small');
  return rows;
}
