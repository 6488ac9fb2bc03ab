import { parsePeriod } from '../../../client/period.js';
import { Fact } from '../../kit/facts.js';
import { dayName } from '../../model/days.js';
import { bytesText, numberText } from '../../model/numbers.js';
import { counted } from '../../model/text.js';
import { Columns } from './columns.js';
import { allMonths, monthName } from './months.js';
import type { TimeseriesIndex } from './request.js';

const shownMonths = 24;

interface PreviewProps {
  index: TimeseriesIndex;
  /** The last day whose events are deleted; empty: none is chosen. */
  day: string;
  /** Null: the service is counting. */
  counts: { readonly events: number; readonly total: number } | null;
}

/** What a deletion would leave, by month and in numbers. */
export function Preview({ index, day, counts }: PreviewProps) {
  const months = allMonths(index.months, shownMonths);
  const until = parsePeriod(day, 0)?.to;
  if (until === undefined) return <p class="soft">Choose a day to see how many events would be deleted.</p>;
  return (
    <figure class="frame pad stack tight">
      <div class="row">
        <h3>Preview</h3>
        <span class="legend small soft push">
          <span>
            <i class="key bad" />
            deleted
          </span>
          <span>
            <i class="key" />
            kept
          </span>
        </span>
      </div>
      {months.length > 0 && (
        <Columns label={`Size of ${index.aspect} by month`} months={months} until={until} isWide>
          {(read) => (
            <div class="row one small faint axis">
              <span>
                {monthName(months[0]!.month)}
                {index.months.length > shownMonths && ' and before'}
              </span>
              <span class="push" role="status">
                {read}
              </span>
              <span class="push">{monthName(months.at(-1)!.month)}</span>
            </div>
          )}
        </Columns>
      )}
      <dl class="facts">
        <Fact name="Deletes">
          {counts ? <Deleted {...counts} /> : <span class="soft">Counting the events …</span>}
        </Fact>
        <Fact name="Frees">{counts ? <Freed bytes={index.bytes} {...counts} /> : '…'}</Fact>
        <Fact name="Keeps">{counts ? <Kept until={until} {...counts} /> : '…'}</Fact>
      </dl>
    </figure>
  );
}

const Deleted = ({ events, total }: { events: number; total: number }) =>
  events === 0 ? (
    <>nothing: no event is as old as that</>
  ) : (
    <>
      <strong class="bad">{numberText(events)}</strong> of {counted(total, 'event')} (
      {percent.format(events / total)})
    </>
  );

const percent = new Intl.NumberFormat(undefined, { style: 'percent' });

/** Events differ in size, so the space is estimated from their number. */
const Freed = ({ events, total, bytes }: { events: number; total: number; bytes: number }) => (
  <>{events === 0 ? 'no space' : `about ${bytesText((bytes * events) / total)} of ${bytesText(bytes)}`}</>
);

const Kept = ({ events, total, until }: { events: number; total: number; until: number }) => (
  <>{total === events ? 'no event' : `${counted(total - events, 'event')}, from ${dayName(until + 1)} on`}</>
);
