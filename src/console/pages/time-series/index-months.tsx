import { Dialog } from '../../kit/dialog.js';
import { Fact } from '../../kit/facts.js';
import { bytesText } from '../../model/numbers.js';
import { Columns } from './columns.js';
import { bytesOf, lastMonth, lastMonths, monthName } from './months.js';
import type { TimeseriesIndex } from './request.js';

const shown = 12;

/** The last twelve months of an index as columns, and how much the last whole month has added. */
export function Growth({ aspect, months }: TimeseriesIndex) {
  const growth = bytesOf(months, lastMonth());
  return (
    <span class="row one growth">
      <Columns label={`Size of ${aspect} by month`} months={lastMonths(months, shown)}>
        {(read) => (
          <span class="small nowrap soft" role="status">
            {read ?? <span title={`In ${monthName(lastMonth())}`}>+{bytesText(growth)}</span>}
          </span>
        )}
      </Columns>
    </span>
  );
}

/** All months of an index with their sizes, the newest first. */
export const MonthsDialog = ({ index, onClose }: { index: TimeseriesIndex; onClose(): void }) => (
  <Dialog
    title={`Size of ${index.aspect} by month`}
    about="By the time of the events, in UTC. Months that never had events are left out."
    onClose={onClose}
  >
    {index.months.length === 0 ? (
      <p>There are no events.</p>
    ) : (
      <dl class="facts">
        {[...index.months].reverse().map(({ month, bytes }) => (
          <Fact key={month} name={monthName(month)}>
            {bytesText(bytes)}
          </Fact>
        ))}
      </dl>
    )}
  </Dialog>
);
