import { migrate } from '../../../src/db/migrations/migrate.js';
import { postgresqlTarget } from '../../../src/db/postgresql/migration.js';

/** A process of its own that migrates a database, to be killed: its URL, and the folder of migrations. */
const [url = '', folder] = process.argv.slice(2);
await migrate(postgresqlTarget(url), folder);
