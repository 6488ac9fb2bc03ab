import { auditEventTypes } from '../../../datahub/audit-event-types.js';
import { Choice, Field, TextField } from '../../kit/field.js';
import { Suggest } from '../../kit/suggest.js';
import { useFollowed } from '../../kit/use-followed.js';
import { completeUsers } from '../../model/complete.js';
import { nameOf } from '../../model/urn.js';
import { typeText } from './type-text.js';

/** As in the address of the page. The days `from` and `to` are both inclusive. */
export const noFilter = { type: '', actor: '', subject: '', from: '', to: '', start: '0' };

export type AuditFilter = Readonly<typeof noFilter>;
/** Narrows the list, which begins anew. */
export type ChangeFilter = (changes: Partial<AuditFilter>) => void;

interface FiltersProps {
  filter: AuditFilter;
  onChange: ChangeFilter;
}

export function Filters({ filter, onChange }: FiltersProps) {
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
              {nameOf(filter.actor)} ×
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
