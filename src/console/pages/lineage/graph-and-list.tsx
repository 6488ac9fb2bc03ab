import { useMemo } from 'preact/hooks';
import { Failure } from '../../kit/notice.js';
import { connect, drawNodes, type Extent, firstHidden, type Walks } from './graph.js';
import { GraphView } from './graph-view.js';
import { headingId, LineageList, listPage, pageSize } from './lineage-list.js';
import { toShown } from './shown.js';
import { useKnown } from './use-known.js';
import { type Direction, directions } from './walk.js';

interface GraphAndListProps {
  urn: string;
  column: string;
  walks: Walks;
  isGraph: boolean;
  zoom: number | null;
  extent: Extent;
  /** The first rows of the lists. */
  starts: Readonly<Record<Direction, number>>;
  onExpand(key: string): void;
  onStart(direction: Direction, start: number): void;
  onReadAll(): void;
}

/** The graph and the list. Entities are read as they are shown. */
export function GraphAndList(props: GraphAndListProps) {
  const { urn, column, walks, isGraph, zoom, extent, starts, onExpand, onStart, onReadAll } = props;
  const drawn = useMemo(() => drawNodes(urn, walks, extent), [urn, walks, extent]);
  const inGraph = isGraph ? [urn, ...[...drawn.reached.values()].map((each) => each.urn)] : [];
  const inList = directions.flatMap((each) => listPage(walks[each], starts[each]).map(({ urn }) => urn));
  // Between columns, only the paths are known.
  const [withEdges, others] = column ? [[], [...inGraph, ...inList]] : [inGraph, inList];
  const { known, isLoading, error, retry } = useKnown(withEdges, others);
  const graph = useMemo(() => connect(urn, drawn, walks, edgesIn(known)), [urn, drawn, walks, known]);

  const showMore = (level: number) => {
    const direction = level < 0 ? 'upstream' : 'downstream';
    const first = firstHidden(walks[direction], drawn, level);
    onStart(direction, first - (first % pageSize));
    document.getElementById(headingId(direction))?.focus();
  };
  return (
    <div class="stack" aria-busy={isLoading}>
      {error && <Failure error={error} retry={retry} />}
      {isGraph && (
        <GraphView
          key={column}
          start={urn}
          graph={graph}
          zoom={zoom}
          show={(key) => {
            const { urn: one, columns } = drawn.reached.get(key) ?? { urn, columns: column ? [column] : [] };
            return toShown(one, known.get(one), columns);
          }}
          onExpand={onExpand}
          onMore={showMore}
        />
      )}
      {directions.map((direction) => (
        <LineageList
          key={direction}
          direction={direction}
          walk={walks[direction]}
          start={starts[direction]}
          ofColumn={column !== ''}
          show={({ urn: one, columns }) => toShown(one, known.get(one), columns)}
          onStart={(start) => onStart(direction, start)}
          onReadAll={onReadAll}
        />
      ))}
    </div>
  );
}

const edgesIn = (known: ReturnType<typeof useKnown>['known']): ReadonlyMap<string, readonly string[]> =>
  new Map([...known].map(([urn, { upstream = [] }]) => [urn, upstream]));
