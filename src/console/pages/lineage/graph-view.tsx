import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { entityName } from '../../../client/named-entity.js';
import { Icon } from '../../kit/icon.js';
import type { Listed } from '../../model/listed-entity.js';
import { counted } from '../../model/text.js';
import { canExpand, type Direction, type Extent, expansion, findPath, type Graph } from './graph.js';
import { edgePaths, moreKey, nextKey, nodeHeight, nodeWidth, type Place, placeNodes } from './layout.js';
import { Node } from './node.js';
import type { Neighborhood } from './request.js';
import './lineage.css';

export const distanceText = (level: number): string =>
  level === 0
    ? 'This entity'
    : `${counted(Math.abs(level), 'step')} ${level < 0 ? 'upstream' : 'downstream'}`;

interface GraphViewProps {
  start: string;
  graph: Graph;
  known: ReadonlyMap<string, Neighborhood>;
  extent: Extent;
  /** 1 is the natural size. Null: as large as there is room. */
  zoom: number | null;
  onExpand(direction: Direction, urn: string): void;
  onMore(level: number): void;
}

/** A wider graph shrinks to this width where there is not more room; `.wide` has the same. */
const readableWidth = 928;

/** The lineage as columns by distance. Arrows go along the edges; what has the focus or the pointer lights its path. */
export function GraphView(props: GraphViewProps) {
  const { start, graph, known, extent, zoom, onExpand, onMore } = props;
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
    const direction = { ArrowLeft: 'upstream', ArrowRight: 'downstream' } as const;
    const side = direction[event.key as keyof typeof direction];
    // From the plus of an entity, the arrows lead as from the entity, and back to it.
    const [, plusSide, urn] = /^(upstream|downstream) (.*)$/.exec(key) ?? [];
    const next = plusSide && side && plusSide !== side ? urn : nextKey(graph, layout, urn ?? key, event.key);
    if ((next && focus(next)) || (side && focus(expansion(side, key)))) event.preventDefault();
  };

  return (
    <div
      ref={box}
      class={['graph', zoom !== null && 'zoomed', width > readableWidth && 'wide'].filter(Boolean).join(' ')}
    >
      <svg
        role="group"
        onKeyDown={move}
        aria-label="Graph of the lineage. The list below has the same."
        width={width * (zoom ?? 1)}
        height={height * (zoom ?? 1)}
        viewBox={`0 0 ${width} ${height}`}
      >
        {graph.columns.map(({ level }, index) => (
          <text key={level} class="deg" x={layout.lefts[index]} y={28}>
            {distanceText(level)}
          </text>
        ))}
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
        {graph.columns.flatMap(({ level, urns }) =>
          urns.map((urn) => (
            <Node
              key={urn}
              entity={known.get(urn)!.entity}
              place={places.get(urn)!}
              isHere={level === 0}
              isLit={path.has(urn)}
              isFocusable={urn === focusable}
              distance={distanceText(level)}
              onLit={(isLit) => {
                if (isLit) lit.value = urn;
                else if (lit.value === urn) lit.value = null;
              }}
            />
          )),
        )}
        {graph.columns.flatMap(({ urns }) =>
          urns.flatMap((urn) =>
            (['upstream', 'downstream'] as const)
              .filter((direction) => canExpand(graph, known, extent, urn, direction))
              .map((direction) => (
                <Plus
                  key={expansion(direction, urn)}
                  direction={direction}
                  entity={known.get(urn)!.entity}
                  node={places.get(urn)!}
                  onPlus={() => {
                    // The button disappears.
                    focus(urn);
                    onExpand(direction, urn);
                  }}
                />
              )),
          ),
        )}
        {graph.columns
          .filter(({ more }) => more > 0)
          .map(({ level, more }) => (
            <foreignObject
              key={moreKey(level)}
              {...places.get(moreKey(level))!}
              width={nodeWidth}
              height={nodeHeight}
            >
              <button
                type="button"
                class="node more-node"
                data-key={moreKey(level)}
                tabIndex={focusable === moreKey(level) ? 0 : -1}
                onClick={() => onMore(level)}
              >
                <Icon name="plus" />
                {more} more <span class="hidden">{distanceText(level)}</span>
              </button>
            </foreignObject>
          ))}
      </svg>
    </div>
  );
}

const [plusSize, plusGap] = [24, 4];

interface PlusProps {
  direction: Direction;
  entity: Listed;
  node: Place;
  onPlus(): void;
}

/** Follows an entity one step further. It stands beside the entity. */
function Plus({ direction, entity, node: { x, y }, onPlus }: PlusProps) {
  const label = `Show what is ${direction} of ${entityName(entity)}`;
  return (
    <foreignObject
      x={direction === 'upstream' ? x - plusSize - plusGap : x + nodeWidth + plusGap}
      y={y + (nodeHeight - plusSize) / 2}
      width={plusSize}
      height={plusSize}
    >
      <button
        type="button"
        class="expand"
        data-key={expansion(direction, entity.urn)}
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
