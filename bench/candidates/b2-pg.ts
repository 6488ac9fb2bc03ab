import pg from 'pg';
import { type TagRow, toDataset } from './answer.js';
import { serve } from './server.js';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const view = `SELECT e.urn AS dataset, t.urn, t.name, t.description, t.color_hex AS "colorHex"
  FROM entities e LEFT JOIN global_tags g ON g.resource_urn = e.urn AND g.field_path = ''
  LEFT JOIN tags t ON t.urn = g.tag_urn WHERE e.urn = $1 ORDER BY g.position`;
const add = `INSERT INTO global_tags (resource_urn, tag_urn, created_at, created_by)
  VALUES ($1, $2, $3, 'bench') ON CONFLICT DO NOTHING`;
const remove = `DELETE FROM global_tags WHERE resource_urn = $1 AND tag_urn = $2 AND field_path = ''`;

await serve({
  async dataset(urn) {
    const { rows } = await pool.query<TagRow & { dataset: string }>({
      name: 'view',
      text: view,
      values: [urn],
    });
    if (rows.length === 0) return null;
    return toDataset(
      urn,
      rows.filter((row) => row.urn !== null).map(({ dataset, ...tag }) => tag),
    );
  },
  async addTags({ resourceUrn, tagUrns: [tagUrn] }) {
    await pool.query({ name: 'add', text: add, values: [resourceUrn, tagUrn, Date.now()] });
    return true;
  },
  async removeTag({ resourceUrn, tagUrn }) {
    await pool.query({ name: 'remove', text: remove, values: [resourceUrn, tagUrn] });
    return true;
  },
});
