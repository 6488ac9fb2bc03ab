import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { datasetUrn } from './data.js';
import { openEnvironment } from './environment.js';
import { load } from './process.js';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    datasets: { type: 'string', default: '10000' },
    connections: { type: 'string', default: '32' },
  },
});
const [datasets, connections] = [Number(values.datasets), Number(values.connections)];
const tenthSeconds = (Number(values.minutes) * 60) / 10;

const graphql = (query: string, variables: object) => ({
  path: '/api/graphql',
  body: JSON.stringify({ query, variables }),
});
const anyUrn = () => datasetUrn(Math.floor(Math.random() * datasets));
const oneTag = () => ({ tagUrn: `urn:li:tag:t${Math.floor(Math.random() * 1_000)}`, resourceUrn: anyUrn() });
const view = `query($urn: String!) { dataset(urn: $urn) { urn properties { name } tags { tags { tag { urn name } } } } }`;
const mutation = (field: string) => `mutation($i: TagAssociationInput!) { ${field}(input: $i) }`;
const proposal = () => ({
  entityUrn: anyUrn(),
  aspectName: 'datasetProperties',
  aspect: { contentType: 'application/json', value: JSON.stringify({ name: `n${Math.random()}` }) },
});

/** The request that each percent of the load sends. The last kind is refused. */
const mix: readonly (readonly [percent: number, make: () => { path: string; body: string }])[] = [
  [70, () => graphql(view, { urn: anyUrn() })],
  [10, () => graphql(mutation('addTag'), { i: oneTag() })],
  [8, () => graphql(mutation('removeTag'), { i: oneTag() })],
  [8, () => ({ path: '/aspects?action=ingestProposal', body: JSON.stringify({ proposal: proposal() }) })],
  [2, () => graphql('{ listAccessTokens(input: {count: 20}) { total } }', {})],
  [1, () => ({ path: '/operations?action=getIndexSizes', body: '{}' })],
  [1, () => graphql('{ nothing }', {})],
];

function requests(headers: Record<string, string>) {
  const all = mix.flatMap(([percent, make]) => Array.from({ length: percent * 50 }, make));
  return all
    .map((one) => ({ one, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => ({
      ...one,
      method: 'POST' as const,
      headers: { 'content-type': 'application/json', ...headers },
    }));
}

interface Sample {
  readonly hours: number;
  readonly mb: number;
  readonly handles: number;
}

function sample(pid: number, since: number): Sample {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return {
    hours: (performance.now() - since) / 3_600_000,
    mb: Number(kilobytes) / 1_024,
    handles: readdirSync(`/proc/${pid}/fd`).length,
  };
}

/** The least-squares line through the samples. */
function slope(samples: readonly Sample[]): number {
  const mean = (key: keyof Sample) => samples.reduce((sum, one) => sum + one[key], 0) / samples.length;
  const [x, y] = [mean('hours'), mean('mb')];
  const over = (by: (one: Sample) => number) =>
    samples.reduce((sum, one) => sum + (one.hours - x) * by(one), 0);
  return over(({ mb }) => mb - y) / over(({ hours }) => hours - x);
}

const environment = await openEnvironment({ datasets, seconds: 5, rounds: 1 });
try {
  const catalog = await environment.catalog();
  const { url, pid, tokens } = catalog;
  const headers = { authorization: `Bearer ${tokens[0]}` };
  await load(catalog, { kind: 'view', connections, seconds: 5, datasets });

  // A few requests per connection, because autocannon builds them within the measured time.
  const all = requests(headers);
  let clients = 0;
  const burst = {
    url,
    connections,
    setupClient(client: autocannon.Client) {
      const one = clients++ % connections;
      client.setRequests(all.filter((_, index) => index % connections === one));
    },
  };
  const capacity = (await autocannon({ ...burst, duration: 10 })).requests.average;
  const rate = Math.max(1, Math.round(capacity / 2));
  console.log(`capacity ${Math.round(capacity)} requests/s, soaking ${values.minutes} min at ${rate}`);

  const since = performance.now();
  const samples: Sample[] = [];
  const timer = setInterval(() => samples.push(sample(pid, since)), 2_000);
  const rows = [];
  for (let tenth = 1; tenth <= 10; tenth += 1) {
    const result = await autocannon({ ...burst, duration: tenthSeconds, overallRate: rate });
    const { p50, p99 } = result.latency;
    const { mb, handles } = sample(pid, since);
    const wrong = result['5xx'] + result.errors + result.timeouts;
    rows.push({
      tenth,
      answered: result.requests.total,
      '4xx': result['4xx'],
      wrong,
      p50,
      p99,
      mb: Math.round(mb),
      handles,
    });
  }
  clearInterval(timer);
  console.table(rows);
  const [first, last] = [rows[0]!, rows[9]!];
  // The first samples include compilation and caches that fill, which are no leak.
  const settled = samples.slice(Math.floor(samples.length / 5));
  console.log(`memory ${slope(settled).toFixed(1)} MB/hour, over the last four fifths`);
  console.log(`open handles ${first.handles} → ${last.handles}`);
  console.log(`latency p50 ${first.p50} → ${last.p50} ms, p99 ${first.p99} → ${last.p99} ms`);
  console.log(`wrong answers ${rows.reduce((sum, { wrong }) => sum + wrong, 0)}`);
} finally {
  await environment.close();
}
