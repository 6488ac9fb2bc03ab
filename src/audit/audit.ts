import { dayMs } from '../core/clock.js';
import type { Deps } from '../deps.js';
import { metadataSource } from './metadata-source-store.js';
import { refusedAuthentications } from './refused-authentications.js';
import { refusedStore } from './refused-store.js';
import { retentionStore } from './retention-store.js';
import { listAudit, scrollAudit } from './search.js';
import { searchStore } from './search-store.js';
import { securitySource } from './security-source-store.js';
import { auditStream } from './stream/stream.js';
import { streamStore } from './stream/stream-store.js';
import { auditUpkeep, refusalUpkeep } from './upkeep.js';

export function auditServices({ db, clock, config, onBackgroundError }: Deps) {
  const { AUDIT_STREAM: target } = config;
  const refusals = refusedStore(db);
  const refused = refusedAuthentications(refusals.save, onBackgroundError);
  const security = securitySource(db);
  const metadata = metadataSource(() => Math.max(0, clock() - config.CHANGE_EVENTS_DAYS * dayMs));
  const store = streamStore(db, { security, metadata });
  const stream = target && auditStream({ target, store, clock, onError: onBackgroundError });
  const searching = {
    store: searchStore(db, config.ANSWER_MAX_BYTES, [security, metadata]),
    clock,
    pageSizeMax: config.PAGE_SIZE_MAX,
  };
  return {
    waiting: refusalUpkeep(refusals),
    background: auditUpkeep({
      retention: retentionStore(db),
      retentionDays: config.AUDIT_RETENTION_DAYS,
      clock,
      onError: onBackgroundError,
    }),
    stream,
    flush: refused.flush,
    services: {
      /** Counts a refused authentication. */
      refused: refused.record,
      list: listAudit(searching),
      scroll: scrollAudit(searching),
    },
  };
}
