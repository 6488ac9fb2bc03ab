import { ListPage } from '../../kit/list.js';
import { EventTable } from './event-table.js';
import { Export } from './export.js';
import { Filters, noFilter, readCriteria } from './filters.js';
import { list } from './request.js';

export default function Audit() {
  return (
    <ListPage
      label="Audit"
      about="What concerned access or could not be undone, the newest first."
      needs="GET_AUDIT_EVENTS"
      actions={<Export />}
      address={noFilter}
      filters={<Filters />}
      document={list}
      variables={(shown, page) => ({ input: { ...readCriteria(shown), ...page } })}
      read={({ auditEvents: { events, total } }) => ({ rows: events, total })}
      empty="No event matches. Events are deleted after the retention of the service's settings."
    >
      {(events, _, change) => <EventTable events={events} onActor={(urn) => change('actor', urn)} />}
    </ListPage>
  );
}
