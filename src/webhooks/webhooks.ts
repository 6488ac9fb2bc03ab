import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import { selectContainers } from '../containers/store.js';
import type { Actor, ReadActor } from '../core/actor.js';
import type { Deps } from '../deps.js';
import { changeLogStore } from '../history/log-store.js';
import { addressRules } from './addresses.js';
import { deliveryStore, readLag } from './delivery-store.js';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  replayWebhook,
  testWebhook,
  webhookDeliveries,
} from './manage.js';
import { pauses } from './owner.js';
import { pauseStore, takeoverStore } from './pause-store.js';
import { resolveHost } from './resolve.js';
import { secretBox } from './secrets.js';
import { type Message, type SendDeps, send } from './send.js';
import { takeOverWebhook } from './take-over.js';
import { webhookStore } from './webhook-store.js';
import { webhookWorker } from './worker.js';

/** Concurrent attempts of this process. More than webhooks, so that slow endpoints leave room for the others. */
const maxAttempts = 64;

export function webhookServices(
  { db, clock, config, onBackgroundError, onNotice }: Deps,
  {
    readActor,
    resolve = resolveHost,
    everyMs,
  }: { readActor: ReadActor; resolve?: SendDeps['resolve']; everyMs?: number },
) {
  const log = changeLogStore(db);
  const secrets = secretBox(config);
  const rules = addressRules(config.WEBHOOK_ALLOWED_NETWORKS);
  const limit = pLimit(maxAttempts);
  const attempt = (message: Message, signal: AbortSignal) =>
    limit(() => send(message, { rules, resolve }, signal));
  const readPause = pauses(readActor);
  const runner = randomUUID();
  const store = deliveryStore(db, runner);
  const managing = {
    store: webhookStore(db),
    log: {
      async end({ deadline }: Actor) {
        await log.numberAll(deadline);
        return (await log.position(deadline)).lastSeq;
      },
      firstSince: (time: number) => log.firstSince(time),
    },
    ...{ secrets, rules, clock, readPause, attempt },
    pageSizeMax: config.PAGE_SIZE_MAX,
    isRecorded: db.isRecorded,
  };
  return {
    services: {
      create: createWebhook(managing),
      list: listWebhooks(managing),
      takeOver: takeOverWebhook({ store: takeoverStore(db), clock }),
      delete: deleteWebhook(managing),
      test: testWebhook(managing),
      deliveries: webhookDeliveries(managing),
      replay: replayWebhook(managing),
    },
    background: webhookWorker({
      ...{ store, log, secrets, clock, readPause, attempt, onNotice },
      pauses: pauseStore(db, runner),
      reads: {
        readPlatforms: store.readPlatforms,
        readContainers: (urns) => selectContainers(db.query, urns),
      },
      onError: onBackgroundError,
      ...(everyMs !== undefined && { everyMs }),
    }),
    /** The age of the oldest change that waits for its delivery, in ms. */
    readLag: () => readLag(db, clock()),
  };
}
