import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import type { Test } from 'tap';
import { service, temporaryFolder } from './service.js';

/**
 * Fills a data folder with a copy of what the first start of the embedded database leaves, which takes two thirds of such
 * a start's time. The fault tests make it once (`STARTED_FOLDER`).
 */
export async function fillStarted(t: Test, dataDir: string): Promise<void> {
  const made = process.env.STARTED_FOLDER ?? `${temporaryFolder(t)}/started`;
  if (!existsSync(made)) await make(t, made);
  cpSync(made, dataDir, { recursive: true });
}

/** Several processes may make it at once: the first one that is done provides it. */
async function make(t: Test, folder: string) {
  const draft = `${folder}.${process.pid}`;
  const one = await service(t, { DATA_DIR: draft });
  await one.start();
  await one.stop();
  try {
    renameSync(draft, folder);
  } catch {
    rmSync(draft, { recursive: true, force: true });
  }
}
