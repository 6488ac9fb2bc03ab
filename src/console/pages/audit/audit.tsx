import { useQuery } from '../../api/use-query.js';
import { AllowedPage } from '../../kit/allowed.js';
import { Loaded } from '../../kit/loaded.js';
import { Page } from '../../kit/page.js';
import { Pager } from '../../kit/pager.js';
import { startOf, useAddress } from '../../kit/use-address.js';
import { EventTable } from './event-table.js';
import { Export } from './export.js';
import { type ChangeFilter, Filters, noFilter } from './filters.js';
import { list } from './request.js';

const pageSize = 50;
const day = 86_400_000;

export default function Audit() {
  return (
    <AllowedPage title="Audit" needs={['GET_AUDIT_EVENTS']}>
      <Events />
    </AllowedPage>
  );
}

/** @param text a day, as 2026-11-23, in the person's time zone @returns its first ms */
const firstOf = (text: string) => new Date(`${text}T00:00`).getTime();

function Events() {
  const [filter, set] = useAddress(noFilter);
  const start = startOf(filter.start);
  const criteria = {
    ...(filter.type && { types: [filter.type] }),
    ...(filter.actor && { actorUrns: [filter.actor] }),
    ...(filter.subject && { subjectUrns: [filter.subject] }),
    ...(filter.from && { startTimeMillis: firstOf(filter.from) }),
    ...(filter.to && { endTimeMillis: firstOf(filter.to) + day - 1 }),
  };
  const query = useQuery(list, { input: { ...criteria, start, count: pageSize } });
  const change: ChangeFilter = (changes) => set({ start: '0', ...changes });
  return (
    <Page
      title="Audit"
      about="What concerned access or could not be undone, the newest first."
      actions={<Export criteria={criteria} />}
    >
      <Filters filter={filter} onChange={change} />
      <Loaded
        query={query}
        label="Audit events"
        isEmpty={({ auditEvents }) => auditEvents.events.length === 0}
        empty="No event matches. Events are deleted after the retention of the service's settings."
      >
        {({ auditEvents: { events, total } }) => (
          <>
            <EventTable events={events} onChange={change} />
            <Pager
              start={start}
              count={pageSize}
              total={total}
              onStart={(value) => change({ start: String(value) })}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}
