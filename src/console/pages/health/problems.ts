import { numberText } from '../../model/numbers.js';
import { counted, listed } from '../../model/text.js';
import type { ServiceHealth, Webhooks } from './request.js';

interface Problem {
  /** Bad: requests fail, or changes do. */
  readonly isBad: boolean;
  readonly text: string;
}

/** The event loop answers late from here on, and so does every request. */
/** That a few statements wait for a moment is usual: this page itself asks for several things at once. */
export const isCrowded = ({ max, waiting }: { readonly max: number; readonly waiting: number }): boolean =>
  waiting > max;

export const slowLoopMs = 500;
/** A replica that is this far behind shows changes late. */
export const lateReplicaSeconds = 10;

const statuses: Readonly<Record<ServiceHealth['status'], string>> = {
  OK: '',
  STOPPING: 'This process is stopping. Other processes serve requests.',
  UNAVAILABLE: 'The service is unavailable.',
};

/** What needs attention, the worst first. */
export function problemsOf(
  { status, database, replica, eventLoopDelayMillis, connectionPools, search }: ServiceHealth,
  webhooks: Webhooks | undefined,
): readonly Problem[] {
  const found: Problem[] = [];
  const add = (isProblem: boolean, text: string, isBad = false) => {
    if (isProblem) found.push({ isBad, text });
  };
  add(status !== 'OK', statuses[status], true);
  add(database.readOnly, 'The database accepts no writes.', true);
  const pending = database.pendingMigrations;
  add(pending.length > 0, `${counted(pending.length, 'migration')} not applied: ${listed(pending)}.`);
  add(replica !== null && !replica.up, 'The replica is unavailable, so reads use the primary.');
  const lag = replica?.lagSeconds ?? 0;
  add(lag > lateReplicaSeconds, `The replica is ${numberText(Math.round(lag))} s behind.`);
  for (const { name, max, waiting } of connectionPools)
    add(
      isCrowded({ max, waiting }),
      `All ${numberText(max)} connections to the ${name} are in use, and ${counted(waiting, 'statement')} waiting.`,
    );
  const delay = eventLoopDelayMillis ?? 0;
  add(delay > slowLoopMs, `The event loop is delayed by ${numberText(Math.round(delay))} ms.`);
  add(
    !search.complete,
    `The search index is incomplete: ${numberText(search.done)} of ${counted(search.total, 'entity', 'entities')}.`,
  );
  const disabled = webhooks?.webhooks.filter(({ state }) => state === 'DISABLED') ?? [];
  add(disabled.length > 0, `Disabled webhooks: ${listed(disabled.map(({ name }) => name))}.`);
  // A pause by hand is intended.
  const paused =
    webhooks?.webhooks.filter(({ state, pausedBy }) => state === 'PAUSED' && pausedBy === null) ?? [];
  add(
    paused.length > 0,
    `Paused webhooks, whose owners may not send any more: ${listed(paused.map(({ name }) => name))}.`,
  );
  const failing =
    webhooks?.webhooks.filter((one) => one.state === 'ENABLED' && one.failingSince !== null) ?? [];
  add(failing.length > 0, `Failing webhooks: ${listed(failing.map(({ name }) => name))}.`);
  return found.sort((one, other) => Number(other.isBad) - Number(one.isBad));
}

/** The state in a few words. */
export function headline(problems: readonly Problem[]): string {
  if (problems.some(({ isBad }) => isBad)) return 'Not ready.';
  if (problems.length === 0) return 'Ready.';
  return `Ready, with ${problems.length === 1 ? 'one thing' : `${problems.length} things`} to look at.`;
}
