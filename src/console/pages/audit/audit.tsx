import { useLocation } from 'preact-iso';
import { useQuery } from '../../api/use-query.js';
import { links } from '../../links.js';
import { AllowedPage } from '../../ui/allowed.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { Pager } from '../../ui/pager.js';
import { EventTable } from './event-table.js';
import { type AuditFilter, Filters } from './filters.js';
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
const startOf = (text: string) => new Date(`${text}T00:00`).getTime();

function Events() {
  const { query: filter, route } = useLocation() as { query: AuditFilter; route(url: string): void };
  const start = Number(filter.start ?? 0);
  const input = {
    start,
    count: pageSize,
    ...(filter.type && { types: [filter.type] }),
    ...(filter.actor && { actorUrns: [filter.actor] }),
    ...(filter.subject && { subjectUrns: [filter.subject] }),
    ...(filter.from && { startTimeMillis: startOf(filter.from) }),
    ...(filter.to && { endTimeMillis: startOf(filter.to) + day - 1 }),
  };
  const query = useQuery(list, { input });
  const change = (changes: AuditFilter) => {
    const next = Object.entries({ ...filter, start: undefined, ...changes }).filter(([, value]) => value);
    route(links.audit + (next.length > 0 ? `?${new URLSearchParams(next as [string, string][])}` : ''));
  };
  return (
    <Page title="Audit" about="What concerned access or could not be undone, the newest first.">
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
