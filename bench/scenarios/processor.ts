import type { Environment } from '../environment.js';
import { median, type Row } from '../measure.js';
import { type Candidate, cpuMs, cpuMsOfTree, load } from '../process.js';
import type { RequestKind } from '../requests.js';

/** What the catalog is compared with: see the table of candidates in README.md. */
const baselines = ['b1-static', 'b2-pg', 'b5-lean'];

/**
 * The processor time that one request of W1 takes of the service and of PostgreSQL, beside the hand-written candidates and
 * the catalog without the line of the log. It is steadier than throughput: what else runs on the machine takes its own.
 */
export async function processorTime(
  environment: Environment,
  connections: readonly number[],
): Promise<Row[]> {
  const catalog = await environment.catalog();
  const candidates: Candidate[] = [
    catalog,
    { ...(await environment.quiet()), tokens: catalog.tokens },
    ...(await Promise.all(baselines.map((name) => environment.candidate(name)))).map((candidate) => ({
      ...candidate,
      tokens: catalog.tokens,
    })),
  ];
  const rows: Row[] = [];
  const work = 'W1, processor time';
  for (const count of connections)
    rows.push(...(await inTurns(environment, candidates, { work, kind: 'view', connections: count })));
  return rows;
}

/** Runs the candidates in turns. One row each, with the ratios of the first candidate to it. */
export async function inTurns(
  { plan: { rounds, seconds, datasets }, postgresql }: Environment,
  candidates: readonly Candidate[],
  { work, kind, connections }: { work: string; kind: RequestKind; connections: number },
): Promise<Row[]> {
  const runs = candidates.map((candidate) => ({
    candidate,
    micros: [] as number[],
    database: [] as number[],
    perSecond: [] as number[],
  }));
  for (let round = -1; round < rounds; round += 1) {
    for (const { candidate, micros, database, perSecond } of runs) {
      const before = [cpuMs(candidate), cpuMsOfTree(postgresql.pid)] as const;
      const result = await load(candidate, { kind, connections, seconds, datasets });
      const after = [cpuMs(candidate), cpuMsOfTree(postgresql.pid)] as const;
      // The first round includes compilation.
      if (round < 0) continue;
      const microsPer = 1_000 / (result.perSecond * seconds);
      perSecond.push(result.perSecond);
      micros.push((after[0] - before[0]) * microsPer);
      database.push((after[1] - before[1]) * microsPer);
    }
  }
  const [own, ownPerSecond] = [median(runs[0]!.micros), median(runs[0]!.perSecond)];
  const rounded = (value: number) => Math.round(10 * value) / 10;
  return runs.map(({ candidate: { name }, micros, database, perSecond }) => ({
    work,
    connections,
    candidate: name,
    'per second': Math.round(median(perSecond)),
    'µs of the service': rounded(median(micros)),
    least: rounded(Math.min(...micros)),
    'µs of PostgreSQL': rounded(median(database)),
    'the catalog takes': `${(own / median(micros)).toFixed(2)} ×`,
    'the catalog is': `${(ownPerSecond / median(perSecond)).toFixed(2)} ×`,
  }));
}
