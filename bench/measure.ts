import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadResult } from './load.js';
import { type Candidate, load } from './process.js';
import type { RequestKind } from './requests.js';

export interface Plan {
  readonly rounds: number;
  readonly seconds: number;
  readonly datasets: number;
}

export type Row = Readonly<Record<string, string | number>>;

export const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

/** Runs the candidates in turns, so that other load on the machine affects all of them. Returns the median of each. */
export async function runInTurns(
  candidates: readonly Candidate[],
  { rounds, seconds, datasets }: Plan,
  { kind, connections }: { kind: RequestKind; connections: number },
): Promise<ReadonlyMap<string, LoadResult>> {
  const results = new Map<string, LoadResult[]>(candidates.map(({ name }) => [name, []]));
  for (const candidate of candidates) await load(candidate, { kind, connections, seconds: 2, datasets });
  for (let round = 0; round < rounds; round += 1) {
    for (const candidate of candidates)
      results.get(candidate.name)!.push(await load(candidate, { kind, connections, seconds, datasets }));
  }
  const mid = (runs: LoadResult[], key: keyof LoadResult) => median(runs.map((run) => run[key]));
  return new Map(
    [...results].map(([name, runs]) => [
      name,
      {
        perSecond: mid(runs, 'perSecond'),
        p50: mid(runs, 'p50'),
        p99: mid(runs, 'p99'),
        failed: runs.reduce((sum, { failed }) => sum + failed, 0),
      },
    ]),
  );
}

/** One row per candidate, with the ratio of the first candidate to it. */
export function toRows(work: string, connections: number, results: ReadonlyMap<string, LoadResult>): Row[] {
  const [catalogMs] = results.values();
  return [...results].map(([candidate, { perSecond, p50, p99, failed }]) => ({
    work,
    connections,
    candidate,
    'per second': Math.round(perSecond),
    p50,
    p99,
    failed,
    'catalog is': `${(catalogMs!.perSecond / perSecond).toFixed(2)} ×`,
  }));
}

/** Runs the tasks in turns, one at a time. Returns the median duration of each in ms. */
export async function latencies(
  tasks: Readonly<Record<string, () => Promise<unknown>>>,
  times: number,
): Promise<Readonly<Record<string, number>>> {
  const measured: Record<string, number[]> = Object.fromEntries(Object.keys(tasks).map((name) => [name, []]));
  for (let time = -3; time < times; time += 1) {
    for (const [name, task] of Object.entries(tasks)) {
      const begin = performance.now();
      await task();
      // The first runs include compilation.
      if (time >= 0) measured[name]!.push(performance.now() - begin);
    }
  }
  return Object.fromEntries(Object.entries(measured).map(([name, all]) => [name, median(all)]));
}

/** A Markdown table, for bench/README.md. */
export function markdown(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const line = (cells: readonly unknown[]) => `| ${cells.join(' | ')} |`;
  const body = rows.map((row) => line(columns.map((column) => row[column]?.toLocaleString('en') ?? '')));
  return [line(columns), line(columns.map(() => '---')), ...body].join('\n');
}

/** Sends requests at even times, also while earlier ones wait. @returns the latencies in ms, in ascending order */
export async function latenciesAtRate(
  send: () => Promise<unknown>,
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
): Promise<number[]> {
  const start = performance.now();
  const sent = Array.from({ length: perSecond * seconds }, async (_, index) => {
    const due = start + (1_000 * index) / perSecond;
    await sleep(due - performance.now());
    await send();
    return performance.now() - due;
  });
  return (await Promise.all(sent)).sort((one, other) => one - other);
}

/** Returns the latency that a share of them does not exceed. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.ceil(share * sorted.length) - 1]!;
