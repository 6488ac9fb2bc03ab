import type { Test } from 'tap';
import type { Service } from '../faults/support/service.js';
import { waitFor } from '../support/wait-for.js';
import { audit, type Finding, readScreens } from './audit/audit.js';
import { type Deployment, deploy } from './deployment.js';
import { findNemeses, unleash } from './nemeses.js';
import { play } from './play.js';
import type { Script } from './script.js';
import { hearWebhook, readEvents } from './watch.js';

export interface RunOptions {
  readonly processes: number;
  readonly isEmbedded: boolean;
  /** Names of nemeses with + between them. */
  readonly nemesis?: string;
  /** Names of faults in `plants.ts` with + between them. */
  readonly plant?: string;
  readonly areHashesCheap?: boolean;
  /** The program of the release that a nemesis upgrades from. */
  readonly earlier?: string;
  onStep?(over: number): void;
}

export interface Outcome {
  readonly findings: readonly Finding[];
  /** Attempts by their outcome and code. */
  readonly answers: Readonly<Record<string, number>>;
  readonly operationsPerSecond: number;
  readonly pulses: readonly number[];
  /** Lines of the log about unexpected errors: an answer with status 500 does not tell its cause. */
  readonly errors: readonly string[];
}

/** Plays a script on a deployment of its own, and audits what it leaves. */
export async function run(t: Test, script: Script, options: RunOptions): Promise<Outcome> {
  const { processes, isEmbedded, nemesis, plant, areHashesCheap = false, earlier, onStep } = options;
  const all = findNemeses(nemesis);
  const needs = new Set(all.flatMap((one) => one.needs ?? []));
  if (isEmbedded && needs.has('postgresql')) throw new Error(`${nemesis} harms PostgreSQL`);
  if (needs.has('earlier release') && !earlier) throw new Error(`${nemesis} needs --from`);
  if (earlier && !needs.has('earlier release')) throw new Error('--from needs --nemesis rolling-upgrade');
  const on = await deploy(t, {
    ...{ processes, isEmbedded, needs, areHashesCheap },
    ...{ ...(plant && { plant }), ...(earlier && { earlier }) },
    aheadMs: Math.max(0, ...all.map(({ aheadMs = 0 }) => aheadMs)),
  });
  const { urls, adminToken, services } = on;
  const reader = await readEvents(urls, adminToken);
  const webhook = await hearWebhook(t, urls[0]!, adminToken);
  const lives = unleash(all, on, script.steps.length);
  const since = performance.now();
  const played = await play(script, {
    ...{ urls, adminToken, webhook: webhook.id },
    onStep(over) {
      lives.onStep(over);
      onStep?.(over);
    },
  });
  const seconds = (performance.now() - since) / 1_000;
  const pulses = await lives.end();

  if (!isEmbedded) await settle(on);
  const read = await reader.end();
  const sent = await webhook.end(read.length, all.length > 0);
  const screens = await readScreens(urls, adminToken);
  await Promise.all(services.map((one) => one.stop()));
  const db = await on.open();
  const findings = await audit({ ...played, screens, read, sent }, db);
  await db.close();
  const answers: Record<string, number> = {};
  for (const { outcome, code } of played.attempts)
    answers[`${outcome} ${code}`] = (answers[`${outcome} ${code}`] ?? 0) + 1;
  const operationsPerSecond = Math.round(script.steps.length / seconds);
  return { findings, answers, operationsPerSecond, pulses, errors: services.flatMap(readErrors) };
}

const readErrors = (one: Service): string[] =>
  one
    .log()
    .split('\n')
    .filter((line) => /^\{"level":[56]0,/.test(line) && !line.includes('"type":"CatalogError"'));

/** Resolves when what is done later is done: places of deleted tags are cleared, and truncations end. */
async function settle({ open }: Deployment): Promise<void> {
  const db = await open();
  await waitFor(async () => {
    const [row] = await db.query<{ waiting: boolean }>(
      `SELECT EXISTS (SELECT FROM global_tags WHERE (resource_urn, field_path, tag_urn) NOT IN
         (SELECT resource_urn, field_path, tag_urn FROM current_global_tags))
         OR EXISTS (SELECT FROM truncation_tasks WHERE state = 'RUNNING') AS waiting`,
    );
    return !row!.waiting;
  });
  await db.close();
}
