// Writes the next migration: what prisma/schema.prisma has that the migrations don't add up to.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const name = process.argv[2] ?? '';
if (!/^[a-z][a-z0-9_]*$/.test(name)) fail('Name it in snake_case: npm run migration:new -- add_tag_owner');
if (!existsSync(new URL('../dist/db/schema-engine.js', import.meta.url))) fail('Run npm run build first.');

const { withSchemaEngine, noFilters } = await import('../dist/db/schema-engine.js');
const { scratchAdapter } = await import('../dist/db/migrate-embedded.js');
const { migrationsFolder, readMigrations, toMigrationList } = await import('../dist/db/migration-folder.js');

const path = fileURLToPath(new URL('schema.prisma', import.meta.url));
const migrations = toMigrationList(
  migrationsFolder,
  existsSync(migrationsFolder) ? await readMigrations(migrationsFolder) : [],
);
const { stdout, exitCode } = await withSchemaEngine(scratchAdapter, (engine) =>
  engine.diff({
    from: { tag: 'migrations', ...migrations },
    to: { tag: 'schemaDatamodel', files: [{ path, content: readFileSync(path, 'utf8') }] },
    script: true,
    exitCode: true,
    ...noFilters(),
  }),
);
if (exitCode === 0) fail('The migrations already add up to prisma/schema.prisma.');

const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
const folder = join(migrationsFolder, `${now}_${name}`);
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'migration.sql'), stdout ?? '');
console.log(
  `${folder}/migration.sql\nRead it before you commit it, and finish by hand what Prisma can't say.`,
);

function fail(reason) {
  console.error(reason);
  process.exit(1);
}
