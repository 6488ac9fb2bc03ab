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

/** Returns the schema of the catalog, whether the account may create tables in it, and the account's name, both for SQL. */
export async function readSchema(
  query: Query,
): Promise<{ schema: string; role: string; mayCreate: boolean }> {
  const [row] = await query<{ schema: string; role: string; mayCreate: boolean }>(
    `SELECT quote_ident(current_schema()) AS schema, quote_ident(current_user) AS role,
            has_schema_privilege(current_schema(), 'CREATE') AS "mayCreate"`,
  );
  return row!;
}
