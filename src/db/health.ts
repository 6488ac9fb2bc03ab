import type { Database } from './database.js';
import { type Migration, migrationsFolder, readMigrations } from './migrations/folder.js';
import { readStatus } from './migrations/status.js';
import { readState } from './state.js';

export interface DatabaseHealth {
  readonly kind: Database['kind'];
  /** As reported by the server. */
  readonly version: string;
  readonly readOnly: boolean;
  /** Names, oldest first. */
  readonly pendingMigrations: readonly string[];
}

/** Returns the function that reads what operators ask first about a database. */
export function databaseHealth({ kind, query }: Pick<Database, 'kind' | 'query'>) {
  const read = <Row>(sql: string) => query<Row>(sql, [], { unprepared: true });
  let migrations: Migration[] | undefined;

  return async (): Promise<DatabaseHealth> => {
    migrations ??= await readMigrations(migrationsFolder);
    const [row] = await read<{ version: string }>(`SELECT current_setting('server_version') AS version`);
    const { readOnly } = await readState(query);
    const { pending } = await readStatus(read, migrations);
    return { kind, version: row!.version, readOnly: readOnly !== null, pendingMigrations: pending };
  };
}
