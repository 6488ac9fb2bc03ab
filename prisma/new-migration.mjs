// Writes the next migration: the difference between the migrations and prisma/schema.prisma. Without a difference, the file
// is for SQL by hand: data, functions, views, and indexes that Prisma's language lacks.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const name = process.argv[2] ?? '';
if (!/^[a-z][a-z0-9_]*$/.test(name)) fail('Name it in snake_case: npm run migration:new -- add_tag_owner');

const diff = ['--from-migrations', 'prisma/migrations', '--to-schema', 'prisma/schema.prisma', '--script'];
const { status, stdout, stderr } = spawnSync('npx', ['prisma', 'migrate', 'diff', ...diff, '--exit-code'], {
  encoding: 'utf8',
});
const [same, different] = [0, 2];
if (status !== same && status !== different) fail(stderr);

const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
const folder = join('prisma', 'migrations', `${now}_${name}`);
mkdirSync(folder);
writeFileSync(join(folder, 'migration.sql'), status === same ? '-- By hand: ' : stdout);
console.log(
  `${folder}/migration.sql\n${
    status === same
      ? 'prisma/schema.prisma has no changes, so the file is for SQL by hand.'
      : "Read it before you commit it, and finish by hand what Prisma can't say."
  }`,
);

function fail(reason) {
  console.error(reason);
  process.exit(1);
}
