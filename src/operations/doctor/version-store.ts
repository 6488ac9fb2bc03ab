import type { Query } from '../../db/query.js';

export async function readVersion(query: Query): Promise<{ version: string; major: number }> {
  const [row] = await query<{ version: string; number: string }>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num') AS number`,
  );
  return { version: row!.version, major: Math.floor(Number(row!.number) / 10_000) };
}
