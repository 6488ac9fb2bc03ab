import t from 'tap';
import { deletion, proposal } from '../support/aspects.js';
import { assetCatalog, flowUrn, jobUrn } from '../support/assets.js';
import { related } from '../support/references.js';

const catalog = await assetCatalog(t, { env: { PAGE_SIZE_MAX: '500' } });
const { put, batch, one, writer } = catalog;
const user = 'urn:li:corpuser:airflow';
const runUrn = (id: string) => `urn:li:dataProcessInstance:${id}`;
const toJobUrn = (id: string) => `urn:li:dataJob:(${flowUrn},${id})`;
const whole = 'runs { start count total runs { urn type created { time actor } } }';

/** The proposals that make a run of a job. */
const run = (id: string, job: string, created: unknown) => [
  proposal(runUrn(id), 'dataProcessInstanceRelationships', { parentTemplate: job, upstreamInstances: [] }),
  proposal(runUrn(id), 'dataProcessInstanceProperties', { name: id, created }),
];
const at = (time: number) => ({ time, actor: user });
const shown = (id: string, created: object | null) => ({
  urn: runUrn(id),
  type: 'DATA_PROCESS_INSTANCE',
  created,
});

async function refusal(args: string) {
  const { body } = await writer.graphql(
    `query ($urn: String!) { dataJob(urn: $urn) { runs(${args}) { total } } }`,
    { urn: jobUrn },
  );
  return body.errors?.[0];
}

t.test('a job without runs', async (t) => {
  await put(proposal(jobUrn, 'status', {}));
  t.strictSame(await one('dataJob', jobUrn, whole), { runs: { start: 0, count: 20, total: 0, runs: [] } });
});

t.test('the newest first, by the page; those without a time last', async (t) => {
  const job = toJobUrn('ordered');
  await put(proposal(job, 'status', {}));
  await put(...run('old', job, at(1)), ...run('new', job, at(3)), ...run('mid', job, at(2)));
  await put(
    ...run('b_without', job, undefined),
    ...run('a_wrong', job, { time: 'soon', actor: 7 }),
    ...run('other', jobUrn, at(9)),
  );
  const all = [
    shown('new', at(3)),
    shown('mid', at(2)),
    shown('old', at(1)),
    shown('a_wrong', null),
    shown('b_without', null),
  ];
  t.strictSame(await one('dataJob', job, whole), { runs: { start: 0, count: 20, total: 5, runs: all } });
  t.strictSame(await one('dataJob', job, whole.replace('runs', 'runs(start: 1, count: 2)')), {
    runs: { start: 1, count: 2, total: 5, runs: all.slice(1, 3) },
  });
  t.strictSame(await one('dataJob', job, whole.replace('runs', 'runs(start: 5)')), {
    runs: { start: 5, count: 20, total: 5, runs: [] },
  });
});

t.test('runs follow every change of their aspects; soft-deleted ones are left out', async (t) => {
  const job = toJobUrn('changing');
  const ids = async () => {
    const { runs } = await one('dataJob', job, 'runs { total runs { urn } }');
    t.equal(runs.total, runs.runs.length);
    return runs.runs.map(({ urn }: { urn: string }) => urn);
  };
  await put(proposal(job, 'status', {}), ...run('x', job, at(1)), ...run('y', job, at(2)));
  t.strictSame(await ids(), [runUrn('y'), runUrn('x')]);
  await put(proposal(runUrn('x'), 'dataProcessInstanceProperties', { name: 'x', created: at(3) }));
  t.strictSame(await ids(), [runUrn('x'), runUrn('y')]);
  await put(proposal(runUrn('x'), 'status', { removed: true }));
  t.strictSame(await ids(), [runUrn('y')]);
  await put(proposal(runUrn('x'), 'status', { removed: false }));
  t.strictSame(await ids(), [runUrn('x'), runUrn('y')]);
  await put(deletion(runUrn('y'), 'dataProcessInstanceRelationships'));
  t.strictSame(await ids(), [runUrn('x')]);
  t.strictSame(await related(writer, job, 'INCOMING'), [`InstanceOf ${runUrn('x')}`]);
  await writer.post('/entities?action=delete', { urn: runUrn('x') });
  t.strictSame(await ids(), []);
});

t.test('only runs count, whatever else names the job', async (t) => {
  const job = toJobUrn('named');
  await put(
    proposal(job, 'status', {}),
    proposal(toJobUrn('next'), 'dataJobInputOutput', {
      ...{ inputDatasets: [], outputDatasets: [], inputDatajobs: [job] },
    }),
    proposal(toJobUrn('odd'), 'dataProcessInstanceRelationships', { parentTemplate: job }),
  );
  t.strictSame(await one('dataJob', job, 'runs { total runs { urn } }'), { runs: { total: 0, runs: [] } });
});

t.test('a long page, which is written in pieces', async (t) => {
  const job = toJobUrn('long');
  const made = Array.from({ length: 450 }, (_, index) => run(`long_${index}`, job, at(1_000 - index)));
  t.match(await batch([proposal(job, 'status', {}), ...made.flat()]), { status: 200 });
  const { runs } = await one('dataJob', job, whole.replace('runs', 'runs(count: 500)'));
  t.equal(runs.total, 450);
  t.strictSame(
    runs.runs,
    made.map((_, index) => shown(`long_${index}`, at(1_000 - index))),
  );
});

t.test('a run is read by its URN', async (t) => {
  await put(...run('alone', jobUrn, at(5)));
  const { entity } = await catalog.read(
    'query ($urn: String!) { entity(urn: $urn) { urn type ... on DataProcessInstance { created { time actor } } } }',
    { urn: runUrn('alone') },
  );
  t.strictSame(entity, shown('alone', at(5)));
});

t.test('BAD_REQUEST: what a page cannot be', async (t) => {
  for (const [args, why] of [
    ['start: -1', /start is -1/],
    ['start: 100001', /start is 100001; at most 100000/],
    ['count: 501', /count is 501/],
    ['count: -1', /count is -1/],
  ] as const) {
    t.match(await refusal(args), { message: why, extensions: { type: 'BAD_REQUEST' } }, args);
  }
});
