import { may } from '../../api/caller.js';
import { Bar } from '../../kit/bar.js';
import { Dialog } from '../../kit/dialog.js';
import { Fact } from '../../kit/facts.js';
import { Menu } from '../../kit/menu.js';
import { say, sayFailure } from '../../kit/messages.js';
import { type Column, Table } from '../../kit/table.js';
import { Time } from '../../kit/time.js';
import { useAddress } from '../../kit/use-address.js';
import { type DialogState, useDialog } from '../../kit/use-dialog.js';
import { bytesText, countText, numberText } from '../../model/numbers.js';
import { Columns } from './columns.js';
import { DeleteOld } from './delete-old.js';
import { bytesOf, lastMonth, lastMonths, monthName } from './months.js';
import type { TimeseriesIndex } from './request.js';

/** What the table can be sorted by: names, and numbers that begin with the largest. */
const orders: Readonly<Record<string, (index: TimeseriesIndex) => string | number>> = {
  index: ({ aspect }) => aspect,
  size: ({ bytes }) => bytes,
  events: ({ events }) => events,
};

function sorted(list: readonly TimeseriesIndex[], order: string): readonly TimeseriesIndex[] {
  const read = orders[order.replace('-', '')] ?? orders.size!;
  const ascending = [...list].sort((a, b) => {
    const [one, other] = [read(a), read(b)];
    return one < other ? -1 : one > other ? 1 : a.name < b.name ? -1 : 1;
  });
  return order.startsWith('-') ? ascending.reverse() : ascending;
}

const percent = new Intl.NumberFormat(undefined, { style: 'percent' });

/** As in "53%", and "< 1%" for what is there but not a hundredth. */
const shareText = (share: number): string =>
  share > 0 && share < 0.01 ? `< ${percent.format(0.01)}` : percent.format(share);

export function IndexTable({ list }: { list: readonly TimeseriesIndex[] }) {
  const dialog = useDialog();
  const [{ order }, change] = useAddress({ order: '-size' });
  const total = Math.max(
    list.reduce((sum, { bytes }) => sum + bytes, 0),
    1,
  );
  const largest = Math.max(...list.map(({ bytes }) => bytes), 1);
  const columns: readonly Column<TimeseriesIndex>[] = [
    {
      head: 'Index',
      order: 'index',
      cell: ({ name, aspect, entity }) => (
        <span title={name}>
          {aspect} <small>of {entity}</small>
        </span>
      ),
    },
    { head: 'Size', kind: 'number', order: 'size', cell: ({ bytes }) => bytesText(bytes) },
    {
      head: 'Bar of the size',
      isHeadHidden: true,
      isFull: true,
      class: 'usage',
      cell: ({ bytes }) => <Bar parts={[bytes / largest]} />,
    },
    {
      head: 'Share',
      kind: 'number',
      class: 'soft gone mid-gone',
      cell: ({ bytes }) => shareText(bytes / total),
    },
    {
      head: 'Events',
      kind: 'number',
      order: 'events',
      cell: ({ events }) => <span title={numberText(events)}>{countText(events)}</span>,
    },
    { head: 'Oldest', class: 'soft nowrap', cell: ({ oldest }) => <Time ms={oldest} none="none" /> },
    {
      head: 'Newest',
      class: 'soft nowrap gone mid-gone',
      cell: ({ newest }) => <Time ms={newest} none="none" />,
    },
    { head: 'Last 12 months', kind: 'less', cell: (index) => <Growth {...index} /> },
    { head: 'Actions', kind: 'actions', cell: (index) => <Actions index={index} dialog={dialog} /> },
  ];
  return (
    <>
      <Table
        label="Time-series indices"
        rows={sorted(list, order)}
        rowKey={({ name }) => name}
        columns={columns}
        order={order}
        onOrder={(next) => change({ order: next })}
      />
      {dialog.shown}
    </>
  );
}

const Actions = ({ index, dialog }: { index: TimeseriesIndex; dialog: DialogState }) => (
  <Menu
    label={`Actions for ${index.aspect} of ${index.entity}`}
    items={[
      {
        text: 'Size by month',
        icon: 'series',
        onChoose: () => dialog.open((close) => <MonthsDialog index={index} onClose={close} />),
      },
      { text: 'Copy name', icon: 'copy', onChoose: () => copyName(index.name) },
      may('TRUNCATE_TIMESERIES_INDEX_PRIVILEGE') && {
        text: 'Delete old events …',
        icon: 'trash',
        isDanger: true,
        isApart: true,
        onChoose: () => dialog.open((close) => <DeleteOld index={index} onClose={close} />),
      },
    ]}
  />
);

const copyName = (name: string) =>
  navigator.clipboard.writeText(name).then(
    () => say(`Copied ${name}`),
    () => sayFailure(`The browser does not allow copying. The name is ${name}.`),
  );

const shown = 12;

/** The last twelve months of an index as columns, and how much the last whole month has added. */
function Growth({ aspect, months }: TimeseriesIndex) {
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
const MonthsDialog = ({ index, onClose }: { index: TimeseriesIndex; onClose(): void }) => (
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
