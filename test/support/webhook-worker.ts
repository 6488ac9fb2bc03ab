import type { Test } from 'tap';
import { actorReads, rightsReads } from '../../src/policies/policies.js';
import { createVisibility, everything } from '../../src/visibility/visibility.js';
import { webhookServices } from '../../src/webhooks/webhooks.js';
import type { TestCatalog } from './catalog.js';
import { startWaiting } from './waiting.js';

interface Options {
  readonly clock?: () => number;
  readonly everyMs?: number;
  onNotice?(text: string): void;
}

/** Delivers webhooks as another process than the one that answers requests. */
export function startDelivery(
  t: Test,
  { db, config }: Pick<TestCatalog, 'db' | 'config'>,
  { clock = Date.now, everyMs = 20, onNotice = () => {} }: Options = {},
) {
  const { waiting } = webhookServices(
    {
      ...{ db, config, clock, onNotice: (_, text) => onNotice(text) },
      visibility: createVisibility(db, everything),
      onBackgroundError: (error) => t.fail(String(error)),
    },
    { readActor: actorReads(rightsReads(db)) },
  );
  return startWaiting(t, db, waiting, { clock, everyMs });
}
