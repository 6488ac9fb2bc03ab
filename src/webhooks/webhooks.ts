import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import { selectContainers } from '../containers/store.js';
import type { ReadActor } from '../core/actor.js';
import type { Deps } from '../deps.js';
import { changeLogStore } from '../history/log-store.js';
import { addressRules, resolveHost } from './addresses.js';
import { webhookChanges } from './change.js';
import { changeStore } from './change-store.js';
import { deliveryStore, readLag } from './delivery-store.js';
import { webhookManagement } from './manage.js';
import { pauseStore } from './pause-store.js';
import type { Message } from './post.js';
import { secretBox } from './secrets.js';
import { type SendDeps, send } from './send.js';
import { owners, pauses } from './webhook.js';
import { webhookStore } from './webhook-store.js';
import { deliveryUpkeep, webhookWorker } from './worker.js';

/** Concurrent attempts of this process. More than webhooks, so that slow endpoints leave room for the others. */
const maxAttempts = 64;

export function webhookServices(
  { db, clock, config, visibility, onBackgroundError, onNotice }: Deps,
  { readActor, resolve = resolveHost }: { readActor: ReadActor; resolve?: SendDeps['resolve'] },
) {
  const log = changeLogStore(db);
  const secrets = secretBox(config);
  const rules = addressRules(config.WEBHOOK_ALLOWED_NETWORKS);
  const limit = pLimit(maxAttempts);
  const attempt = (message: Message, signal: AbortSignal) =>
    limit(() => send(message, { rules, resolve, proxy: config.OUTBOUND_PROXY }, signal));
  const readOwner = owners(readActor);
  const readPause = pauses(readOwner);
  const runner = randomUUID();
  const store = deliveryStore(db, runner);
  const own = { store: webhookStore(db), secrets, rules, clock, readPause };
  return {
    services: {
      ...webhookManagement({
        log: {
          async end({ deadline }) {
            await log.numberAll(deadline);
            return (await log.position(deadline)).lastSeq;
          },
          firstSince: log.firstSince,
        },
        ...{ ...own, visibility, attempt },
        pageSizeMax: config.PAGE_SIZE_MAX,
        isRecorded: db.isRecorded,
      }),
      ...webhookChanges({ ...own, changes: changeStore(db) }),
    },
    waiting: webhookWorker({
      ...{ store, log, secrets, clock, visibility, readOwner, readPause, attempt, onNotice },
      onError: onBackgroundError,
      pauses: pauseStore(db, runner),
      reads: {
        readPlatforms: store.readPlatforms,
        readContainers: (urns) => selectContainers(db.query, urns),
      },
    }),
    background: deliveryUpkeep({ store, clock, onError: onBackgroundError }),
    /** The age of the oldest change that waits for its delivery, in ms. */
    readLag: () => readLag(db, clock()),
  };
}
