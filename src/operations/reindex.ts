import { setTimeout as sleep } from 'node:timers/promises';
import { fillEdges } from '../aspects/edges/fill.js';
import type { Config } from '../config.js';
import type { Database } from '../db/database.js';
import { countNext, forgetCounts } from '../search/counts/fill-store.js';
import { finishReindex, readReindex, reindexNext } from '../search/documents/reindex-store.js';
import { openCurrent, type StartDeps } from '../startup/database.js';
import { ensureNamesIndex } from '../startup/names-index.js';
import { storedAspects } from '../stored-aspects.js';

export interface ReindexDeps extends StartDeps {
  /** Called with the entities that are done, and all of them. */
  onProgress(done: number, total: number): void;
  /** Called with what people should know. */
  onNotice(text: string): void;
}

/** A statement may take as long as the creation of the index of names. */
const statementMs = 3_600_000;

/**
 * Rebuilds all search documents, tags of entities, edges of lineage and counts, with one transaction for each batch of entities, so that a service
 * on the same database continues. Continues an interrupted run.
 *
 * @param fromStart begins again instead
 * @returns the number of entities of this run
 * @throws StartupError when the database is not migrated to this build
 */
export async function reindexCatalog(
  config: Config,
  { fromStart, onProgress, onNotice, ...deps }: ReindexDeps & { readonly fromStart: boolean },
): Promise<number> {
  const { db } = await openCurrent({ ...config, REQUEST_TIMEOUT_MS: statementMs }, deps);
  try {
    const before = await readReindex(db.query);
    const from = fromStart ? '' : before.last;
    let done = fromStart ? 0 : before.done;
    if (from !== '')
      onNotice(`continues after ${done} of ${before.total} entities, where the last run stopped`);
    const begun = done;
    for (let last: string | null = from; last !== null; ) {
      const batch = await reindexNext({ db, aspects: storedAspects }, last);
      ({ last } = batch);
      done += batch.done;
      onProgress(done, Math.max(done, before.total));
    }
    await finishReindex(db.query);
    onNotice('writes the edges of lineage');
    while (await fillEdges({ db, aspects: storedAspects }));
    onNotice('counts the values of all entities');
    await recount(db);
    const notice = await ensureNamesIndex(db);
    if (notice !== null) onNotice(notice);
    return done - begun;
  } finally {
    await db.close();
  }
}

/** The pause before the next attempt when others are changing what is counted. */
const pauseMs = 100;

async function recount(db: Database): Promise<void> {
  while (!(await forgetCounts(db))) await sleep(pauseMs);
  while (await countNext(db));
}
