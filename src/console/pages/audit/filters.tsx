import { type Period, parsePeriod } from '../../../client/period.js';
import { auditEventTypes } from '../../../datahub/audit-event-types.js';
import { Choice, Field, TextField } from '../../kit/field.js';
import { Suggest } from '../../kit/suggest.js';
import { useAddress } from '../../kit/use-address.js';
import { useFollowed } from '../../kit/use-followed.js';
import { completeUsers } from '../../model/complete.js';
import { urnName } from '../../model/urn.js';
import { typeText } from './type-text.js';

/** As in the address of the page. The days `from` and `to` are both inclusive. */
export const noFilter = { type: '', actor: '', subject: '', from: '', to: '' };

/**
 * Returns the first and the last ms of a day in the person's time zone, in which a day can have 23 or 25 hours; null for
 * a day that no calendar has.
 */
function localDay(text: string): Period | null {
  const period = parsePeriod(text, Date.now());
  if (period === null) return null;
  const day = new Date(period.from);
  const begin = (later: number) =>
    new Date(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + later).getTime();
  return { from: begin(0), to: begin(1) - 1 };
}

/** Returns what the service filters by. */
export const readCriteria = ({ type, actor, subject, from, to }: Readonly<typeof noFilter>) => ({
  ...(type && { types: [type] }),
  ...(actor && { actorUrns: [actor] }),
  ...(subject && { subjectUrns: [subject] }),
  ...(from && { startTimeMillis: localDay(from)?.from ?? null }),
  ...(to && { endTimeMillis: localDay(to)?.to ?? null }),
});

export function Filters() {
  const [filter, change] = useAddress({ ...noFilter, start: '0' });
  const onChange = (changes: Partial<typeof noFilter>) => change({ start: '0', ...changes });
  // Back and forward change it too.
  const subject = useFollowed(filter.subject);
  return (
    <form
      class="row filters"
      onSubmit={(event) => {
        event.preventDefault();
        onChange({ subject: subject.value.trim() });
      }}
    >
      <Choice
        label="What"
        options={[
          ['', 'everything'] as const,
          ...auditEventTypes.map((type) => [type, typeText(type)] as const),
        ]}
        value={auditEventTypes.find((type) => type === filter.type) ?? ''}
        onChange={(type) => onChange({ type })}
      />
      <Field label="Who">
        {({ id }) =>
          filter.actor ? (
            <button type="button" id={id} onClick={() => onChange({ actor: '' })}>
              {urnName(filter.actor)} ×
            </button>
          ) : (
            <Suggest
              id={id}
              label="Who"
              placeholder="everyone"
              find={completeUsers}
              onChoose={({ value }) => onChange({ actor: value })}
            />
          )
        }
      </Field>
      <TextField label="To what (a URN, then Enter)" type="search" placeholder="urn:li:…" text={subject} />
      <Day label="From" value={filter.from} onChange={(from) => onChange({ from })} />
      <Day label="To" value={filter.to} onChange={(to) => onChange({ to })} />
      <button type="submit" class="hidden">
        Apply
      </button>
    </form>
  );
}

interface DayProps {
  label: string;
  value: string;
  onChange(value: string): void;
}

const Day = ({ label, value, onChange }: DayProps) => (
  <Field label={label}>
    {(control) => (
      <input
        {...control}
        type="date"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )}
  </Field>
);
