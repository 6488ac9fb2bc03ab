import type { Query } from '../../db/query.js';

export async function readVersion(
  query: Query,
): Promise<{ version: string; major: number; encoding: string }> {
  const [row] = await query<{ version: string; number: string; encoding: string }>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num') AS number,
            current_setting('server_encoding') AS encoding`,
  );
  const { version, number, encoding } = row!;
  return { version, major: Math.floor(Number(number) / 10_000), encoding };
}
