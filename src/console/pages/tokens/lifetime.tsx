import type { Signal } from '@preact/signals';
import { useComputed, useSignal } from '@preact/signals';
import { Flag } from '../../kit/check-box.js';
import { Field } from '../../kit/field.js';
import { Segments } from '../../kit/segments.js';
import { dayMs, daysUntil, localDay } from '../../model/days.js';
import { dateText } from './date.js';

/** The durations of the API (docs/wire-contract.md, "Access tokens") that are offered, with their days. */
const durations = [
  ['ONE_WEEK', '7 days', 7],
  ['ONE_MONTH', '30 days', 30],
  ['THREE_MONTHS', '90 days', 90],
  ['ONE_YEAR', '1 year', 365],
] as const;

type Kind = (typeof durations)[number][0] | 'date';

/** The state of the fields that say when a token ends. */
export function useLifetime() {
  const kind = useSignal<Kind>('ONE_MONTH');
  /** The last day in the person's time zone, as in "2026-11-25". */
  const date = useSignal(localDay(Date.now() + 14 * dayMs));
  const isEndless = useSignal(false);
  const days = useComputed(() => {
    const known = durations.find(([name]) => name === kind.value);
    return known ? known[2] : daysUntil(date.value);
  });
  const isReady = kind.value !== 'date' || isEndless.value || days.value >= 1;
  return {
    kind,
    date,
    isEndless,
    days: days.value,
    isReady,
    /** What the API takes. */
    input: () => {
      if (kind.value !== 'date') return { duration: kind.value };
      return isEndless.value ? { duration: 'NO_EXPIRY' as const } : { durationIso: `P${days.value}D` };
    },
  };
}

/** Chooses a duration, the last day, or no end. */
export function LifetimeFields({ kind, date, isEndless, days, isReady }: ReturnType<typeof useLifetime>) {
  const isDate = kind.value === 'date';
  return (
    <fieldset class="field">
      <legend>Expires</legend>
      <Segments<Kind>
        label="Expires"
        options={[...durations.map(([name, text]) => [name, text] as const), ['date', 'Date …']]}
        value={kind.value}
        onChange={(name) => (kind.value = name)}
      />
      {isDate && !isEndless.value && <LastDay date={date} isReady={isReady} />}
      {isDate && <Flag flag={isEndless}>No expiry</Flag>}
      <small role="status">
        {isDate && isEndless.value
          ? 'The token works until it is revoked. Many services do not allow this.'
          : isReady && `On ${dateText(Date.now() + days * dayMs)}`}
      </small>
    </fieldset>
  );
}

const LastDay = ({ date, isReady }: { date: Signal<string>; isReady: boolean }) => (
  <Field label="Last day" problem={isReady ? '' : 'Choose a day after today.'}>
    {(control) => (
      <input
        {...control}
        type="date"
        class="input date"
        min={localDay(Date.now() + dayMs)}
        value={date.value}
        onInput={({ currentTarget }) => (date.value = currentTarget.value)}
      />
    )}
  </Field>
);
