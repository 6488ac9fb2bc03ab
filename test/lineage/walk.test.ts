import t, { type Test } from 'tap';
import { fillEdges } from '../../src/aspects/edges/fill.js';
import type { Actor } from '../../src/core/actor.js';
import type { Direction } from '../../src/lineage/direction.js';
import { ignoring, toStart } from '../../src/lineage/input.js';
import { lineageWalks, type WalkOptions } from '../../src/lineage/walk.js';
import { walkStore } from '../../src/lineage/walk-store.js';
import { storedAspects } from '../../src/stored-aspects.js';
import { createVisibility, everything } from '../../src/visibility/visibility.js';
import { testDatabase } from '../support/database.js';
import {
  column,
  type Entry,
  enlarge,
  listPairs,
  names,
  randomGraph,
  writeGraph,
} from '../support/lineage-graph.js';
import { datasetUrn, writeAspects } from '../support/metadata.js';
import { seeded } from '../support/random.js';

const audit = { time: 1, actor: 'urn:li:corpuser:a' };
const actor = { urn: 'urn:li:corpuser:a' } as Actor;
/** A plain breadth-first search. */
function searchBreadthFirst(
  pairs: readonly [string, string][],
  start: string,
  direction: Direction,
  maxHops: number,
) {
  const degrees = new Map([[start, 0]]);
  let level = [start];
  for (let hop = 1; hop <= maxHops && level.length > 0; hop += 1) {
    const next: string[] = [];
    for (const node of level)
      for (const [up, down] of pairs) {
        const [near, far] = direction === 'UPSTREAM' ? [down, up] : [up, down];
        if (near !== node || degrees.has(far)) continue;
        degrees.set(far, hop);
        next.push(far);
      }
    level = next;
  }
  degrees.delete(start);
  return degrees;
}

async function open(t: Test) {
  const db = await testDatabase(t);
  const bounds = { maxRelations: 40_000, maxMs: 600_000 };
  const walkWith = (changes: Partial<typeof bounds> = {}) => {
    const { walk } = lineageWalks(walkStore(db, createVisibility(db, everything)), { ...bounds, ...changes });
    return (start: string, options: Partial<WalkOptions> = {}) =>
      walk(actor, toStart(start), { direction: 'DOWNSTREAM', maxHops: 1_000, ...options });
  };
  return { db, walkWith, walk: walkWith() };
}

const urnOf = ({ urn, fieldPath }: { urn: string; fieldPath: string }) =>
  fieldPath === '' ? urn : column(urn, fieldPath);

t.test('walks reach what a plain breadth-first search reaches, with the same degrees', async (t) => {
  const choose = seeded(t);
  const { db, walk } = await open(t);
  const datasets = names(12);
  for (let run = 0; run < 6; run += 1) {
    const graph = randomGraph(choose, datasets);
    enlarge(graph, datasets[2 + run]!);
    await writeGraph(db, graph);
    for (const direction of ['UPSTREAM', 'DOWNSTREAM'] as const)
      for (const maxHops of [1, 2, 1_000])
        for (const start of [
          choose.pick(datasets),
          column(choose.pick(datasets), choose.pick(['a', 'b', 'm3'])),
        ]) {
          const pairs = listPairs(graph, start.startsWith('urn:li:schemaField'));
          const expected = searchBreadthFirst(pairs, start, direction, maxHops);
          const walked = await walk(start, { direction, maxHops });
          const degrees = walked.nodes.map((node) => [urnOf(node), node.degree] as const);
          t.same(
            new Map([...degrees].sort()),
            new Map([...expected].sort()),
            `${start} ${direction} ${maxHops}`,
          );
          t.equal(walked.isPartial, false);
          for (const { degree, parent } of walked.nodes)
            t.ok(parent!.degree <= degree && parent!.degree >= degree - 1, 'a path of shortest steps');
        }
  }
});

t.test('of several shortest paths, the one is returned whose entities come first by URN', async (t) => {
  const { db, walk } = await open(t);
  const [start, a, b, end] = names(4) as [string, string, string, string];
  const lineage = new Map([
    [end, { upstreams: [b, a], entries: [] }],
    [b, { upstreams: [start], entries: [] }],
    [a, { upstreams: [start], entries: [] }],
  ]);
  await writeGraph(db, { lineage });
  const { nodes } = await walk(start);
  t.equal(nodes.find(({ urn }) => urn === end)!.parent!.urn, a);
});

t.test('at the limit of relations, the last level is cut after its first entities by URN', async (t) => {
  const { db, walkWith } = await open(t);
  const [hub, ...others] = names(40) as [string, ...string[]];
  const lineage = new Map(others.map((urn) => [urn, { upstreams: [hub], entries: [] }]));
  await writeGraph(db, { lineage });
  const walk = walkWith({ maxRelations: 10 });
  const first = [...others].sort().slice(0, 10);
  for (const _ of [1, 2]) {
    const { nodes, isPartial } = await walk(hub);
    t.same(nodes.map(({ urn }) => urn).sort(), first);
    t.equal(isPartial, true);
  }
  t.equal((await walkWith({ maxRelations: 39 })(hub)).isPartial, false);
  t.equal((await walkWith({ maxMs: -1 })(hub)).isPartial, true, 'no time is left');
});

t.test('a large entry is connected by rows for its columns, not for its pairs', async (t) => {
  const { db, walk } = await open(t);
  const [from, to] = names(2) as [string, string];
  const many = (of: string) => Array.from({ length: 300 }, (_, index) => column(of, `m${index}`));
  await writeGraph(db, { lineage: new Map([[to, { upstreams: [], entries: [[many(from), many(to)]] }]]) });
  const [{ count } = { count: 0 }] = await db.query<{ count: number }>(
    'SELECT count(*) AS count FROM lineage_edges',
  );
  t.equal(count, 601, 'one of each column, and one of the datasets');
  t.same((await walk(column(from, 'm7'))).nodes.map(urnOf).sort(), many(to).sort());
  t.same((await walk(from)).nodes.map(urnOf), [to], 'the dataset is derived from the one of its columns');
});

t.test('both spellings of a path are one column, and members of a union are not', async (t) => {
  const { db, walk } = await open(t);
  const [a, b, c] = names(3) as [string, string, string];
  const versioned = (type: string) => `[version=2.0].[type=struct].[type=${type}].x`;
  const entry = (from: string, to: string): Entry => [[from], [to]];
  await writeGraph(db, {
    lineage: new Map([
      [b, { upstreams: [], entries: [entry(column(a, 'x'), column(b, versioned('string')))] }],
      [c, { upstreams: [], entries: [entry(column(b, 'x'), column(c, 'y'))] }],
    ]),
  });
  t.same((await walk(column(a, versioned('int')))).nodes.map(urnOf), [
    column(b, versioned('string')),
    column(c, 'y'),
  ]);
  await writeGraph(db, {
    lineage: new Map([
      [
        b,
        {
          upstreams: [],
          entries: [
            entry(column(a, versioned('string')), column(b, 's')),
            entry(column(a, versioned('int')), column(b, 'i')),
          ],
        },
      ],
    ]),
  });
  t.same((await walk(column(a, versioned('int')))).nodes.map(urnOf), [column(b, 'i')]);
  t.same((await walk(column(a, 'x'))).nodes, [], 'it could be either');
});

t.test('entities that are ignored as hops cost none', async (t) => {
  const { db, walk } = await open(t);
  const [a, b, c, d] = names(4) as [string, string, string, string];
  const dbt = 'urn:li:dataset:(urn:li:dataPlatform:dbt,m,PROD)';
  const chain = [a, b, dbt, c, d];
  await writeGraph(db, {
    lineage: new Map(chain.slice(1).map((urn, index) => [urn, { upstreams: [chain[index]!], entries: [] }])),
  });
  const ignores = ignoring([{ entityType: 'dataset', platforms: ['urn:li:dataPlatform:dbt'] }]);
  const { nodes } = await walk(a, { ignores, maxHops: 2 });
  t.same(
    nodes.map(({ urn, degree, isIgnored, isExplored }) => [urn, degree, isIgnored, isExplored]),
    [
      [b, 1, false, true],
      [dbt, 1, true, true],
      [c, 2, false, false],
    ],
  );
});

t.test('the first entities of a hop by URN are explored further', async (t) => {
  const { db, walk } = await open(t);
  const [start, a, b, endOfA, endOfB] = names(5) as [string, string, string, string, string];
  const edge = (urn: string, upstream: string) =>
    [urn, { upstreams: [upstream], entries: [] }] as [string, { upstreams: string[]; entries: Entry[] }];
  await writeGraph(db, {
    lineage: new Map([edge(a, start), edge(b, start), edge(endOfA, a), edge(endOfB, b)]),
  });
  const { nodes } = await walk(start, { exploredPerHop: 1 });
  t.same(nodes.map(({ urn, isExplored, isTruncated }) => [urn, isExplored, isTruncated]).sort(), [
    [a, true, false],
    [b, false, true],
    [endOfA, true, false],
  ]);
});

t.test('edges that were last changed outside of the given times are left out', async (t) => {
  const { db, walk } = await open(t);
  const [start, early, late, always] = names(4) as [string, string, string, string];
  const upstream = (time: number) => ({
    dataset: start,
    type: 'TRANSFORMED',
    auditStamp: { time, actor: audit.actor },
  });
  await writeAspects(
    db,
    [[early, 10] as const, [late, 20] as const, [always, 0] as const].map(([urn, time]) => ({
      ...{ urn, entityType: 'dataset', name: 'upstreamLineage', value: { upstreams: [upstream(time)] } },
    })),
    audit,
  );
  const reached = async (times: Partial<WalkOptions>) =>
    (await walk(start, times)).nodes.map(({ urn }) => urn).sort();
  t.same(await reached({ from: 15 }), [always, late].sort());
  t.same(await reached({ to: 15 }), [always, early].sort());
  t.same(await reached({}), [always, early, late].sort());
});

t.test(
  'the fill writes the edges of aspects of an earlier version, and walks say that they miss some',
  async (t) => {
    const { db, walk } = await open(t);
    const graph = randomGraph(seeded(t), names(10));
    await writeGraph(db, graph);
    const rows = () => db.query('SELECT * FROM lineage_edges ORDER BY source, aspect, position');
    const references = () => db.query('SELECT * FROM entity_references ORDER BY source, aspect, position');
    const [edges, related] = [await rows(), await references()];
    // As a process of an earlier version leaves them.
    await db.query('DELETE FROM lineage_edges');
    await db.query(`UPDATE aspects SET derived_at = NULL WHERE urn < $1`, [datasetUrn('t5')]);
    await db.query('UPDATE aspects SET updated_at = 2, derived_at = 1 WHERE urn >= $1', [datasetUrn('t5')]);
    t.equal((await walk(datasetUrn('t0'))).isPartial, true);
    while (await fillEdges({ db, aspects: storedAspects }, 3));
    t.same(await rows(), edges);
    t.same(await references(), related);
    t.equal((await walk(datasetUrn('t0'))).isPartial, false);
  },
);
