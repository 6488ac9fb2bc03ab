import { sharedNext } from '../scheduling/shared.js';
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
function databaseHealth({ kind, query }: Pick<Database, 'kind' | 'query'>) {
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

/** Measurements of the database, its replica and its search data, for operators. */
export function measurements<Fill>(db: Database, { fillState }: { readonly fillState: () => Promise<Fill> }) {
  const readDatabase = databaseHealth(db);
  /** Shared by concurrent requests: it takes several statements. */
  const health = sharedNext(async () => {
    const [database, replica, search] = await Promise.all([
      readDatabase(),
      db.replicaLag().catch(() => 'away' as const),
      fillState(),
    ]);
    return { database, replica, search };
  });
  return { pools: db.pools, health };
}
