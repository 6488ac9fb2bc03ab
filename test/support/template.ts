import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database } from '../../src/db/database.js';
import { migrate } from '../../src/db/migrations/migrate.js';
import { seedSample } from '../../src/startup/seed.js';
import { root } from './root.js';

/** The initial content of a test's database: the migrated schema only, or also the sample metadata. */
export type Template = 'empty' | 'sample';

/** Returns a hash of everything that determines a template's content, so that a change creates a new template. */
function fingerprint() {
  const hash = createHash('sha256');
  const folders = [new URL('../../src', import.meta.url), new URL('prisma/migrations', root)];
  for (const folder of folders.map((url) => fileURLToPath(url))) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
      if (/\.(js|sql)$/.test(name)) hash.update(readFileSync(join(folder, name)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

const print = fingerprint();

/** Returns the template's name, for a folder or a database. */
export const toName = (template: Template) => `catalog_template_${template}_${print}`;

export async function fillTemplate(db: Database, template: Template): Promise<void> {
  await migrate(db.migration);
  await seedTemplate(db, template);
}

/** @param db migrated and empty */
export async function seedTemplate(db: Database, template: Template): Promise<void> {
  if (template === 'sample') await seedSample(db, 'urn:li:corpuser:admin', Date.now());
}
