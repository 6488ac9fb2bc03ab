import t from 'tap';
import {
  columnSize,
  connect,
  drawNodes,
  type Extent,
  findPath,
  firstHidden,
  type Walks,
} from '../../src/console/pages/lineage/graph.js';
import {
  edgePaths,
  moreKey,
  nextKey,
  nodeWidth,
  placeNodes,
  plusKey,
} from '../../src/console/pages/lineage/layout.js';
import { nodeKey, type Results, readWalk } from '../../src/console/pages/lineage/walk.js';
import { columnUrn } from '../../src/urn/column.js';
import { datasetUrn } from '../support/metadata.js';

const up = (name: string) => nodeKey('upstream', datasetUrn(name));
const down = (name: string) => nodeKey('downstream', datasetUrn(name));
const [start, run] = [datasetUrn('start'), 'urn:li:dataProcessInstance:run'];

/** Results with these paths, without the start. */
const results = (paths: readonly string[][], more: Partial<Results> = {}): Results => ({
  total: paths.length,
  isPartial: false,
  searchResults: paths.map((path) => ({ paths: [{ path: [start, ...path].map((urn) => ({ urn })) }] })),
  ...more,
});
const named = (...paths: string[]) => results(paths.map((path) => path.split(' ').map(datasetUrn)));

const walks = (upstream: Results, downstream: Results): Walks => ({
  upstream: readWalk('upstream', start, upstream, []),
  downstream: readWalk('downstream', start, downstream, []),
});
const extent = (steps: number, ...expanded: string[]): Extent => ({
  ...{ upstream: steps, downstream: steps, expanded: new Set(expanded) },
});
const none: ReadonlyMap<string, readonly string[]> = new Map();
const graphOf = (given: Walks, shown: Extent, upstreamOf = none) =>
  connect(start, drawNodes(start, given, shown), given, upstreamOf);
const keysIn = ({ columns }: ReturnType<typeof drawNodes>) => columns.map(({ keys }) => [...keys].sort());

t.test(
  'a walk has each entity once, the nearest first, with those on the way that are not results',
  async (t) => {
    const { nodes, steps } = readWalk('upstream', start, named('ghost far', 'near'), [
      datasetUrn('near'),
      datasetUrn('source'),
      run,
    ]);
    t.same(
      [...nodes.values()].map(({ key, degree, from }) => [key, degree, from]),
      [
        [up('ghost'), 1, start],
        [up('near'), 1, start],
        [up('source'), 1, start],
        [up('far'), 2, up('ghost')],
      ],
      'what is beside the start is there without being a result; a run is left out',
    );
    t.same(steps, [
      [start, up('ghost')],
      [up('ghost'), up('far')],
      [start, up('near')],
      [start, up('source')],
    ]);
  },
);

t.test('the columns of a dataset are one entity, at the smallest distance', async (t) => {
  const [a, b] = [datasetUrn('a'), datasetUrn('b')];
  const own = columnUrn(start, 'id');
  const path = (...urns: string[]) => ({ paths: [{ path: [own, ...urns].map((urn) => ({ urn })) }] });
  const { nodes, read, total } = readWalk(
    'downstream',
    own,
    {
      ...{ total: 4, isPartial: true },
      searchResults: [
        path(columnUrn(a, 'x, (y)')),
        path(columnUrn(start, 'copy')),
        path(columnUrn(start, 'copy'), columnUrn(b, 'id')),
        path(columnUrn(b, 'id'), columnUrn(a, 'z')),
      ],
    },
    [],
  );
  t.same(
    [...nodes.values()].map(({ urn, degree, from, columns }) => [urn, degree, from, columns]),
    [
      [a, 1, start, ['x, (y)', 'z']],
      [b, 1, start, ['id']],
    ],
    'other columns of the start itself are not shown',
  );
  t.same([read, total], [4, 4]);
});

t.test('an entity in a circle is on both sides', async (t) => {
  const graph = graphOf(
    walks(named('both'), named('both')),
    extent(1),
    new Map([[start, [datasetUrn('both')]]]),
  );
  t.same(keysIn(graph), [[up('both')], [start], [down('both')]]);
  t.same(graph.edges, [
    [up('both'), start],
    [start, down('both')],
  ]);
});

t.test('three steps are drawn, and more of those that are followed', async (t) => {
  const given = walks(named(), named('a', 'a b', 'a b c', 'a b c d', 'a b c d e', 'a b c2', 'a b c2 d2'));
  const three = drawNodes(start, given, extent(3));
  t.same(keysIn(three), [[start], [down('a')], [down('b')], [down('c'), down('c2')]]);
  t.same([...three.expandable], [down('c'), down('c2')]);
  const more = drawNodes(start, given, extent(3, down('c')));
  t.same(keysIn(more).slice(4), [[down('d')]]);
  t.same([...more.expandable], [down('c2'), down('d')]);
  t.equal(more.columns.at(-1)?.more, 0, 'entities that are not followed are not counted');
});

t.test('a hub draws few entities, those first that lead on, and says how many there are', async (t) => {
  const sinks = Array.from({ length: 20 }, (_, index) => `sink_${index + 10}`);
  const given = walks(named(), named(...sinks, 'z', 'z beyond'));
  const graph = drawNodes(start, given, extent(3));
  const [, near, far] = graph.columns;
  t.equal(near?.keys.length, columnSize);
  t.equal(near?.keys[0], down('z'), 'it leads on');
  t.equal(near?.more, 21 - columnSize);
  t.same(far?.keys, [down('beyond')]);
  t.equal(firstHidden(given.downstream, graph, 1), columnSize - 1, 'the others are in the order of the list');
  t.equal(near?.isOpen, false);

  const part = walks(named(), { ...named(...sinks), total: 5_000 });
  const open = drawNodes(start, part, extent(3));
  t.equal(open.columns[1]?.isOpen, true, 'not all results were read');
});

t.test('edges are those of the paths and those beside them, in the direction of the data', async (t) => {
  const given = walks(named('s', 's t'), named('a', 'b', 'a c'));
  const upstreamOf = new Map([
    [datasetUrn('c'), [datasetUrn('a'), datasetUrn('b'), datasetUrn('elsewhere')]],
    [datasetUrn('b'), [datasetUrn('a'), start]],
    [start, [datasetUrn('s')]],
  ]);
  const graph = graphOf(given, extent(3), upstreamOf);
  t.same(
    new Set(graph.edges.map((edge) => edge.join(' → '))),
    new Set([
      `${up('t')} → ${up('s')}`,
      `${up('s')} → ${start}`,
      `${start} → ${down('a')}`,
      `${start} → ${down('b')}`,
      `${down('a')} → ${down('b')}`,
      `${down('a')} → ${down('c')}`,
      `${down('b')} → ${down('c')}`,
    ]),
    'without what is not drawn',
  );
  t.same(findPath(graph, down('c')), new Set([down('c'), down('a'), down('b'), start]));
  const next = (key: string, pressed: string) => nextKey(graph, placeNodes(graph), key, pressed);
  t.equal(next(down('a'), 'ArrowRight'), down('c'), 'keys lead along edges to other columns');
  t.same(findPath(graph, up('t')), new Set([up('t'), up('s'), start]));
  t.same(findPath(graph, start), new Set([start]));
});

t.test('entities are beside those that they are connected with', async (t) => {
  const graph = graphOf(walks(named(), named('a', 'b', 'b x', 'a y')), extent(3));
  t.same(graph.columns.at(-1)?.keys, [down('y'), down('x')]);
});

t.test('keys lead along edges, in a column, and to what follows further', async (t) => {
  const sinks = Array.from({ length: 9 }, (_, index) => `sink_${index}`);
  const graph = graphOf(walks(named('s', 's t'), named(...sinks)), extent(1));
  const layout = placeNodes(graph);
  const next = (key: string, pressed: string) => nextKey(graph, layout, key, pressed);
  t.equal(next(start, 'ArrowLeft'), up('s'));
  t.equal(next(up('s'), 'ArrowRight'), start);
  t.equal(next(up('s'), 'ArrowLeft'), plusKey(up('s')));
  t.equal(next(plusKey(up('s')), 'ArrowRight'), up('s'), 'back to the entity');
  t.equal(next(plusKey(up('s')), 'ArrowLeft'), plusKey(up('s')));
  t.equal(next(down('sink_0'), 'ArrowDown'), down('sink_1'));
  t.equal(next(down('sink_0'), 'ArrowUp'), undefined);
  t.equal(next(down('sink_0'), 'End'), moreKey(1));
  t.equal(next(moreKey(1), 'Home'), down('sink_0'));
  t.equal(next(down('sink_0'), 'x'), undefined);
});

t.test('columns are beside each other, and edges end before the entity', async (t) => {
  const graph = graphOf(walks(named('s'), named('a', 'b')), extent(1));
  const { places, width, height, lefts } = placeNodes(graph);
  t.equal(lefts.length, 3);
  t.ok(places.get(up('s'))!.x < places.get(start)!.x && places.get(start)!.x < places.get(down('a'))!.x);
  t.equal(places.get(start)!.y, (places.get(down('a'))!.y + places.get(down('b'))!.y) / 2, 'in the middle');
  t.ok([...places.values()].every(({ x, y }) => x > 0 && x < width && y > 0 && y < height));
  const [line, tip] = edgePaths(places.get(up('s'))!, places.get(start)!);
  t.match(line, /^M[\d.]+ [\d.]+C/);
  t.ok(tip.startsWith(`M${places.get(start)!.x - 1} `));
  const [beside] = edgePaths(places.get(down('a'))!, places.get(down('b'))!);
  const right = places.get(down('a'))!.x + nodeWidth;
  const across = [...beside.matchAll(/([\d.]+) [\d.]+/g)].map(([, x]) => Number(x));
  t.ok(
    across.every((x) => x >= right),
    'within a column, an edge is beside the entities',
  );
});
