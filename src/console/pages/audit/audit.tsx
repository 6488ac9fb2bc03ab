import { ListPage } from '../../kit/list-page.js';
import { EventTable } from './event-table.js';
import { Export } from './export.js';
import { Filters, noFilter, readCriteria } from './filters.js';
import { list } from './request.js';

export default function Audit() {
  return (
    <ListPage
      label="Audit"
      about="Security events: changes of access, and actions that cannot be undone. The newest come first."
      needs="GET_AUDIT_EVENTS"
      actions={() => <Export />}
      address={noFilter}
      filters={<Filters />}
      document={list}
      variables={(shown, page) => ({ input: { ...readCriteria(shown), ...page } })}
      read={({ auditEvents: { events, total } }) => ({ rows: events, total })}
      empty="No events match. The service deletes events after their retention period."
    >
      {(events, _, { change }) => <EventTable events={events} onActor={(urn) => change('actor', urn)} />}
    </ListPage>
  );
}
