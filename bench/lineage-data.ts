import { datasetAt } from './search-data.js';

/** Edges of each dataset upstream, beside those of the hub and of the knot. */
const width = 5;
/** Datasets at the end that are all connected with each other: paths between them are many. */
export const knotSize = 3_000;
const knotWidth = 10;

/** Aspects with lineage, and their edges: a statement for each kind. */
const insertEdges = (edges: string) => `
  INSERT INTO lineage_edges (source, aspect, position, relationship, upstream, upstream_column, downstream, downstream_column)
  SELECT source.urn, 'upstreamLineage', position, 'DownstreamOf', upstream.urn, '', source.urn, ''
    FROM (${edges}) e JOIN numbered source ON source.n = e.down JOIN numbered upstream ON upstream.n = e.up`;

/**
 * Statements that give the datasets of `searchRows(count)` their lineage: each is derived from some before it, so that there
 * are cross connections but no circles; the first `hubSize` from the first one, and the last ones from each other.
 */
export const lineageRows = (count: number, hubSize: number): readonly string[] => [
  'SET synchronous_commit = off',
  `CREATE TEMP TABLE numbered AS SELECT (row_number() OVER (ORDER BY split_part(key_names, '_', 3)::int) - 1)::int AS n, urn
     FROM search_documents WHERE type = 'dataset'`,
  'CREATE UNIQUE INDEX ON numbered (n)',
  'ANALYZE numbered',
  `INSERT INTO aspects (urn, name, body, created_at, created_by, updated_at, updated_by)
   SELECT urn, 'upstreamLineage', '{"upstreams":[]}', 0, 'urn:li:corpuser:bench', 0, 'urn:li:corpuser:bench' FROM numbered`,
  insertEdges(`SELECT n AS down, k AS position, (n - 1 - (n::bigint * 7919 + k * 104729) % least(n, 20000))::int AS up
    FROM numbered CROSS JOIN generate_series(0, ${width - 1}) k WHERE n BETWEEN 1 AND ${count - knotSize - 1}`),
  insertEdges(
    `SELECT n AS down, ${width} AS position, 0 AS up FROM numbered WHERE n BETWEEN 1 AND ${hubSize}`,
  ),
  insertEdges(`SELECT n AS down, k AS position,
      ${count - knotSize} + ((n::bigint * 31 + k * 7919 + 1) % ${knotSize})::int AS up
    FROM numbered CROSS JOIN generate_series(0, ${knotWidth - 1}) k WHERE n >= ${count - knotSize}`),
  `UPDATE aspects SET derived_at = updated_at WHERE name = 'upstreamLineage'`,
  'VACUUM ANALYZE',
];

/** The dataset from which `hubSize` others are derived. */
export const hub = datasetAt(0);
