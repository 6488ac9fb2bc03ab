import type { WriteLines } from '../core/audit-target.js';
import { type Clock, dayMs } from '../core/clock.js';
import type { WaitingWork } from '../db/waiting-work.js';
import type { Deps } from '../deps.js';
import { type BackgroundWork, inBackground } from '../scheduling/background.js';
import { retentionStore } from './month-store.js';
import { refusedAuthentications } from './refused-authentications.js';
import { type RefusedStore, refusalsWait, refusedStore } from './refused-store.js';
import { auditSearch } from './search.js';
import { searchStore } from './search-store.js';
import { metadataSource, securitySource } from './source-store.js';
import { auditStream, openSink } from './stream/stream.js';
import { streamStore } from './stream/stream-store.js';

export function auditServices(
  { db, clock, config, visibility, onBackgroundError }: Deps,
  { writeLines }: { readonly writeLines: WriteLines },
) {
  const { AUDIT_STREAM: target } = config;
  const refusals = refusedStore(db);
  const refused = refusedAuthentications(refusals.save, onBackgroundError);
  const security = securitySource(db);
  const metadata = metadataSource(() => Math.max(0, clock() - config.CHANGE_EVENTS_DAYS * dayMs));
  const store = streamStore(db, { security, metadata });
  const sink = target && openSink(target, writeLines);
  const stream = sink && auditStream({ target, sink, store, clock, onError: onBackgroundError });
  return {
    waiting: refusalUpkeep(refusals),
    background: auditUpkeep(retentionStore(db), config.AUDIT_RETENTION_DAYS, clock, onBackgroundError),
    stream,
    flush: refused.flush,
    services: {
      /** Counts a refused authentication. */
      refused: refused.record,
      ...auditSearch({
        store: searchStore(db, config.ANSWER_MAX_BYTES, [security, metadata]),
        clock,
        visibility,
        pageSizeMax: config.PAGE_SIZE_MAX,
      }),
    },
  };
}

/** Creates audit events for past minutes with refused authentications. */
const refusalUpkeep = (refused: Pick<RefusedStore, 'addMinute'>): WaitingWork => ({
  waits: refusalsWait,
  async run(signal) {
    while (!signal.aborted && (await refused.addMinute()));
  },
  retryMs: 60_000,
});

/**
 * Creates partitions for coming months every hour, so that no operation has to, and drops months in which all events are
 * older than `retentionDays`.
 */
const auditUpkeep = (
  { createMonths, dropMonth }: ReturnType<typeof retentionStore>,
  retentionDays: number,
  clock: Clock,
  onError: (error: unknown) => void,
): BackgroundWork =>
  inBackground(
    async (signal) => {
      await createMonths(clock());
      while (!signal.aborted && (await dropMonth(clock() - retentionDays * dayMs, signal)));
    },
    { everyMs: 3_600_000, retryMs: 60_000, onError },
  );
