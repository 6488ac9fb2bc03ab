import { existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrationStatus } from '../migrations/migrate.js';
import { extractSmallDatabase, renewEpoch } from './archive.js';
import { EmbeddedClient } from './client.js';
import { checkFreeSpace } from './disk.js';
import { Engine, type EngineOptions } from './engine.js';
import { embeddedTarget } from './migration.js';

/**
 * A backup of an empty database with the migrations of this build, which only a package has
 * (`scripts/database-image.mjs`). The path is the same from `src/` and `dist/`.
 */
const packedImage = fileURLToPath(new URL('../../../database-image.tgz', import.meta.url));

export interface CreateOptions extends EngineOptions {
  /** The backup to start from, if the file exists. Default: that of the package. */
  readonly image?: string;
  /** Called when the image cannot be used, so that PostgreSQL initializes the database. */
  onUnusableImage?(why: string): void;
}

/**
 * Creates the files of a database in a new folder and opens them: as a copy of the image, or else by an initialization of
 * PostgreSQL, which takes several times the processor time and twice the memory. Only a copy has migrations.
 *
 * @throws StartupError when the disk is full
 */
export async function createFiles(folder: string, options: CreateOptions = {}): Promise<Engine> {
  const { image = packedImage, onUnusableImage } = options;
  if (existsSync(image)) {
    try {
      return await openCopy(image, folder, options);
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      // With a full disk, an initialization would fail later.
      checkFreeSpace(dirname(folder));
      onUnusableImage?.(`${image}: ${(error as Error).message}`);
    }
  }
  return Engine.open(folder, options);
}

async function openCopy(image: string, folder: string, options: EngineOptions): Promise<Engine> {
  extractSmallDatabase(image, folder);
  const engine = await Engine.open(folder, options);
  try {
    const client = new EmbeddedClient(engine);
    const { applied, unknown, edited } = await migrationStatus(embeddedTarget(client));
    const others = [...unknown, ...edited];
    if (applied.length === 0 || others.length > 0)
      throw new Error(`its migrations are not those of this build: ${others.join(', ') || 'it has none'}`);
    await client.exec(renewEpoch);
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}
