import { datasetRows, policyRows } from '../data.js';
import type { Environment } from '../environment.js';
import { median, type Row } from '../measure.js';
import { type Candidate, cpuMs, load } from '../process.js';

/** W1 with the policies of a large organization, beside W1 with the two of the first administrator, in turns. */
export async function manyPolicies(environment: Environment): Promise<Row[]> {
  const { rounds, seconds, datasets } = environment.plan;
  const few = await environment.catalog();
  const many = await environment.catalogOn('policies', [
    ...datasetRows(datasets),
    ...policyRows(10_000, 1_000),
  ]);
  const runs = new Map<Candidate, { perSecond: number[]; micros: number[] }>(
    [few, many].map((candidate) => [candidate, { perSecond: [], micros: [] }]),
  );
  for (let round = -1; round < rounds; round += 1) {
    for (const [candidate, { perSecond, micros }] of runs) {
      const before = cpuMs(candidate);
      const result = await load(candidate, { kind: 'view', connections: 32, seconds, datasets });
      // The first round includes compilation.
      if (round < 0) continue;
      perSecond.push(result.perSecond);
      micros.push(((cpuMs(candidate) - before) * 1_000) / (result.perSecond * seconds));
    }
  }
  const [base] = runs.values();
  return [...runs].map(([{ name }, { perSecond, micros }]) => ({
    work: 'W1 with policies',
    candidate: name === 'policies' ? '10,000 policies, 1,000 groups' : '2 policies',
    'per second': Math.round(median(perSecond)),
    'µs of processor': Math.round(median(micros)),
    ratio: `${(median(perSecond) / median(base!.perSecond)).toFixed(2)} ×`,
  }));
}
