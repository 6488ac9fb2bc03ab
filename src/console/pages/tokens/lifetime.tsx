import { Choice, Field } from '../../kit/field.js';
import { exactTime } from '../../kit/time.js';

const day = 86_400_000;

/** The durations of the API (docs/wire-contract.md, "Access tokens"). */
const durations = [
  ['ONE_HOUR', 'In 1 hour', 1 / 24],
  ['ONE_DAY', 'In 1 day', 1],
  ['ONE_WEEK', 'In 7 days', 7],
  ['ONE_MONTH', 'In 30 days', 30],
  ['THREE_MONTHS', 'In 90 days', 90],
  ['SIX_MONTHS', 'In 180 days', 180],
  ['ONE_YEAR', 'In 365 days', 365],
  ['NO_EXPIRY', 'No expiry', null],
] as const;

type Duration = (typeof durations)[number][0];

export type LifetimeChoice = { readonly duration: Duration } | { readonly durationIso: string };

interface LifetimeProps {
  value: LifetimeChoice;
  onChange(value: LifetimeChoice): void;
}

/** Chooses a duration, or the day on which the token ends. */
export function Lifetime({ value, onChange }: LifetimeProps) {
  return (
    <>
      <Choice<Duration | 'date'>
        label="Expires"
        hint={endText(value)}
        options={[
          ...durations.map(([name, text]) => [name, text] as const),
          ['date', 'After a day of your choice'],
        ]}
        value={'duration' in value ? value.duration : 'date'}
        onChange={(name) => onChange(name === 'date' ? { durationIso: 'P14D' } : { duration: name })}
      />
      {'durationIso' in value && (
        <Field label="Last day">
          {(control) => (
            <input
              {...control}
              type="date"
              min={dateText(Date.now() + day)}
              value={dateText(Date.now() + isoDays(value.durationIso) * day)}
              onInput={(event) => {
                const until = event.currentTarget.valueAsNumber;
                const days = Math.ceil((until - Date.now()) / day);
                if (days >= 1) onChange({ durationIso: `P${days}D` });
              }}
            />
          )}
        </Field>
      )}
    </>
  );
}

const isoDays = (durationIso: string) => Number(durationIso.slice(1, -1));
const dateText = (ms: number) => new Date(ms).toISOString().slice(0, 10);

function endText(value: LifetimeChoice): string {
  const days =
    'durationIso' in value
      ? isoDays(value.durationIso)
      : durations.find(([name]) => name === value.duration)![2];
  if (days === null) return 'The token never expires. Many services do not allow this.';
  return `It expires on ${exactTime(Date.now() + days * day)}.`;
}
