import { TableFrame } from '../../ui/table-frame.js';
import { Time } from '../../ui/time.js';
import { nameOf } from '../../urn.js';
import { typeText } from './event-types.js';
import type { ChangeFilter } from './filters.js';
import type { AuditEvent } from './request.js';

interface EventTableProps {
  events: readonly AuditEvent[];
  /** Narrows the list to what was clicked. */
  onChange: ChangeFilter;
}

export function EventTable({ events, onChange }: EventTableProps) {
  return (
    <TableFrame label="Events">
      <table>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">What</th>
            <th scope="col">Who</th>
            <th scope="col">To what</th>
            <th scope="col">From where</th>
            <th scope="col">More</th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <EventRow
              key={`${event.timeMillis} ${event.requestId} ${event.subjectUrn} ${event.address}`}
              event={event}
              onChange={onChange}
            />
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

function EventRow({ event, onChange }: { event: AuditEvent; onChange: EventTableProps['onChange'] }) {
  const { timeMillis, type, outcome, actorUrn, actedForUrn, subjectUrn, address, transport } = event;
  return (
    <tr>
      <td>
        <Time ms={timeMillis} />
      </td>
      <td class={outcome === 'FAILURE' ? 'bad' : ''}>{typeText(type)}</td>
      <td>
        {actorUrn && (
          <button
            type="button"
            class="plain"
            title={`Only events of ${actorUrn}`}
            onClick={() => onChange({ actor: actorUrn })}
          >
            {nameOf(actorUrn)}
          </button>
        )}
        {actedForUrn && <span class="soft"> for {nameOf(actedForUrn)}</span>}
      </td>
      <td>{subjectUrn && <code>{subjectUrn}</code>}</td>
      <td>
        {address} <span class="soft">{transport}</span>
      </td>
      <td>
        <details>
          <summary>Details</summary>
          <dl class="facts">
            <dt>Request</dt>
            <dd>{event.requestId ?? 'none'}</dd>
            <dt>Program</dt>
            <dd>{event.userAgent ?? 'unknown'}</dd>
            {event.aspectName && (
              <>
                <dt>Aspect</dt>
                <dd>{event.aspectName}</dd>
              </>
            )}
          </dl>
          {event.detail && <pre>{JSON.stringify(JSON.parse(event.detail), null, 2)}</pre>}
        </details>
      </td>
    </tr>
  );
}
