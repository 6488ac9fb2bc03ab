import { may } from '../../api/caller.js';
import { reloadAll } from '../../api/reload.js';
import { useQuery } from '../../api/use-query.js';
import { Button } from '../../kit/button.js';
import { Empty } from '../../kit/empty.js';
import { Loaded } from '../../kit/loaded.js';
import { Page } from '../../kit/page.js';
import { Time } from '../../kit/time.js';
import { bytesText, countText, numberText } from '../../model/numbers.js';
import { IndexTable } from './index-table.js';
import { bytesOf, lastMonth, monthName } from './months.js';
import { indexes, type TimeseriesIndex } from './request.js';
import { Tasks } from './tasks.js';
import './time-series.css';

export default function TimeSeries() {
  return (
    <Page
      title="Time series"
      about="Profiles, usage and other events over time, and the disk space they take."
      needs="GET_TIMESERIES_INDEX_SIZES_PRIVILEGE"
      actions={
        <Button icon="rotate" onClick={reloadAll}>
          Measure again
        </Button>
      }
    >
      <Indexes />
    </Page>
  );
}

function Indexes() {
  const query = useQuery(indexes, {});
  return (
    <Loaded
      query={query}
      label="Time-series indices"
      isEmpty={(data) => data.timeseriesIndexes.length === 0}
      empty={
        <Empty icon="series" title="No events yet">
          <p>Ingestion writes them when profiling or usage is enabled.</p>
        </Empty>
      }
    >
      {({ timeseriesIndexes }) => (
        <>
          <Sums list={timeseriesIndexes} />
          {may('GET_ES_TASK_STATUS_PRIVILEGE') && <Tasks />}
          <IndexTable list={timeseriesIndexes} />
          <p class="small soft">Numbers of events are estimates.</p>
        </>
      )}
    </Loaded>
  );
}

/** The four numbers of all indices. */
function Sums({ list }: { list: readonly TimeseriesIndex[] }) {
  const sum = (read: (index: TimeseriesIndex) => number) =>
    list.reduce((total, index) => total + read(index), 0);
  const events = sum((index) => index.events);
  const month = lastMonth();
  const oldest = list.flatMap((index) => (index.oldest === null ? [] : [index.oldest]));
  return (
    <dl class="stats">
      <div>
        <dt>Size</dt>
        <dd>{bytesText(sum(({ bytes }) => bytes))}</dd>
      </div>
      <div>
        <dt>Events</dt>
        <dd title={numberText(events)}>
          {countText(events)} <small>estimate</small>
        </dd>
      </div>
      <div>
        <dt>Growth</dt>
        <dd>
          +{bytesText(sum(({ months }) => bytesOf(months, month)))} <small>in {monthName(month)}</small>
        </dd>
      </div>
      <div>
        <dt>Oldest event</dt>
        <dd>
          <Time ms={oldest.length > 0 ? Math.min(...oldest) : null} none="none" />
        </dd>
      </div>
    </dl>
  );
}
