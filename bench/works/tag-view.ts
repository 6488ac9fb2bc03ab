import { setTimeout as sleep } from 'node:timers/promises';
import { median, type Row, rowsOf, runCooperatively } from '../measure.js';
import { type Candidate, load, residentMb } from '../process.js';
import type { World } from '../world.js';

/** W1 beside the baselines, and beside itself without authentication. */
export async function tagView(world: World, connections: readonly number[]): Promise<Row[]> {
  const candidates = [
    await world.catalog(),
    // Something has to stand in the header; nobody reads it.
    { ...(await world.candidate('open-catalog')), tokens: ['anybody'] },
    ...(await Promise.all(
      ['b0-route', 'b1-static', 'b2-pg', 'b3-prisma'].map((name) => world.candidate(name)),
    )),
  ];
  const rows: Row[] = [];
  for (const count of connections) {
    const results = await runCooperatively(candidates, world.plan, { kind: 'view', connections: count });
    rows.push(...rowsOf('W1 tag view', count, results));
  }
  return rows;
}

/** W1 on the embedded database. */
export async function embeddedTagView(world: World): Promise<Row[]> {
  const candidates = [await world.embedded(), await world.candidate('b1-static')];
  const results = await runCooperatively(candidates, world.plan, { kind: 'view', connections: 32 });
  return rowsOf('W1 tag view, embedded', 32, results);
}

/** W2: a tag on a dataset and off it again. */
export async function tagChanges(world: World): Promise<Row[]> {
  const candidates = [await world.catalog(), await world.candidate('b2-pg')];
  const results = await runCooperatively(candidates, world.plan, { kind: 'tags', connections: 32 });
  return rowsOf('W2 add and remove a tag', 32, results);
}

/** W7: W1 without junk bearers, beside them, and beside as many that another process answers: what sending them takes. */
export async function junkBearers(world: World): Promise<Row[]> {
  const { rounds, seconds, datasets } = world.plan;
  const catalog = await world.catalog();
  const bystander = await world.candidate('b0-route');
  const runs = { without: [] as number[], beside: [] as number[], elsewhere: [] as number[] };
  const view = async () =>
    (await load(catalog, { kind: 'view', connections: 32, seconds, datasets })).perSecond;
  async function viewBeside(server: Candidate) {
    const junk = load(server, { kind: 'junk', connections: 8, seconds: seconds + 3, datasets, rate: 2_000 });
    // Its process has started by then.
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

/** Resident memory before and after W1, and after as many different query texts. */
export async function memory(world: World, seconds: number, texts: number): Promise<Row[]> {
  const { datasets } = world.plan;
  // A start that has nothing to migrate, as all but the first have.
  const { tokens } = await world.catalog();
  const catalog = { ...(await world.again()), tokens };
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
