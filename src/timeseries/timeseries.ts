import { randomUUID } from 'node:crypto';
import type { ReadActor } from '../core/actor.js';
import type { Deps } from '../deps.js';
import { indexReads } from './index-details.js';
import { indexDetailsStore, timeseriesStore } from './store.js';
import { compactionStore, partitionStore } from './truncation/partition-store.js';
import { creatorStore, truncationStore } from './truncation/task-store.js';
import { truncations } from './truncation/tasks.js';
import { truncationWorker } from './truncation/worker.js';
import { timeseriesValues } from './values.js';

export function timeseriesServices(
  { db, clock, config, visibility, onBackgroundError }: Deps,
  { readActor }: { readActor: ReadActor },
) {
  const [events, tasks] = [timeseriesStore(db), truncationStore(db)];
  const worker = truncationWorker({
    tasks,
    partitions: partitionStore(db),
    compaction: compactionStore(db),
    clock,
    mayGoOn: creatorStore(db, readActor),
    workerId: randomUUID(),
    exclusive: db.kind === 'embedded',
    onError: onBackgroundError,
  });
  return {
    waiting: worker.waiting,
    /** Ends the task that is running, which the next start continues. */
    stop: worker.stop,
    /** Without a check of rights. */
    measureIndices: events.indexSizes,
    services: {
      ...indexReads({ events, details: indexDetailsStore(db) }),
      ...truncations({
        tasks,
        clock,
        pageSizeMax: config.PAGE_SIZE_MAX,
        trigger: worker.trigger,
        interrupt: worker.interrupt,
      }),
      values: timeseriesValues({ store: events, visibility, maxBytes: config.ANSWER_MAX_BYTES }),
    },
  };
}
