import { useSignal } from '@preact/signals';
import { may } from '../../api/caller.js';
import { useQuery } from '../../api/use-query.js';
import { AllowedPage } from '../../kit/allowed.js';
import { Bar } from '../../kit/bar.js';
import { Loaded } from '../../kit/loaded.js';
import { Page } from '../../kit/page.js';
import { TableFrame } from '../../kit/table-frame.js';
import { Time } from '../../kit/time.js';
import { bytesText, numberText } from '../../model/numbers.js';
import { Months } from './months.js';
import { indexes, type TimeseriesIndex } from './request.js';
import { Tasks } from './tasks.js';
import { Truncate } from './truncate.js';

export default function TimeSeries() {
  return (
    <AllowedPage title="Time series" needs={['GET_TIMESERIES_INDEX_SIZES_PRIVILEGE']}>
      <Indexes />
    </AllowedPage>
  );
}

function Indexes() {
  const query = useQuery(indexes, {});
  const truncated = useSignal<TimeseriesIndex | null>(null);
  /** Increased when a truncation was started. */
  const started = useSignal(0);
  return (
    <Page
      title="Time series"
      about="Profiles, operations and other events over time, with what they take on the disk."
      actions={
        <button type="button" onClick={query.reload}>
          Measure again
        </button>
      }
    >
      {may('GET_ES_TASK_STATUS_PRIVILEGE') && <Tasks started={started.value} onEnd={query.reload} />}
      <Loaded
        query={query}
        label="Time-series indices"
        isEmpty={(data) => data.timeseriesIndexes.length === 0}
        empty="There are no events over time yet. DataHub's ingestion writes them with profiling and usage on."
      >
        {({ timeseriesIndexes: list }) => (
          <IndexTable list={list} onTruncate={(index) => (truncated.value = index)} />
        )}
      </Loaded>
      {truncated.value && (
        <Truncate
          index={truncated.value}
          onClose={() => {
            truncated.value = null;
          }}
          onStart={() => {
            started.value += 1;
          }}
        />
      )}
    </Page>
  );
}

interface IndexTableProps {
  list: readonly TimeseriesIndex[];
  onTruncate(index: TimeseriesIndex): void;
}

function IndexTable({ list, onTruncate }: IndexTableProps) {
  const total = list.reduce((sum, { bytes }) => sum + bytes, 0);
  const largest = Math.max(...list.map(({ bytes }) => bytes), 1);
  const canTruncate = may('TRUNCATE_TIMESERIES_INDEX_PRIVILEGE');
  return (
    <TableFrame label="Time-series indices">
      <table>
        <caption>
          {bytesText(total)} in {numberText(list.length)} indices. Numbers of events are estimates.
        </caption>
        <thead>
          <tr>
            <th scope="col">Index</th>
            <th scope="col" class="number">
              Size
            </th>
            <th scope="col">Share</th>
            <th scope="col" class="number">
              Events
            </th>
            <th scope="col">Oldest</th>
            <th scope="col">Newest</th>
            <th scope="col">Growth by month</th>
            {canTruncate && (
              <th scope="col">
                <span class="hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {list.map((index) => (
            <tr key={index.name}>
              <th scope="row" title={index.name}>
                {index.aspect} <span class="soft">of {index.entity}</span>
              </th>
              <td class="number">{bytesText(index.bytes)}</td>
              <td>
                <Bar part={index.bytes / largest} text={`${Math.round((index.bytes / total) * 100)} %`} />
              </td>
              <td class="number">{numberText(index.events)}</td>
              <td>
                <Time ms={index.oldest} none="none" />
              </td>
              <td>
                <Time ms={index.newest} none="none" />
              </td>
              <td>
                <Months months={index.months} />
              </td>
              {canTruncate && (
                <td class="actions">
                  <button
                    type="button"
                    aria-label={`Truncate ${index.aspect}`}
                    onClick={() => onTruncate(index)}
                  >
                    Truncate …
                  </button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
