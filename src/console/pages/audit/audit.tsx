import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { listAuditEvents } from '../../../client/audit.js';
import { quietly, useQuery } from '../../api/use-query.js';
import { Empty } from '../../kit/empty.js';
import { Page } from '../../kit/page.js';
import { Paged } from '../../kit/paged.js';
import { Switch } from '../../kit/switch.js';
import { readStart, useAddress } from '../../kit/use-address.js';
import { useRefresh } from '../../kit/use-refresh.js';
import { type Filter, noFilter, useCriteria } from './criteria.js';
import { EventTable } from './event-table.js';
import { Export } from './export.js';
import { Filters } from './filters.js';

/** One request asks for 100 names, and an event mentions two or three. */
const pageSize = 40;
const beginning = { ...noFilter, start: '0' };

export default function Audit() {
  const [{ start: startText, ...filter }, change] = useAddress(beginning);
  const isLive = useSignal(false);
  const criteria = useCriteria(filter);
  const onChange = (changes: Partial<Filter>) => change({ start: '0', ...changes });
  return (
    <Page
      title="Audit"
      about="Security events and metadata changes, newest first."
      needs="GET_AUDIT_EVENTS"
      actions={
        <>
          <Switch
            checked={isLive.value}
            onChange={(isOn) => {
              isLive.value = isOn;
              // New events are on the first page.
              if (isOn && startText !== '0') change({ start: '0' });
            }}
          >
            Live
          </Switch>
          <Export criteria={criteria} />
        </>
      }
    >
      <Filters filter={filter} onChange={onChange} />
      <Events
        criteria={criteria}
        start={readStart(startText)}
        isLive={isLive.value}
        onNarrow={onChange}
        onStart={(start, isReplacing) => {
          isLive.value = false;
          change({ start: `${start}` }, isReplacing);
        }}
      />
    </Page>
  );
}

interface EventsProps {
  criteria: ReturnType<typeof useCriteria>;
  start: number;
  isLive: boolean;
  onNarrow(changes: Partial<Filter>): void;
  onStart(start: number, isReplacing: boolean): void;
}

function Events({ criteria, start, isLive, onNarrow, onStart }: EventsProps) {
  const query = useQuery(listAuditEvents, { input: { ...criteria, start, count: pageSize } });
  const opened = useSignal<ReadonlySet<string>>(new Set());
  // Nothing moves while someone reads the details of an event.
  const isFollowing = isLive && opened.value.size === 0;
  useEffect(() => {
    opened.value = new Set();
  }, [criteria, start]);
  useEffect(() => {
    if (isFollowing) query.reload();
  }, [isFollowing, query.reload]);
  useRefresh(query.reload, isFollowing);
  return (
    <>
      {isLive && (
        <p class="small soft" role="status">
          {isFollowing ? 'New events are added every 5 s.' : 'No events are added while details are open.'}
        </p>
      )}
      <Paged
        query={isLive ? quietly(query) : query}
        label="Events"
        read={({ auditEvents: { events, total } }) => ({ rows: events, total })}
        start={start}
        count={pageSize}
        onStart={onStart}
        empty={
          <Empty icon="audit" title="No events match">
            <p>The service deletes events after their retention period.</p>
          </Empty>
        }
      >
        {(events) => <EventTable events={events} opened={opened} onNarrow={onNarrow} />}
      </Paged>
    </>
  );
}
