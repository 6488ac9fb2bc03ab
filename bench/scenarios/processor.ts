import type { Environment } from '../environment.js';
import { median, type Row } from '../measure.js';
import { type Candidate, cpuMs, load } from '../process.js';

/** The most that W1 may take, in times of what a bare Mercurius takes, by connections. */
const aims: Readonly<Record<number, number>> = { 32: 1.6, 128: 1.4 };

/**
 * The processor time of one request of W1, beside a bare Mercurius with a static resolver, and beside the catalog without
 * the line of the log. It is steadier than throughput: what else runs on the machine takes its own.
 */
export async function processorTime(
  environment: Environment,
  connections: readonly number[],
): Promise<Row[]> {
  const catalog = await environment.catalog();
  const candidates: Candidate[] = [
    catalog,
    { ...(await environment.quiet()), tokens: catalog.tokens },
    await environment.candidate('b1-static'),
  ];
  const rows: Row[] = [];
  for (const count of connections) rows.push(...(await atConnections(environment, candidates, count)));
  return rows;
}

async function atConnections(
  { plan: { rounds, seconds, datasets } }: Environment,
  candidates: readonly Candidate[],
  connections: number,
): Promise<Row[]> {
  const runs = candidates.map((candidate) => ({
    candidate,
    micros: [] as number[],
    perSecond: [] as number[],
  }));
  for (let round = -1; round < rounds; round += 1) {
    for (const { candidate, micros, perSecond } of runs) {
      const before = cpuMs(candidate);
      const result = await load(candidate, { kind: 'view', connections, seconds, datasets });
      // The first round includes compilation.
      if (round < 0) continue;
      perSecond.push(result.perSecond);
      micros.push(((cpuMs(candidate) - before) * 1_000) / (result.perSecond * seconds));
    }
  }
  const [own, , bare] = runs.map(({ micros }) => median(micros));
  return runs.map(({ candidate: { name }, micros, perSecond }, index) => ({
    work: 'W1, processor time',
    connections,
    candidate: name,
    'per second': Math.round(median(perSecond)),
    'µs of processor': Math.round(10 * median(micros)) / 10,
    least: Math.round(10 * Math.min(...micros)) / 10,
    'the catalog takes':
      index === 0 ? `${(own! / bare!).toFixed(2)} × b1 (aim ${aims[connections] ?? 'none'})` : '',
    'its line': index === 1 ? `${(own! - median(micros)).toFixed(1)} µs` : '',
  }));
}
