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

const day = 86_400_000;
/** @param text a day, as 2026-11-23, in the person's time zone @returns its first ms */
const firstMs = (text: string) => new Date(`${text}T00:00`).getTime();

/** Returns what the service filters by. */
export const readCriteria = ({ type, actor, subject, from, to }: Readonly<typeof noFilter>) => ({
  ...(type && { types: [type] }),
  ...(actor && { actorUrns: [actor] }),
  ...(subject && { subjectUrns: [subject] }),
  ...(from && { startTimeMillis: firstMs(from) }),
  ...(to && { endTimeMillis: firstMs(to) + day - 1 }),
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
