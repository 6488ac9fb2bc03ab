import type { ComponentChildren } from 'preact';
import { TextButton } from '../../kit/button.js';
import { Copy } from '../../kit/copy.js';
import { Fact } from '../../kit/facts.js';
import { urnType } from '../../model/urn.js';
import { Ref } from '../entity/entity-link.js';
import type { Filter } from './criteria.js';
import { findEntity, type Told, texts, typeText } from './told.js';

const precise = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
  timeZoneName: 'short',
});

interface DetailsProps {
  told: Told;
  onNarrow(changes: Partial<Filter>): void;
}

/** All that is known of an event. */
export function Details({ told, onNarrow }: DetailsProps) {
  const { event, detail, named } = told;
  const { timeMillis, address, userAgent, requestId, subjectUrn, actedForUrn, aspectName, type } = event;
  return (
    <dl class="facts">
      <Fact name="Time">{precise.format(timeMillis)}</Fact>
      <Fact name="Event">
        <span class="row tight">
          {typeText(type)}
          <TextButton onClick={() => onNarrow({ type })}>Only this event</TextButton>
        </span>
      </Fact>
      {subjectUrn && (
        <Fact name="Object">
          <span class="row tight">
            <Copied text={subjectUrn} what="URN" />
            <TextButton onClick={() => onNarrow({ subject: subjectUrn })}>Only this object</TextButton>
          </span>
        </Fact>
      )}
      <Fact name="For">{actedForUrn && <Ref entity={findEntity(actedForUrn, named)} />}</Fact>
      <Fact name="Aspect">{aspectName && <code>{aspectName}</code>}</Fact>
      <Fact name="Address">{address}</Fact>
      <Fact name="Program">{userAgent && <span dir="auto">{userAgent}</span>}</Fact>
      <Fact name="Request">{requestId && <Copied text={requestId} what="id of the request" />}</Fact>
      {Object.entries(detail).map(([name, value]) => (
        <Fact key={name} name={typeText(name)}>
          {valueText(name, value, named)}
        </Fact>
      ))}
    </dl>
  );
}

const Copied = ({ text, what }: { text: string; what: string }) => (
  <span class="row one tight">
    <code class="cut" title={text}>
      {text}
    </code>
    <Copy text={text} what={what} isSmall />
  </span>
);

/** A member of the detail: times, names and lists as people read them. */
function valueText(name: string, value: unknown, named: Told['named']): ComponentChildren {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number')
    return /(At|Millis|^from|^to)$/.test(name) ? precise.format(value) : `${value}`;
  if (Array.isArray(value)) return value.length === 0 ? 'none' : texts(value).join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  const text = `${value}`;
  return urnType(text) === '' ? <span dir="auto">{text}</span> : <Ref entity={findEntity(text, named)} />;
}
