import t from 'tap';
import { proposal } from '../support/aspects.js';
import { assetCatalog, assets, flowUrn, jobUrn, platform } from '../support/assets.js';
import { containerUrn, tagUrn } from '../support/metadata.js';

const catalog = await assetCatalog(t);
const { put, one } = catalog;
const all = `urn type platform { urn name } properties { name description } tags { tags { tag { urn } associatedUrn } }
  globalTags { tags { tag { urn } } } container { urn } subTypes { typeNames } dataPlatformInstance { urn type }
  lastIngested`;
const box = containerUrn('box');
const toId = (urn: string) => /,([^,()]+)(?:,prod)?\)$/.exec(urn)![1];

for (const { query, urn, aspect, name, platform: tool } of assets) {
  t.test(`a ${query}: null, then without anything, then with everything`, async (t) => {
    t.equal(await one(query, urn, all), null);

    await put(proposal(urn, 'status', { removed: false }));
    const type = query.replace(/[A-Z]/g, '_$&').toUpperCase();
    const empty = {
      urn,
      type,
      platform: { urn: tool, name: tool.split(':').at(-1) },
      properties: null,
      tags: null,
      globalTags: null,
      container: null,
      subTypes: null,
      dataPlatformInstance: null,
      lastIngested: null,
    };
    t.strictSame(await one(query, urn, all), empty);

    const instance = `urn:li:dataPlatformInstance:(${platform('other')},west)`;
    const run = (lastObserved: unknown, runId?: string) => ({ systemMetadata: { lastObserved, runId } });
    await put(
      proposal(
        urn,
        aspect,
        { [name]: 'Shown', description: 'd', customProperties: { a: 'b' } },
        run(1_700_000, 'r'),
      ),
      proposal(urn, 'globalTags', { tags: [{ tag: tagUrn('pii') }] }, run(1_800_000)),
      proposal(urn, 'subTypes', { typeNames: ['A', 'B'] }, run('soon', 'r')),
      proposal(urn, 'dataPlatformInstance', { platform: platform('other'), instance }),
      proposal(box, 'containerProperties', { name: 'box' }),
      proposal(urn, 'container', { container: box }),
    );
    t.strictSame(await one(query, urn, all), {
      urn,
      type,
      platform: { urn: platform('other'), name: 'other' },
      properties: { name: 'Shown', description: 'd' },
      tags: { tags: [{ tag: { urn: tagUrn('pii') }, associatedUrn: urn }] },
      globalTags: { tags: [{ tag: { urn: tagUrn('pii') } }] },
      container: { urn: box },
      subTypes: { typeNames: ['A', 'B'] },
      dataPlatformInstance: { urn: instance, type: 'DATA_PLATFORM_INSTANCE' },
      lastIngested: 1_700_000,
    });

    await put(proposal(urn, aspect, { [name]: { not: 'a text' }, description: 7 }));
    t.strictSame(
      await one(query, urn, 'properties { name description }'),
      { properties: { name: toId(urn), description: null } },
      'what does not fit the model is as if it were absent',
    );
  });
}

t.test('each type has the parts of its URN', async (t) => {
  const parts: [string, object][] = [
    ['tool chartId', { tool: 'looker', chartId: 'sales.1' }],
    ['tool dashboardId', { tool: 'powerbi', dashboardId: 'board' }],
    ['orchestrator flowId cluster', { orchestrator: 'airflow', flowId: 'nightly', cluster: 'prod' }],
    ['jobId dataFlow { urn flowId }', { jobId: 'load', dataFlow: { urn: flowUrn, flowId: 'nightly' } }],
  ];
  for (const [index, { query, urn }] of assets.entries())
    t.strictSame(await one(query, urn, parts[index]![0]), parts[index]![1], query);
});

t.test('the flow of a job is shown by its URN also when nothing was written about it', async (t) => {
  const urn = 'urn:li:dataJob:(urn:li:dataFlow:(dagster,absent,dev),step)';
  await put(proposal(urn, 'status', {}));
  t.strictSame(
    await one(
      'dataJob',
      urn,
      'platform { urn } dataFlow { urn cluster properties { name } tags { tags { tag { urn } } } }',
    ),
    {
      platform: { urn: platform('dagster') },
      dataFlow: { urn: 'urn:li:dataFlow:(dagster,absent,dev)', cluster: 'dev', properties: null, tags: null },
    },
  );
});

/** By the query of their type: a URN of an entity that does not exist. */
const absent: Record<string, string> = {
  ...Object.fromEntries(assets.map(({ query, urn }) => [query, urn.replace('(looker', '(absent')])),
  dataset: 'urn:li:dataset:(urn:li:dataPlatform:hive,absent,PROD)',
  container: 'urn:li:container:absent',
  tag: 'urn:li:tag:absent',
};
const ask = (query: string, urn: string) =>
  catalog.writer.graphql(`query ($urn: String!) { ${query}(urn: $urn) { urn } }`, { urn });

t.test('an entity that does not exist is null, without an error', async (t) => {
  for (const query of ['dataset', 'container', 'tag'])
    t.strictSame((await ask(query, absent[query]!)).body, { data: { [query]: null }, extensions: {} });
});

t.test('BAD_REQUEST: a URN of another form or type', async (t) => {
  const wrong = [
    ...[
      '',
      'x',
      'urn:li:chart:x',
      'urn:li:dashboard:(a,b,c)',
      'urn:li:dataFlow:(a,b)',
      'urn:li:dataJob:(a,b)',
    ],
    ...['urn:li:dataset:x', 'urn:li:container:', 'urn:li:container:(a,b)', 'urn:li:tag:', 'urn:li:tag:(a,b)'],
    ...[absent.dataset!.replace('PROD', 'prod'), `${absent.dataset} `, `urn:li:dataJob:(${jobUrn},x)`],
  ];
  for (const [query, own] of Object.entries(absent)) {
    const message = assets.some((one) => one.query === query) ? /./ : `expected urn:li:${query}:`;
    const others = Object.values(absent).filter((urn) => urn !== own);
    for (const urn of [...wrong, ...others])
      t.match(
        await ask(query, urn),
        {
          status: 200,
          body: {
            data: { [query]: null },
            errors: [{ message, extensions: { type: 'BAD_REQUEST' } }],
          },
        },
        `${query} ${urn}`,
      );
  }
});
