import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { entityName } from '../../../client/named-entity.js';
import { Icon } from '../../kit/icon.js';
import { numberText } from '../../model/numbers.js';
import { type Column, findPath, type Graph } from './graph.js';
import {
  edgePaths,
  hasMore,
  moreKey,
  nextKey,
  nodeHeight,
  nodeWidth,
  type Place,
  placeNodes,
  plusKey,
} from './layout.js';
import { Node } from './node.js';
import { distanceText, type Shown } from './shown.js';
import './lineage.css';

interface GraphViewProps {
  start: string;
  graph: Graph;
  /** 1 is the natural size. Null: as large as there is room. */
  zoom: number | null;
  show(key: string): Shown;
  onExpand(key: string): void;
  onMore(level: number): void;
}

/** Names can be read down to this part of the natural size. A graph that needs more room scrolls. */
const smallest = 0.8;

/** The lineage as columns by distance. Arrows go along the edges; what has the focus or the pointer lights its path. */
export function GraphView({ start, graph, zoom, show, onExpand, onMore }: GraphViewProps) {
  const box = useRef<HTMLDivElement>(null);
  const lit = useSignal<string | null>(null);
  const current = useSignal(start);
  const layout = placeNodes(graph);
  const { width, height, places } = layout;
  const path = lit.value && places.has(lit.value) ? findPath(graph, lit.value) : new Set<string>();
  const focusable = places.has(current.value) ? current.value : start;

  const focus = (key: string) => {
    const element = box.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
    if (element) current.value = key;
    element?.focus();
    return element != null;
  };
  const move = (event: KeyboardEvent) => {
    const key = (event.target as HTMLElement).dataset.key ?? '';
    const next = nextKey(graph, layout, key, event.key);
    if (next && focus(next)) event.preventDefault();
  };
  // There may be room for a part of the graph only. Later, a person may have scrolled.
  useLayoutEffect(() => {
    const { scrollWidth, clientWidth } = box.current!;
    box.current!.scrollLeft =
      ((places.get(start)!.x + nodeWidth / 2) / width) * scrollWidth - clientWidth / 2;
  }, []);

  return (
    <div ref={box} class={zoom === null ? 'graph' : 'graph zoomed'}>
      <svg
        role="group"
        onKeyDown={move}
        aria-label="Graph of the lineage. The list below has the same."
        width={width * (zoom ?? 1)}
        height={height * (zoom ?? 1)}
        viewBox={`0 0 ${width} ${height}`}
        style={{ minWidth: zoom === null ? `${width * smallest}px` : undefined }}
      >
        {graph.columns.map(({ level }, index) => (
          <text key={level} class="deg" x={layout.lefts[index]} y={28}>
            {distanceText(level)}
          </text>
        ))}
        <Edges graph={graph} places={places} path={path} />
        {[...graph.levels].map(([key, level]) => (
          <Node
            key={key}
            id={key}
            shown={show(key)}
            place={places.get(key)!}
            isHere={level === 0}
            isLit={path.has(key)}
            isFocusable={key === focusable}
            distance={distanceText(level)}
            onLit={(isLit) => {
              if (isLit) lit.value = key;
              else if (lit.value === key) lit.value = null;
            }}
          />
        ))}
        {[...graph.expandable].map((key) => (
          <Plus
            key={plusKey(key)}
            id={key}
            level={graph.levels.get(key)!}
            shown={show(key)}
            node={places.get(key)!}
            onPlus={() => {
              // The button disappears.
              focus(key);
              onExpand(key);
            }}
          />
        ))}
        {graph.columns.filter(hasMore).map((column) => (
          <More
            key={column.level}
            column={column}
            place={places.get(moreKey(column.level))!}
            isFocusable={focusable === moreKey(column.level)}
            onMore={() => onMore(column.level)}
          />
        ))}
      </svg>
    </div>
  );
}

interface EdgesProps {
  graph: Graph;
  places: ReadonlyMap<string, Place>;
  path: ReadonlySet<string>;
}

/** Those that are lit are drawn above the others. */
const Edges = ({ graph, places, path }: EdgesProps) => (
  <>
    {[false, true].map((isOn) =>
      graph.edges
        .filter(([from, to]) => (path.has(from) && path.has(to)) === isOn)
        .map(([from, to]) => {
          const [line, tip] = edgePaths(places.get(from)!, places.get(to)!);
          return (
            <g key={`${from}\n${to}`}>
              <path class={isOn ? 'edge on' : 'edge'} d={line} />
              <path class={isOn ? 'tip on' : 'tip'} d={tip} />
            </g>
          );
        }),
    )}
  </>
);

const [plusSize, plusGap] = [24, 4];

interface PlusProps {
  id: string;
  level: number;
  shown: Shown;
  node: Place;
  onPlus(): void;
}

/** Follows an entity one step further. It stands beside the entity. */
function Plus({ id, level, shown, node: { x, y }, onPlus }: PlusProps) {
  const isUpstream = level < 0;
  const label = `Show what is ${isUpstream ? 'upstream' : 'downstream'} of ${entityName(shown.entity)}`;
  return (
    <foreignObject
      x={isUpstream ? x - plusSize - plusGap : x + nodeWidth + plusGap}
      y={y + (nodeHeight - plusSize) / 2}
      width={plusSize}
      height={plusSize}
    >
      <button
        type="button"
        class="expand"
        data-key={plusKey(id)}
        aria-label={label}
        title={label}
        tabIndex={-1}
        onClick={onPlus}
      >
        <Icon name="plus" />
      </button>
    </foreignObject>
  );
}

interface MoreProps {
  column: Column;
  place: Place;
  isFocusable: boolean;
  onMore(): void;
}

/** Leads to the entities of a column that only the list has. */
const More = ({ column: { level, more, isOpen }, place, isFocusable, onMore }: MoreProps) => (
  <foreignObject {...place} width={nodeWidth} height={nodeHeight}>
    <button
      type="button"
      class="node more-node"
      data-key={moreKey(level)}
      tabIndex={isFocusable ? 0 : -1}
      onClick={onMore}
    >
      and {isOpen && 'more than '}
      {numberText(more)} more <span class="hidden">{distanceText(level)}, in the list</span>
    </button>
  </foreignObject>
);
