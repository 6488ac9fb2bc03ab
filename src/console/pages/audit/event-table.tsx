import { TableFrame } from '../../kit/table-frame.js';
import { Time } from '../../kit/time.js';
import { links } from '../../model/links.js';
import { typeOf } from '../../model/urn.js';
import { useNames } from '../../model/use-names.js';
import type { ChangeFilter } from './filters.js';
import type { AuditEvent } from './request.js';
import { typeText } from './type-text.js';

interface EventTableProps {
  events: readonly AuditEvent[];
  /** Narrows the list to what was clicked. */
  onChange: ChangeFilter;
}

export function EventTable({ events, onChange }: EventTableProps) {
  const nameOf = useNames(
    events.flatMap(({ actorUrn, actedForUrn, subjectUrn }) => [actorUrn, actedForUrn, subjectUrn]),
  );
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
              nameOf={nameOf}
              onChange={onChange}
            />
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

interface EventRowProps extends Pick<EventTableProps, 'onChange'> {
  event: AuditEvent;
  nameOf(urn: string): string;
}

function EventRow({ event, nameOf, onChange }: EventRowProps) {
  const { timeMillis, type, outcome, actorUrn, actedForUrn, subjectUrn, address, transport } = event;
  return (
    <tr>
      <td>
        <Time ms={timeMillis} />
      </td>
      <td class={outcome === 'FAILURE' ? 'bad' : ''}>{typeText(type)}</td>
      <td>
        {actorUrn && (
          <>
            <Named urn={actorUrn} name={nameOf(actorUrn)} />{' '}
            <button
              type="button"
              class="plain"
              aria-label={`Only events of ${nameOf(actorUrn)}`}
              title={`Only events of ${nameOf(actorUrn)}`}
              onClick={() => onChange({ actor: actorUrn })}
            >
              only
            </button>
          </>
        )}
        {actedForUrn && (
          <span class="soft">
            {' '}
            for <Named urn={actedForUrn} name={nameOf(actedForUrn)} />
          </span>
        )}
      </td>
      <td>{subjectUrn && <Named urn={subjectUrn} name={nameOf(subjectUrn)} />}</td>
      <td>
        {address} <span class="soft">{transport}</span>
      </td>
      <td>
        <details>
          <summary>Details</summary>
          <dl class="facts wide">
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

/** Types whose entities have no page. */
const pageless = new Set(['', 'dataHubPolicy', 'dataHubAccessToken', 'serviceAccessToken']);

const Named = ({ urn, name }: { urn: string; name: string }) =>
  pageless.has(typeOf(urn)) ? (
    <span title={urn}>{name}</span>
  ) : (
    <a href={links.named(urn)} title={urn}>
      {name}
    </a>
  );
