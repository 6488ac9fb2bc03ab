import type { Transaction } from '../../db/query.js';
import type { Delimiters } from './table.js';

/** Returns the delimiters of platforms whose stored `dataPlatformInfo` has one. */
export async function readDelimiters(tx: Transaction, platforms: ReadonlySet<string>): Promise<Delimiters> {
  if (platforms.size === 0) return new Map();
  const rows = await tx.query<{ urn: string; delimiter: string }>(
    `SELECT urn, left(body->>'datasetNameDelimiter', 1) AS delimiter FROM aspects
      WHERE urn = ANY($1::text[]) AND name = 'dataPlatformInfo' AND body->>'datasetNameDelimiter' <> ''`,
    [[...platforms]],
  );
  return new Map(rows.map(({ urn, delimiter }) => [urn, delimiter]));
}
