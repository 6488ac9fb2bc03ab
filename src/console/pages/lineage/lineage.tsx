import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { columnUrn } from '../../../urn/column.js';
import { Empty } from '../../kit/empty.js';
import { Failure, Notice } from '../../kit/notice.js';
import { links } from '../../model/links.js';
import { ColumnChoice } from './column-choice.js';
import { connect, drawNodes, type Extent, firstHidden, type Walks } from './graph.js';
import { GraphView } from './graph-view.js';
import { headingId, LineageList, listPage, pageSize } from './lineage-list.js';
import { firstCount, maxCount } from './request.js';
import { toShown } from './shown.js';
import { Steps, View, Zoom } from './tools.js';
import { useKnown } from './use-known.js';
import { useWalks } from './use-walks.js';
import { type Direction, directions } from './walk.js';

const phone = '(max-width: 48rem)';

interface LineageProps {
  entity: { readonly urn: string; readonly type: string };
  /** The path of the column that is followed; empty: none. */
  column: string;
}

/** What an entity or a column is made from and what is made from it, as a graph and as a list. */
export function Lineage({ entity: { urn, type }, column }: LineageProps) {
  const { route } = useLocation();
  const count = useSignal(firstCount);
  const isGraph = useSignal(!matchMedia(phone).matches);
  const zoom = useSignal<number | null>(null);
  const extent = useSignal<Extent>({ upstream: 3, downstream: 3, expanded: new Set() });
  const starts = useSignal<Readonly<Record<Direction, number>>>({ upstream: 0, downstream: 0 });
  const { walks, error, isLoading, reload } = useWalks(column ? columnUrn(urn, column) : urn, count.value);
  const hasLineage = walks !== undefined && directions.some((each) => walks[each].nodes.size > 0);
  const choose = (path: string) => {
    starts.value = { upstream: 0, downstream: 0 };
    route(links.entity(urn, { part: 'lineage', column: path }));
  };
  return (
    <section class="stack tight" aria-label="Lineage" aria-busy={isLoading}>
      {error && <Failure error={error} retry={reload} />}
      {walks && directions.some((each) => walks[each].isPartial) && (
        <Notice kind="warn">
          <p>
            <strong>Incomplete.</strong> The service stopped at a limit, or is still reading lineage after an
            upgrade. Entities can be missing, mostly those further away.
          </p>
        </Notice>
      )}
      <div class="tools fields">
        {hasLineage && <View isGraph={isGraph.value} onChange={(value) => (isGraph.value = value)} />}
        {hasLineage &&
          isGraph.value &&
          directions.map((direction) => (
            <Steps
              key={direction}
              direction={direction}
              value={extent.value[direction]}
              onChange={(steps) => (extent.value = { ...extent.value, [direction]: steps })}
            />
          ))}
        {type === 'DATASET' && (hasLineage || column !== '') && (
          <ColumnChoice urn={urn} column={column} onChoose={choose} />
        )}
        <span class="push" />
        {hasLineage && isGraph.value && (
          <Zoom value={zoom.value} onChange={(value) => (zoom.value = value)} />
        )}
      </div>
      {hasLineage && (
        <Reached
          urn={urn}
          column={column}
          walks={walks}
          isGraph={isGraph.value}
          zoom={zoom.value}
          extent={extent.value}
          starts={starts.value}
          onExpand={(key) =>
            (extent.value = { ...extent.value, expanded: new Set([...extent.value.expanded, key]) })
          }
          onStart={(direction, start) => (starts.value = { ...starts.value, [direction]: start })}
          onReadAll={() => (count.value = maxCount)}
        />
      )}
      {walks && !hasLineage && !isLoading && (
        <Empty icon="lineage" title={column ? 'No lineage of this column yet' : 'No lineage yet'}>
          <p>Nothing is recorded upstream or downstream. Ingestion records what a dataset is made from.</p>
        </Empty>
      )}
      {isLoading && <Loading isFirst={!walks} />}
    </section>
  );
}

const Loading = ({ isFirst }: { isFirst: boolean }) => (
  <>
    <p class="hidden" role="status">
      Lineage: loading
    </p>
    {isFirst && <span class="sk w4" />}
    <div class="progress" />
  </>
);

interface ReachedProps {
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
function Reached(props: ReachedProps) {
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
