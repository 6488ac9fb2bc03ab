import { useSignal } from '@preact/signals';
import { completeUsers } from '../../ui/complete.js';
import { Choice, Field, TextField } from '../../ui/field.js';
import { Suggest } from '../../ui/suggest.js';
import { nameOf } from '../../urn.js';

/** As in the address of the page. */
export interface AuditFilter {
  readonly type?: string;
  readonly actor?: string;
  readonly subject?: string;
  /** Days, both inclusive. */
  readonly from?: string;
  readonly to?: string;
  readonly start?: string;
}

/** docs/wire-contract.md, "Audit". */
const types = [
  'CreateAccessTokenEvent',
  'RevokeAccessTokenEvent',
  'RotateAccessTokenEvent',
  'CreateUserEvent',
  'UpdateUserEvent',
  'DeleteUserEvent',
  'CreateGroupEvent',
  'UpdateGroupEvent',
  'DeleteGroupEvent',
  'AddGroupMemberEvent',
  'RemoveGroupMemberEvent',
  'CreatePolicyEvent',
  'UpdatePolicyEvent',
  'DeletePolicyEvent',
  'DeleteEntityEvent',
  'TruncateEvent',
  'CancelTruncateEvent',
  'LogInEvent',
  'LogOutEvent',
  'FailedLogInEvent',
] as const;

/** @returns as in "Create access token" */
export const typeText = (type: string): string => {
  const words = type.replace(/Event$/, '').replace(/(?!^)([A-Z])/g, ' $1');
  return words[0] + words.slice(1).toLowerCase();
};

interface FiltersProps {
  filter: AuditFilter;
  onChange(changes: AuditFilter): void;
}

export function Filters({ filter, onChange }: FiltersProps) {
  const subject = useSignal(filter.subject ?? '');
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
        options={[['', 'everything'] as const, ...types.map((type) => [type, typeText(type)] as const)]}
        value={(filter.type ?? '') as (typeof types)[number] | ''}
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
  value: string | undefined;
  onChange(value: string): void;
}

const Day = ({ label, value = '', onChange }: DayProps) => (
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
