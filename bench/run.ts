import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { arch, cpus, platform } from 'node:os';
import { parseArgs } from 'node:util';
import { openEnvironment } from './environment.js';
import { markdown, type Row } from './measure.js';
import { ingest, size, sizes } from './scenarios/bulk.js';
import { consolePages } from './scenarios/console.js';
import { edits } from './scenarios/edits.js';
import { firstMinutes } from './scenarios/first-minutes.js';
import { growth } from './scenarios/growth.js';
import { lineage, readsBesideWalks } from './scenarios/lineage.js';
import { months } from './scenarios/months.js';
import { manyPolicies } from './scenarios/policies.js';
import { processorTime } from './scenarios/processor.js';
import { search } from './scenarios/search.js';
import { searchesBesideFacets, searchesByOneUser } from './scenarios/searches-by-one-user.js';
import { starts } from './scenarios/start.js';
import { embeddedTagView, junkBearers, memory, tagChanges, tagView } from './scenarios/tag-view.js';
import { tokenCreation, tokenList } from './scenarios/tokens.js';

const { values: options } = parseArgs({
  options: {
    datasets: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '1,32,128' },
    scenarios: {
      type: 'string',
      default:
        'w1,processor,embedded,w2,w3,w4,w5,w6,w7,policies,months,size,memory,search,searches,neighbours,lineage,walks,console,start,growth',
    },
    months: { type: 'string', default: '1,600,2400,6900' },
    'search-datasets': { type: 'string', default: '100000' },
    growth: { type: 'string', default: '10000,100000' },
    'growth-works': { type: 'string', default: '' },
    'first-minutes': { type: 'boolean', default: false },
    against: { type: 'string', default: '' },
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const { quick, against } = options;
const environment = await openEnvironment({
  datasets: Number(options.datasets),
  seconds: quick ? 2 : Number(options.seconds),
  rounds: quick ? 1 : Number(options.rounds),
});
const connections = (quick ? '32' : options.connections).split(',').map(Number);
const times = quick ? 20 : 200;
const lineagePlan = { datasets: quick ? 10_000 : 200_000, hubSize: quick ? 1_500 : 49_000 };
const million = quick ? 20_000 : 1_000_000;

const scenarios: Readonly<Record<string, () => Promise<Row[]>>> = {
  w1: () => tagView(environment, connections),
  processor: () => processorTime(environment, quick ? [32] : connections),
  embedded: () => embeddedTagView(environment),
  w2: () => tagChanges(environment),
  w3: () => tokenCreation(environment, times),
  w4: () => tokenList(environment, million, times),
  w5: () => sizes(environment, million, times),
  w6: () => ingest(environment, quick ? 5 : 30),
  months: () =>
    months(environment, (quick ? '1,600' : options.months).split(',').map(Number), quick ? 20 : 100),
  w7: () => junkBearers(environment),
  policies: () => manyPolicies(environment),
  size: () => size(environment, million),
  memory: () => memory(environment, quick ? 4 : 60, quick ? 2_000 : 100_000),
  console: () => consolePages(environment, quick ? 3 : 10),
  search: () =>
    search(
      environment,
      (quick ? '5000' : options['search-datasets']).split(',').map(Number),
      quick ? 10 : 100,
    ),
  searches: () => searchesByOneUser(environment, quick ? 5_000 : 100_000),
  neighbours: () => searchesBesideFacets(environment, quick ? 5_000 : 100_000),
  lineage: () => lineage(environment, lineagePlan, quick ? 20 : 200),
  edits: () => edits(environment, quick ? 30 : 200),
  walks: () => readsBesideWalks(environment, lineagePlan),
  start: () => starts(environment, quick ? 3 : 9),
  'first-minutes': () =>
    firstMinutes(environment, { against, rounds: quick ? 1 : 5, idleSeconds: quick ? 15 : 120 }),
  growth: () =>
    growth(
      environment,
      (quick ? '1000,2000' : options.growth).split(',').map(Number),
      quick ? { times: 3, ms: 500 } : { times: 100, ms: 3_000 },
      options['growth-works'].split(','),
    ),
};

const results: Record<string, Row[]> = {};
try {
  for (const name of options['first-minutes'] ? ['first-minutes'] : options.scenarios.split(',')) {
    const scenario = scenarios[name];
    if (!scenario)
      throw new Error(`there is no scenario "${name}"; there are ${Object.keys(scenarios).join(', ')}`);
    results[name] = await scenario();
    console.log(`${markdown(results[name])}\n`);
  }
} finally {
  await environment.close();
}

if (options.json) {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const machine = `${cpus().length} × ${cpus()[0]?.model}, ${platform()} ${arch()}, Node.js ${process.version}`;
  const run = { commit, date: new Date().toISOString(), machine, options, results };
  writeFileSync(options.json, `${JSON.stringify(run, null, 2)}\n`);
}
