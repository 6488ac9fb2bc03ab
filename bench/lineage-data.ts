import { datasetAt } from './search-data.js';

/** Each dataset of a layer is derived from so many of the layer before it, so that lineage has three hops. */
const layers = 4;
const width = 6;
/** Datasets at the end that are derived from each other: there are many paths between them. */
const knotSize = 3_000;
const knotWidth = 10;

/** Reads the edges of an SQL query with the numbers of both ends. */
const insertEdges = (edges: string) => `
  INSERT INTO lineage_edges (source, aspect, position, relationship, upstream, upstream_column, downstream, downstream_column)
  SELECT source.urn, 'upstreamLineage', position, 'DownstreamOf', upstream.urn, '', source.urn, ''
    FROM (${edges}) e JOIN numbered source ON source.n = e.down JOIN numbered upstream ON upstream.n = e.up`;

export interface LineagePlan {
  readonly datasets: number;
  /** How many datasets are derived from the first one, beside the others that they are derived from. */
  readonly hubSize: number;
}

/** Statements that give lineage to the datasets of `searchRows`. */
export function lineageRows({ datasets, hubSize }: LineagePlan): readonly string[] {
  const by = `'urn:li:corpuser:bench'`;
  const size = Math.floor((datasets - knotSize) / layers);
  const first = datasets - knotSize;
  return [
    `CREATE TEMP TABLE numbered AS
       SELECT (regexp_match(urn, '_(\\d+),(?:PROD|DEV)\\)$'))[1]::int AS n, urn FROM search_documents WHERE type = 'dataset'`,
    'CREATE UNIQUE INDEX ON numbered (n)',
    'ANALYZE numbered',
    `INSERT INTO aspects (urn, name, body, created_at, created_by, updated_at, updated_by, derived_at)
     SELECT urn, 'upstreamLineage', '{"upstreams":[]}', 0, ${by}, 0, ${by}, 0 FROM numbered`,
    insertEdges(`SELECT n AS down, k AS position, (n / ${size} - 1) * ${size} + ((n::bigint * 7919 + k * 104729) % ${size})::int AS up
      FROM numbered CROSS JOIN generate_series(0, ${width - 1}) k WHERE n BETWEEN ${size} AND ${layers * size - 1}`),
    insertEdges(`SELECT n AS down, ${width} AS position, 0 AS up
      FROM numbered WHERE n BETWEEN ${size} AND ${size + hubSize - 1}`),
    insertEdges(`SELECT n AS down, k AS position, ${first} + ((n::bigint * 31 + k * 7919 + 1) % ${knotSize})::int AS up
      FROM numbered CROSS JOIN generate_series(0, ${knotWidth - 1}) k WHERE n >= ${first}`),
    'VACUUM ANALYZE',
  ];
}

/** The dataset from which many are derived. */
export const hub = datasetAt(0);
/** Another dataset of the first layer. */
export const root = datasetAt(1);
/** A dataset of the knot. */
export const knotted = ({ datasets }: LineagePlan): string => datasetAt(datasets - 1);
