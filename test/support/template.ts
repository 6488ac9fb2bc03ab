import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../src/config.js';
import type { Database } from '../../src/db/database.js';
import { migrate } from '../../src/db/migrations/migrate.js';
import { bootstrap } from '../../src/startup/first-administrator.js';
import { seedSample } from '../../src/startup/seed.js';
import { quiet } from './quiet.js';
import { root } from './root.js';

/**
 * The initial content of a test's database: the migrated schema only, also the sample metadata, or what the first start
 * with the sample leaves. The next start writes a token of the first administrator, because the file of the first is gone.
 */
export type Template = 'empty' | 'sample' | 'started';

/** Returns a hash of everything that determines a template's content, so that a change creates a new template. */
function fingerprint() {
  const hash = createHash('sha256');
  const folders = [new URL('../../src', import.meta.url), new URL('prisma/migrations', root)];
  for (const folder of folders.map((url) => fileURLToPath(url))) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
      if (/\.(js|jsonl|sql)$/.test(name)) hash.update(readFileSync(join(folder, name)));
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
  if (template === 'started') await bootstrapOnce(db);
  if (template !== 'empty') await seedSample(db, 'urn:li:corpuser:admin', Date.now());
}

async function bootstrapOnce(db: Database): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'catalog-template-'));
  try {
    const config = readConfig({ DATA_DIR: folder });
    await bootstrap({ db, config, log: quiet, now: Date.now() });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
