import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import { columnUrn } from '../../../urn/column.js';
import { Empty } from '../../kit/empty.js';
import { Failure } from '../../kit/notice.js';
import { links } from '../../model/links.js';
import { ColumnChoice } from './column-choice.js';
import type { Extent } from './graph.js';
import { GraphAndList } from './graph-and-list.js';
import { Incomplete } from './incomplete.js';
import { firstCount, maxCount } from './request.js';
import { Steps, View, Zoom } from './tools.js';
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
      {walks && directions.some((each) => walks[each].isPartial) && <Incomplete />}
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
        <GraphAndList
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
