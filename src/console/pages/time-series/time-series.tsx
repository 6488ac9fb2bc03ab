import { may } from '../../api/caller.js';
import { reloadAll } from '../../api/reload.js';
import { useQuery } from '../../api/use-query.js';
import { Bar } from '../../kit/bar.js';
import { Loaded } from '../../kit/loaded.js';
import { Page } from '../../kit/page.js';
import { type Column, Table } from '../../kit/table.js';
import { Time } from '../../kit/time.js';
import { useDialog } from '../../kit/use-dialog.js';
import { bytesText, numberText } from '../../model/numbers.js';
import { Months } from './months.js';
import { indexes, type TimeseriesIndex } from './request.js';
import { Tasks } from './tasks.js';
import { Truncate } from './truncate.js';

export default function TimeSeries() {
  return (
    <Page
      title="Time series"
      about="Profiles, operations and other events over time, and their size on disk."
      needs="GET_TIMESERIES_INDEX_SIZES_PRIVILEGE"
      actions={
        <button type="button" onClick={reloadAll}>
          Measure again
        </button>
      }
    >
      {may('GET_ES_TASK_STATUS_PRIVILEGE') && <Tasks />}
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
      empty="There are no time-series events yet. DataHub's ingestion writes them when profiling and usage are enabled."
    >
      {({ timeseriesIndexes }) => <IndexTable list={timeseriesIndexes} />}
    </Loaded>
  );
}

function IndexTable({ list }: { list: readonly TimeseriesIndex[] }) {
  const dialog = useDialog();
  const total = list.reduce((sum, { bytes }) => sum + bytes, 0);
  const largest = Math.max(...list.map(({ bytes }) => bytes), 1);
  const actions: Column<TimeseriesIndex> = {
    head: 'Actions',
    kind: 'actions',
    cell: (index) => (
      <button
        type="button"
        aria-label={`Truncate ${index.aspect}`}
        onClick={() => dialog.open((close) => <Truncate index={index} onClose={close} />)}
      >
        Truncate …
      </button>
    ),
  };
  return (
    <>
      <Table
        label="Time-series indices"
        caption={`${bytesText(total)} in ${numberText(list.length)} indices. Event counts are estimates.`}
        rows={list}
        rowKey={({ name }) => name}
        columns={[
          {
            head: 'Index',
            cell: ({ name, aspect, entity }) => (
              <span title={name}>
                {aspect} <span class="soft">of {entity}</span>
              </span>
            ),
          },
          { head: 'Size', kind: 'number', cell: ({ bytes }) => bytesText(bytes) },
          {
            head: 'Share',
            cell: ({ bytes }) => (
              <Bar part={bytes / largest} text={`${Math.round((bytes / total) * 100)} %`} />
            ),
          },
          { head: 'Events', kind: 'number', cell: ({ events }) => numberText(events) },
          { head: 'Oldest', cell: ({ oldest }) => <Time ms={oldest} none="none" /> },
          { head: 'Newest', cell: ({ newest }) => <Time ms={newest} none="none" /> },
          { head: 'Growth by month', cell: ({ months }) => <Months months={months} /> },
          ...(may('TRUNCATE_TIMESERIES_INDEX_PRIVILEGE') ? [actions] : []),
        ]}
      />
      {dialog.shown}
    </>
  );
}
