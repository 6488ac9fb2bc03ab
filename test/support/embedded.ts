import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import type { Test } from 'tap';
import { embeddedDatabase } from '../../src/db/open.js';
import { root } from './root.js';
import { fillTemplate, nameOf, type Template } from './template.js';

const cache = fileURLToPath(new URL('node_modules/.cache/catalog/', root));

/** A copy of a template's folder: half the time that loading it into memory takes. */
export async function embedded(t: Test, template: Template) {
  const source = await templateFolder(template);
  const folder = mkdtempSync(join(tmpdir(), 'catalog-test-'));
  cpSync(source, folder, { recursive: true });
  const pglite = await PGlite.create(folder);
  const close = async () => {
    await pglite.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const db = embeddedDatabase({ pglite, close });
  t.teardown(() => db.close());
  return db;
}

/** Tests run in several processes: whoever is done first puts its template into place. */
async function templateFolder(template: Template): Promise<string> {
  const folder = join(cache, nameOf(template));
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const pglite = await PGlite.create(draft);
  const db = embeddedDatabase({ pglite, close: () => pglite.close() });
  await fillTemplate(db, template);
  await db.close();
  try {
    renameSync(draft, folder);
  } catch {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}
