import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../environment.js';
import { median, type Row, runInTurns, toRows } from '../measure.js';
import { type Candidate, load, residentMb } from '../process.js';

/** W1, compared with the baselines and with the catalog without authentication. */
export async function tagView(environment: Environment, connections: readonly number[]): Promise<Row[]> {
  const candidates = [
    await environment.catalog(),
    // The header must have a value, which this server ignores.
    { ...(await environment.candidate('open-catalog')), tokens: ['anybody'] },
    ...(await Promise.all(
      ['b0-route', 'b1-static', 'b2-pg', 'b3-prisma'].map((name) => environment.candidate(name)),
    )),
  ];
  const rows: Row[] = [];
  for (const count of connections) {
    const results = await runInTurns(candidates, environment.plan, { kind: 'view', connections: count });
    rows.push(...toRows('W1 tag view', count, results));
  }
  return rows;
}

/** W1 on the embedded database. */
export async function embeddedTagView(environment: Environment): Promise<Row[]> {
  const candidates = [await environment.embedded(), await environment.candidate('b1-static')];
  const results = await runInTurns(candidates, environment.plan, { kind: 'view', connections: 32 });
  return toRows('W1 tag view, embedded', 32, results);
}

/** W2: adding a tag to a dataset and removing it. */
export async function tagChanges(environment: Environment): Promise<Row[]> {
  const candidates = [await environment.catalog(), await environment.candidate('b2-pg')];
  const results = await runInTurns(candidates, environment.plan, { kind: 'tags', connections: 32 });
  return toRows('W2 add and remove a tag', 32, results);
}

/** W7: W1 without junk bearers, with them, and while another process answers as many, which shows the cost of sending them. */
export async function junkBearers(environment: Environment): Promise<Row[]> {
  const { rounds, seconds, datasets } = environment.plan;
  const catalog = await environment.catalog();
  const bystander = await environment.candidate('b0-route');
  const runs = { without: [] as number[], beside: [] as number[], elsewhere: [] as number[] };
  const view = async () =>
    (await load(catalog, { kind: 'view', connections: 32, seconds, datasets })).perSecond;
  async function viewBeside(server: Candidate) {
    const junk = load(server, { kind: 'junk', connections: 8, seconds: seconds + 3, datasets, rate: 2_000 });
    // The load process has started by then.
    await sleep(1_500);
    const perSecond = await view();
    await junk;
    return perSecond;
  }
  for (let round = 0; round < rounds; round += 1) {
    runs.without.push(await view());
    runs.beside.push(await viewBeside(catalog));
    runs.elsewhere.push(await viewBeside(bystander));
  }
  const [without, beside, elsewhere] = [runs.without, runs.beside, runs.elsewhere].map(median);
  return [
    {
      work: 'W7 with 2,000 junk bearers a second',
      'per second': Math.round(beside!),
      without: Math.round(without!),
      ratio: `${(beside! / without!).toFixed(2)} ×`,
      'sent elsewhere': `${(elsewhere! / without!).toFixed(2)} ×`,
    },
  ];
}

/** Resident memory before W1, after it, and after many different query texts. */
export async function memory(environment: Environment, seconds: number, texts: number): Promise<Row[]> {
  const { datasets } = environment.plan;
  // This start has nothing to migrate, like every start but the first.
  const { tokens } = await environment.catalog();
  const catalog = { ...(await environment.again()), tokens };
  const begin = residentMb(catalog);
  await load(catalog, { kind: 'view', connections: 32, seconds: seconds / 2, datasets });
  const half = residentMb(catalog);
  await load(catalog, { kind: 'view', connections: 32, seconds: seconds / 2, datasets });
  const whole = residentMb(catalog);
  for (let sent = 0; sent < texts; ) {
    sent += (await load(catalog, { kind: 'texts', connections: 32, seconds: 5, datasets })).perSecond * 5;
  }
  return [
    {
      work: `memory, MB resident, ${seconds} s of W1, ${texts} texts`,
      before: Math.round(begin),
      half: Math.round(half),
      after: Math.round(whole),
      'after the texts': Math.round(residentMb(catalog)),
    },
  ];
}
