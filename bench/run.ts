import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { arch, cpus, platform } from 'node:os';
import { parseArgs } from 'node:util';
import { markdown, type Row } from './measure.js';
import { ingest, size, sizes } from './works/bulk.js';
import { months } from './works/months.js';
import { starts } from './works/start.js';
import { embeddedTagView, junkBearers, memory, tagChanges, tagView } from './works/tag-view.js';
import { tokenCreation, tokenList } from './works/tokens.js';
import { openWorld } from './world.js';

const { values: options } = parseArgs({
  options: {
    datasets: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '1,32,128' },
    works: { type: 'string', default: 'w1,embedded,w2,w3,w4,w5,w6,w7,months,size,memory,start' },
    months: { type: 'string', default: '1,600,2400,6900' },
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const { quick } = options;
const world = await openWorld({
  datasets: Number(options.datasets),
  seconds: quick ? 2 : Number(options.seconds),
  rounds: quick ? 1 : Number(options.rounds),
});
const connections = (quick ? '32' : options.connections).split(',').map(Number);
const times = quick ? 20 : 200;
const million = quick ? 20_000 : 1_000_000;

const works: Readonly<Record<string, () => Promise<Row[]>>> = {
  w1: () => tagView(world, connections),
  embedded: () => embeddedTagView(world),
  w2: () => tagChanges(world),
  w3: () => tokenCreation(world, times),
  w4: () => tokenList(world, million, times),
  w5: () => sizes(world, million, times),
  w6: () => ingest(world, quick ? 5 : 30),
  months: () => months(world, (quick ? '1,600' : options.months).split(',').map(Number), quick ? 20 : 100),
  w7: () => junkBearers(world),
  size: () => size(world, million),
  memory: () => memory(world, quick ? 4 : 60, quick ? 2_000 : 100_000),
  start: () => starts(world, quick ? 3 : 9),
};

const results: Record<string, Row[]> = {};
try {
  for (const name of options.works.split(',')) {
    const work = works[name];
    if (!work) throw new Error(`there is no work "${name}"; there are ${Object.keys(works).join(', ')}`);
    results[name] = await work();
    console.log(`${markdown(results[name])}\n`);
  }
} finally {
  await world.close();
}

if (options.json) {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const machine = `${cpus().length} × ${cpus()[0]?.model}, ${platform()} ${arch()}, Node.js ${process.version}`;
  const run = { commit, date: new Date().toISOString(), machine, options, results };
  writeFileSync(options.json, `${JSON.stringify(run, null, 2)}\n`);
}
