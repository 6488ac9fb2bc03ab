import pg from 'pg';
import { type TagRow, toDataset } from './answer.js';
import { serve } from './server.js';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const text = `SELECT e.urn AS dataset, t.urn, t.name, t.description, t.color_hex AS "colorHex"
  FROM entities e LEFT JOIN global_tags g ON g.resource_urn = e.urn AND g.field_path = ''
  LEFT JOIN tags t ON t.urn = g.tag_urn WHERE e.urn = $1 ORDER BY g.position`;

await serve(async (urn) => {
  const { rows } = await pool.query<TagRow & { dataset: string }>({ name: 'view', text, values: [urn] });
  if (rows.length === 0) return null;
  return toDataset(
    urn,
    rows.filter((row) => row.urn !== null).map(({ dataset, ...tag }) => tag),
  );
});
