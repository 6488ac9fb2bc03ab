import { Fact } from '../../kit/facts.js';
import { Table } from '../../kit/table.js';
import { Time } from '../../kit/time.js';
import { links } from '../../model/links.js';
import { urnType } from '../../model/urn.js';
import { useNames } from '../../model/use-names.js';
import type { AuditEvent } from './request.js';
import { typeText } from './type-text.js';

interface EventTableProps {
  events: readonly AuditEvent[];
  /** Narrows the list to what a user did. */
  onActor(urn: string): void;
}

export function EventTable({ events, onActor }: EventTableProps) {
  const name = useNames(
    events.flatMap(({ actorUrn, actedForUrn, subjectUrn }) => [actorUrn, actedForUrn, subjectUrn]),
  );
  const named = (urn: string | null) => urn && <Named urn={urn} name={name(urn)} />;
  return (
    <Table
      label="Events"
      rows={events}
      rowKey={({ timeMillis, requestId, subjectUrn, address }) =>
        `${timeMillis} ${requestId} ${subjectUrn} ${address}`
      }
      columns={[
        { head: 'When', cell: ({ timeMillis }) => <Time ms={timeMillis} /> },
        {
          head: 'What',
          cell: ({ type, outcome }) => (
            <span class={outcome === 'FAILURE' ? 'bad' : ''}>{typeText(type)}</span>
          ),
        },
        {
          head: 'Who',
          cell: ({ actorUrn, actedForUrn }) => (
            <>
              {named(actorUrn)}{' '}
              {actorUrn && (
                <button
                  type="button"
                  class="plain"
                  aria-label={`Only events of ${name(actorUrn)}`}
                  title={`Only events of ${name(actorUrn)}`}
                  onClick={() => onActor(actorUrn)}
                >
                  only
                </button>
              )}
              {actedForUrn && <span class="soft"> for {named(actedForUrn)}</span>}
            </>
          ),
        },
        { head: 'To what', cell: ({ subjectUrn }) => named(subjectUrn) },
        {
          head: 'From where',
          cell: ({ address, transport }) => (
            <>
              {address} <span class="soft">{transport}</span>
            </>
          ),
        },
        { head: 'More', cell: (event) => <Details event={event} /> },
      ]}
    />
  );
}

const Details = ({ event: { requestId, userAgent, aspectName, detail } }: { event: AuditEvent }) => (
  <details>
    <summary>Details</summary>
    <dl class="facts wide">
      <Fact name="Request">{requestId ?? 'none'}</Fact>
      <Fact name="Program">{userAgent ?? 'unknown'}</Fact>
      <Fact name="Aspect">{aspectName}</Fact>
    </dl>
    {detail && <pre>{JSON.stringify(JSON.parse(detail), null, 2)}</pre>}
  </details>
);

/** Types whose entities have no page. */
const pageless = new Set(['', 'dataHubPolicy', 'dataHubAccessToken', 'serviceAccessToken']);

const Named = ({ urn, name }: { urn: string; name: string }) =>
  pageless.has(urnType(urn)) ? (
    <span title={urn}>{name}</span>
  ) : (
    <a href={links.named(urn)} title={urn}>
      {name}
    </a>
  );
