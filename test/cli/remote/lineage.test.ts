import t from 'tap';
import type { Reached } from '../../../src/cli/remote/lineage-model.js';
import { drawTree, type TreeNode, treeLines } from '../../../src/cli/remote/tree.js';
import { commandLine } from '../../support/command-line.js';
import { datasetUrn, field, tagsWith } from '../../support/metadata.js';

const dataset = (name: string) => datasetUrn(`shop.${name}`);
const [raw, clean, report, ghost] = [dataset('raw'), dataset('clean'), dataset('report'), dataset('ghost')];
const [removed, last, far, lonely] = [dataset('removed'), dataset('last'), dataset('far'), dataset('lonely')];
const chart = 'urn:li:chart:(looker,sales)';
const column = (dataset: string, path: string) => `urn:li:schemaField:(${dataset},${path})`;

const { fails, run, json, ok, put, admin } = await commandLine(t);

/** Writes what a dataset is derived from, also of its column `email`. */
const derive = (urn: string, ...upstreams: string[]) =>
  put(urn, 'upstreamLineage', {
    upstreams: upstreams.map((dataset) => ({ dataset, type: 'TRANSFORMED' })),
    fineGrainedLineages: upstreams.map((dataset) => ({
      ...{ upstreamType: 'FIELD_SET', downstreamType: 'FIELD' },
      upstreams: [column(dataset, 'email')],
      downstreams: [column(urn, 'email')],
    })),
  });

// raw → clean → report → removed → last → far, raw → report, ghost → clean, report → chart
t.test('a graph is ingested', async () => {
  for (const urn of [raw, clean, report, removed, last, far, lonely])
    await put(urn, 'schemaMetadata', {
      ...{ schemaName: 's', platform: 'urn:li:dataPlatform:hive', version: 0, hash: '' },
      platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
      fields: [field('id'), field('email')],
    });
  await derive(clean, raw, ghost);
  await derive(report, clean, raw);
  await derive(removed, report);
  await derive(last, removed);
  await derive(far, last);
  await put(removed, 'status', { removed: true });
  await put(chart, 'chartInfo', { title: 'Sales', description: '', lastModified: {}, inputs: [report] });
  await put(clean, 'globalTags', tagsWith('pii', 'gold'));
  await put('urn:li:tag:pii', 'tagProperties', { name: 'Personal data' });
});

const terminal = { session: { isTerminal: true, width: 80 } };
const reach = async (...args: string[]): Promise<unknown[]> =>
  (await json('lineage', ...args)).map(({ direction, hops, urn, column }: Reached) =>
    column === null ? [direction, hops, urn] : [direction, hops, urn, column],
  );

t.test('both directions, one of them, and as many hops as asked', async (t) => {
  t.same(await reach('shop.clean'), [
    ['upstream', 1, raw],
    ['downstream', 1, report],
    ['downstream', 2, chart],
    ['downstream', 3, last],
  ]);
  t.same(await reach('clean', '--up'), [['upstream', 1, raw]]);
  t.same(await reach(clean, '--down', '--hops', '1'), [['downstream', 1, report]]);
  t.same((await reach('hive:shop.raw', '--up', '--down', '--hops', '2')).length, 3, 'both flags are both');
  const [, further] = await json('lineage', 'clean', '--down', '--hops', '9');
  t.same(further, {
    ...{ direction: 'downstream', hops: 2, urn: chart, column: null, type: 'chart', name: 'Sales' },
    ...{ platform: 'looker', tags: [], path: [clean, report, chart] },
  });
});

t.test('hops and limits that leave something out are told', async (t) => {
  const near = await run(['lineage', 'raw', '--down']);
  t.match(near, { exitCode: 0, stderr: 'downstream: 1 more than 3 hops away; --hops shows more\n' });
  t.match(near.stdout, last);
  t.notMatch(near.stdout, far);
  t.match(await run(['lineage', 'raw', '--down', '--hops', '4']), { stdout: `\t${far}\n`, stderr: '' });
  t.match(await run(['lineage', 'raw', '--down', '--limit', '2']), {
    stdout: /^[^\n]+clean[^\n]+\n[^\n]+report[^\n]+\n$/,
    stderr: 'downstream: 2 of 5 at any distance are shown; --limit shows more\n',
  });
  t.match(await run(['lineage', 'raw', '--down', '--hops', '2', '--limit', '1']), {
    stderr: 'downstream: 1 of 3 are shown; --limit shows more\n',
  });
});

t.test('columns, after # or as an option or a URN', async (t) => {
  const expected = [
    ['downstream', 1, clean, 'email'],
    ['downstream', 1, report, 'email'],
  ];
  for (const args of [
    ['raw#email'],
    ['raw', '--column', 'email'],
    [`${raw}#email`],
    [column(raw, 'email')],
    [raw, '--column', '[version=2.0].[type=string].email'],
  ])
    t.same(await reach(...args, '--hops', '2'), expected, args.join(' '));
  t.same(await reach('raw#id'), []);
  const [first] = await json('lineage', 'raw#email', '--down');
  t.match(first, { name: 'shop.clean', tags: null, path: [column(raw, 'email'), column(clean, 'email')] });
  t.match(await run(['lineage', 'raw#email'], terminal), {
    stdout: /^upstream: none\n\ndownstream +type +platform +tags\n├─ shop\.clean#email +dataset +hive\n└─ /,
  });
});

t.test('a tree has each entity once, and fits the terminal', async (t) => {
  const { stdout } = await run(['lineage', 'raw', '--hops', '9'], terminal);
  t.equal(
    stdout,
    [
      'upstream: none',
      '',
      'downstream            type     platform  tags',
      '├─ shop.clean         dataset  hive      Personal data, gold',
      '└─ shop.report        dataset  hive',
      '   ├─ Sales           chart    looker',
      '   └─ (shop.removed)  dataset',
      '      └─ shop.last    dataset  hive',
      '         └─ shop.far  dataset  hive',
      '',
    ].join('\n'),
    'the removed dataset is on the way',
  );
  const near = await run(['lineage', 'raw', '--hops', '2'], terminal);
  t.match(
    near,
    { stdout: /^└─ shop\.report.+\n {3}└─ Sales +chart/m },
    'without branches to what is not shown',
  );
  for (const width of [20, 40]) {
    const narrow = await run(['lineage', 'raw', '--hops', '9'], { session: { isTerminal: true, width } });
    const table = narrow.stdout.split('\n\n')[1]!;
    t.ok(
      table.split('\n').every((line) => line.length <= Math.max(width, 4 * 8 + 3 * 2)),
      table,
    );
    t.match(table, /^└sho.*…ort {2}/m, 'narrow levels, and both ends of a name');
  }
  const whole = await run(['lineage', 'raw', '--wide'], { session: { isTerminal: true, width: 20 } });
  t.match(whole.stdout, /Personal data, gold/);
  const asTable = await run(['lineage', 'clean', '--columns', 'hops,urn'], terminal);
  t.equal(asTable.stdout.split('\n')[1], `   1  ${raw}`);
});

t.test('pipes get a line for each entity, and URNs that other commands take', async (t) => {
  t.equal(
    await ok('lineage', 'report', '--up'),
    [
      `upstream\t1\tshop.clean\t\tdataset\thive\turn:li:tag:pii, urn:li:tag:gold\t${clean}\n`,
      `upstream\t1\tshop.raw\t\tdataset\thive\t\t${raw}\n`,
    ].join(''),
  );
  t.equal(await ok('lineage', 'clean', '--urns'), `${raw}\n${report}\n${chart}\n${last}\n`);
  const columns = await ok('lineage', 'raw#email', '--down', '--urns', '--hops', '2');
  t.equal(columns, `${clean}#email\n${report}#email\n`);
  await put('urn:li:tag:reached', 'tagProperties', { name: 'reached' });
  const tagged = await run(['tag', 'add', 'reached', '-'], { stdin: columns });
  t.match(tagged, { exitCode: 0, stderr: '' });
  t.match(await ok('tag', 'list', '--query', 'reached', '--columns', 'columns'), '2\n');
  // Both directions of a circle reach the same dataset.
  await derive(raw, lonely);
  await derive(lonely, raw);
  t.equal(await ok('lineage', 'lonely', '--urns', '--hops', '1'), `${raw}\n`);
  await put(raw, 'upstreamLineage', { upstreams: [] });
  await put(lonely, 'upstreamLineage', { upstreams: [] });
});

t.test('more pages than one', async (t) => {
  const many = Array.from({ length: 1_020 }, (_, index) => `urn:li:chart:(looker,many${10_000 + index})`);
  const proposals = many.map((urn) => ({
    ...{ entityType: 'chart', entityUrn: urn, aspectName: 'chartInfo', changeType: 'UPSERT' },
    aspect: {
      contentType: 'application/json',
      value: JSON.stringify({ title: 'm', description: '', lastModified: {}, inputs: [lonely] }),
    },
  }));
  await admin.post('/aspects?action=ingestProposalBatch', { proposals });
  t.equal(await ok('lineage', 'lonely', '--urns'), many.map((urn) => `${urn}\n`).join(''));
  const some = await run(['lineage', 'lonely'], terminal);
  t.equal(some.stderr, 'downstream: 100 of 1020 at any distance are shown; --limit shows more\n');
  t.equal(some.stdout.trimEnd().split('\n').length, 2 + 1 + 100);
  const all = await json('lineage', 'lonely', '--limit', '1010');
  t.same(
    all.map(({ urn }: Reached) => urn),
    many.slice(0, 1_010),
    'two pages with names',
  );
});

t.test('what cannot be shown', async (t) => {
  const dataJob = 'urn:li:dataJob:(urn:li:dataFlow:(airflow,a,PROD),b)';
  for (const [stderr, exitCode, ...args] of [
    [/^No entity with lineage is named "nope"/, 1, 'nope'],
    [/^No entity with lineage is named "Personal data"/, 1, 'Personal data'],
    [/^urn:li:tag:pii has no lineage; types with lineage are chart, /, 2, 'urn:li:tag:pii'],
    [/^There is no entity .*nothing,PROD\)/, 1, datasetUrn('nothing')],
    [/has the wrong form/, 1, 'urn:li:dataset:x'],
    [/^"shop\.x" is the name of 2 entities/, 2, 'shop.x'],
    [/^The dataset has no column "nope"\. Its columns are: id, email/, 1, 'lonely#nope'],
    [/^No dataset is named "Sales"/, 1, 'Sales', '--column', 'a'],
    [/only datasets have columns/, 2, dataJob, '--column', 'a'],
    [/given twice/, 2, 'raw#id', '--column', 'id'],
    [/whole number from 1 to 1000/, 2, 'raw', '--hops', '0'],
    [/whole number/, 2, 'raw', '--limit', '0'],
    [/cannot be used with/, 2, 'raw', '--urns', '--json'],
    [/There is no column "x"\. The columns are: direction, hops, /, 2, 'raw', '--columns', 'x'],
  ] as const) {
    if (args[0] === 'shop.x')
      for (const platform of ['hive', 'kafka'])
        await put(`urn:li:dataset:(urn:li:dataPlatform:${platform},shop.x,PROD)`, 'status', {
          removed: false,
        });
    await fails(t, ['lineage', ...args], exitCode, stderr);
  }
  t.match(await run(['lineage', 'shop.ghost']), { exitCode: 1 }, 'a name of what was never ingested');
  t.match(await run(['lineage', ghost]), { exitCode: 0, stdout: `\t${clean}\n` }, 'but its URN has lineage');
});

t.test('a result that a bound of the service cut is called partial', async (t) => {
  const bounded = await commandLine(t, { env: { LINEAGE_MAX_RELATIONS: '1' } });
  for (const [urn, upstream] of [
    [clean, raw],
    [report, clean],
  ] as const)
    await bounded.put(urn, 'upstreamLineage', { upstreams: [{ dataset: upstream, type: 'TRANSFORMED' }] });
  const found = await bounded.run(['lineage', report]);
  t.match(found, { exitCode: 0, stderr: /^upstream: the result is partial, because the service/m });
  t.notMatch(found.stderr, /downstream/);
});

t.test('deep trees keep half of the width for names', async (t) => {
  const chain = (depth: number): TreeNode<string> => ({
    item: `warehouse.layer_${depth}.a_table_with_a_long_name_${depth}`,
    children: depth === 1 ? [] : [chain(depth - 1)],
  });
  for (const depth of [1, 10, 15, 300]) {
    const drawn = drawTree(treeLines([chain(depth), chain(1)]), 40);
    t.equal(drawn.length, depth + 1);
    t.ok(
      drawn.every((line) => line.length <= 40),
      drawn.join('\n'),
    );
    t.match(drawn[depth - 1], /wareh.*….*name_1$/, 'both ends of the name');
  }
  t.match(drawTree(treeLines([chain(12)]), 40)[11], /^ {11}└ware/);
  t.match(drawTree(treeLines([chain(300)]), 40)[299], /^… {18}└ware/);
  t.match(drawTree([{ item: '日本語の長い名前のテーブル', isLast: [true] }], 20)[0], /^└─ 日本.*….*ブル$/);
});
