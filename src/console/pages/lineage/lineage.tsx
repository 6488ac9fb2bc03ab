import { useSignal } from '@preact/signals';
import { IconButton } from '../../kit/button.js';
import { Empty } from '../../kit/empty.js';
import { Icon } from '../../kit/icon.js';
import { Failure } from '../../kit/notice.js';
import { columnSize, type Direction, type Extent, expansion } from './graph.js';
import { GraphView } from './graph-view.js';
import { LineageList } from './lineage-list.js';
import { useLineage } from './use-lineage.js';

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;
const phone = '(max-width: 48rem)';

/** What an entity is made from and what is made from it, as a graph and as a list. */
export function Lineage({ entity: { urn } }: { entity: { readonly urn: string } }) {
  const extent = useSignal<Extent>({ upstream: 1, downstream: 1, expanded: new Set(), sizes: new Map() });
  const isGraph = useSignal(!matchMedia(phone).matches);
  const zoom = useSignal<number | null>(null);
  const { graph, known, isLoading, error, retry } = useLineage(urn, extent.value);
  const change = (changes: Partial<Extent>) => {
    extent.value = { ...extent.value, ...changes };
  };
  const showMore = (level: number) => {
    const { sizes } = extent.value;
    change({ sizes: new Map([...sizes, [level, (sizes.get(level) ?? columnSize) + columnSize]]) });
  };
  const hasLineage = graph.columns.some(({ level, urns }) => level !== 0 && urns.length > 0);
  return (
    <section class="stack tight" aria-label="Lineage" aria-busy={isLoading}>
      {error && <Failure error={error} retry={retry} />}
      {hasLineage && (
        <div class="tools">
          <div class="seg" role="group" aria-label="Show as">
            <button type="button" aria-pressed={isGraph.value} onClick={() => (isGraph.value = true)}>
              <Icon name="lineage" />
              Graph
            </button>
            <button type="button" aria-pressed={!isGraph.value} onClick={() => (isGraph.value = false)}>
              <Icon name="menu" />
              List
            </button>
          </div>
          {(['upstream', 'downstream'] as const).map((direction) => (
            <Steps
              key={direction}
              direction={direction}
              value={extent.value[direction]}
              onChange={(steps) => change({ [direction]: steps })}
            />
          ))}
          <span class="push" />
          {isGraph.value && <Zoom value={zoom.value} onChange={(value) => (zoom.value = value)} />}
        </div>
      )}
      {hasLineage && isGraph.value && (
        <GraphView
          start={urn}
          graph={graph}
          known={known}
          extent={extent.value}
          zoom={zoom.value}
          onExpand={(direction, one) =>
            change({ expanded: new Set([...extent.value.expanded, expansion(direction, one)]) })
          }
          onMore={showMore}
        />
      )}
      {hasLineage && (
        <>
          {isGraph.value && <h2>As a list</h2>}
          <LineageList graph={graph} known={known} onMore={showMore} />
        </>
      )}
      {!hasLineage && !isLoading && !error && (
        <Empty icon="lineage" title="No lineage yet">
          <p>Nothing is recorded upstream or downstream. Ingestion records what a dataset is made from.</p>
        </Empty>
      )}
      {isLoading && (
        <>
          <p class="hidden" role="status">
            Lineage: loading
          </p>
          {!hasLineage && <span class="sk w4" />}
          <div class="progress" />
        </>
      )}
    </section>
  );
}

interface StepsProps {
  direction: Direction;
  value: number;
  onChange(steps: number): void;
}

const Steps = ({ direction, value, onChange }: StepsProps) => (
  <select
    class="input auto"
    aria-label={direction === 'upstream' ? 'Upstream' : 'Downstream'}
    value={value}
    onChange={(event) => onChange(Number(event.currentTarget.value))}
  >
    {[1, 2, 3].map((steps) => (
      <option key={steps} value={steps}>
        {direction === 'upstream' ? 'Upstream' : 'Downstream'} {steps}
      </option>
    ))}
  </select>
);

interface ZoomProps {
  value: number | null;
  onChange(value: number | null): void;
}

function Zoom({ value, onChange }: ZoomProps) {
  const at = zooms.indexOf((value ?? 1) as (typeof zooms)[number]);
  const go = (by: number) => onChange(zooms[Math.max(0, Math.min(zooms.length - 1, at + by))]!);
  return (
    <span class="row one tight wide-only">
      <IconButton icon="minus" label="Smaller" onClick={() => go(-1)} />
      <span class="small soft num">{value === null ? 'Fit' : `${value * 100} %`}</span>
      <IconButton icon="plus" label="Larger" onClick={() => go(1)} />
      <IconButton icon="fit" label="Fit to the window" onClick={() => onChange(null)} />
    </span>
  );
}
