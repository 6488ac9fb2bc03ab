import { inTurns, type Row, rowsOf } from '../measure.js';
import { load, residentMb } from '../process.js';
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
    const results = await inTurns(candidates, world.plan, { kind: 'view', connections: count });
    rows.push(...rowsOf('W1 tag view', count, results));
  }
  return rows;
}

/** W1 on the embedded database. */
export async function embeddedTagView(world: World): Promise<Row[]> {
  const candidates = [await world.embedded(), await world.candidate('b1-static')];
  const results = await inTurns(candidates, world.plan, { kind: 'view', connections: 32 });
  return rowsOf('W1 tag view, embedded', 32, results);
}

/** W2: a tag on a dataset and off it again. */
export async function tagChanges(world: World): Promise<Row[]> {
  const candidates = [await world.catalog(), await world.candidate('b2-pg')];
  const results = await inTurns(candidates, world.plan, { kind: 'tags', connections: 32 });
  return rowsOf('W2 add and remove a tag', 32, results);
}

/** W7: W1 with and without junk bearers beside it, in turns. */
export async function junkBearers(world: World): Promise<Row[]> {
  const { rounds, seconds, datasets } = world.plan;
  const catalog = await world.catalog();
  const runs = { without: [] as number[], with: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    const view = () => load(catalog, { kind: 'view', connections: 32, seconds, datasets });
    const junk = () =>
      load(catalog, { kind: 'junk', connections: 8, seconds: seconds + 2, datasets, rate: 2_000 });
    runs.without.push((await view()).perSecond);
    const [, beside] = await Promise.all([junk(), view()]);
    runs.with.push(beside.perSecond);
  }
  const best = { without: Math.max(...runs.without), with: Math.max(...runs.with) };
  return [
    {
      work: 'W7 with 2,000 junk bearers a second',
      'per second': Math.round(best.with),
      without: Math.round(best.without),
      ratio: `${(best.with / best.without).toFixed(2)} ×`,
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
