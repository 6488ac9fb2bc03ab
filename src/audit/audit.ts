import type { Deps } from '../deps.js';
import { refusedAuthentications } from './refused-authentications.js';
import { refusedStore } from './refused-store.js';
import { retentionStore } from './retention-store.js';
import { listAudit, scrollAudit } from './search.js';
import { searchStore } from './search-store.js';
import { auditUpkeep } from './upkeep.js';

export function auditServices({ db, clock, config, onBackgroundError }: Deps) {
  const refusals = refusedStore(db);
  const refused = refusedAuthentications(refusals.save, onBackgroundError);
  const searching = {
    store: searchStore(db, config.ANSWER_MAX_BYTES),
    clock,
    pageSizeMax: config.PAGE_SIZE_MAX,
  };
  return {
    background: auditUpkeep({
      refused: refusals,
      retention: retentionStore(db),
      retentionDays: config.AUDIT_RETENTION_DAYS,
      clock,
      onError: onBackgroundError,
    }),
    flush: refused.flush,
    services: {
      /** Counts a refused authentication. */
      refused: refused.record,
      list: listAudit(searching),
      scroll: scrollAudit(searching),
    },
  };
}
