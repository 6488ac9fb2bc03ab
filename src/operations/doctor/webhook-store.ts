import type { Query } from '../../db/query.js';
import type { Owned } from '../../webhooks/owner.js';
import { ownedColumns, webhookTables } from '../../webhooks/webhook-sql.js';

interface NamedWebhook extends Owned {
  readonly id: string;
  readonly name: string;
}

/** Returns the webhooks with their owners. */
export const readWebhooks = (query: Query): Promise<NamedWebhook[]> =>
  query(`SELECT w.id, w.name, ${ownedColumns} FROM ${webhookTables} ORDER BY w.created_at, w.id`);

/** Returns the webhooks of a database of 0.3.0 with the owners that the migration will give them. */
export async function readUnmigratedWebhooks(query: Query): Promise<NamedWebhook[]> {
  const [has] = await query<{ webhooks: boolean; owners: boolean }>(
    `SELECT to_regclass('webhooks') IS NOT NULL AS webhooks,
            EXISTS (SELECT FROM pg_attribute
                     WHERE attrelid = to_regclass('webhooks') AND attname = 'owner_urn' AND NOT attisdropped) AS owners`,
  );
  if (!has!.webhooks) return [];
  if (has!.owners) return readWebhooks(query);
  return query(
    `SELECT w.id, w.name, ${ownedColumns}
       FROM (SELECT w.id, w.name, w.created_at, u.urn AS owner_urn
               FROM webhooks w LEFT JOIN users u ON u.urn = w.created_by AND u.created_at <= w.created_at) w
       LEFT JOIN users u ON u.urn = w.owner_urn ORDER BY w.created_at, w.id`,
  );
}
