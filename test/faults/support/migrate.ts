import { migrate } from '../../../src/db/migrations/migrate.js';
import { postgresqlTarget } from '../../../src/db/postgresql/migration.js';

/** Migrates a database in a process of its own, which a test kills. Arguments: the URL and the folder of migrations. */
const [url = '', folder] = process.argv.slice(2);
await migrate(postgresqlTarget(url), folder);
