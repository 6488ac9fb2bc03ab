import { randomUUID } from 'node:crypto';
import type { ReadActor } from '../core/actor.js';
import type { Deps } from '../deps.js';
import { indexDetails } from './index-details.js';
import { indexDetailsStore } from './index-details-store.js';
import { indexSizes } from './index-sizes.js';
import { timeseriesStore } from './store.js';
import { cancelTruncation } from './truncation/cancel.js';
import { compactionStore } from './truncation/compaction-store.js';
import { creatorStore } from './truncation/creator-store.js';
import { partitionStore } from './truncation/partition-store.js';
import { listTasks, taskStatus } from './truncation/task-status.js';
import { truncationStore } from './truncation/task-store.js';
import { truncate } from './truncation/truncate.js';
import { truncationWorker } from './truncation/worker.js';
import { timeseriesValues } from './values.js';

export function timeseriesServices(
  { db, clock, config, onBackgroundError }: Deps,
  { readActor }: { readActor: ReadActor },
) {
  const [events, tasks] = [timeseriesStore(db), truncationStore(db)];
  const truncations = truncationWorker({
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
    waiting: truncations.waiting,
    /** Ends the task that is running, which the next start continues. */
    stop: truncations.stop,
    /** Without a check of rights. */
    measureIndices: events.indexSizes,
    services: {
      indexSizes: indexSizes({ store: events }),
      indexDetails: indexDetails({ store: indexDetailsStore(db) }),
      values: timeseriesValues({ store: events, maxBytes: config.ANSWER_MAX_BYTES }),
      truncate: truncate({ tasks, clock, trigger: truncations.trigger }),
      cancel: cancelTruncation({ tasks, clock, interrupt: truncations.interrupt }),
      taskStatus: taskStatus({ tasks, clock }),
      listTasks: listTasks({ tasks, clock, pageSizeMax: config.PAGE_SIZE_MAX }),
    },
  };
}
