import { useSignal, useSignalEffect } from '@preact/signals';
import { useId } from 'preact/hooks';
import { graphql } from '../../../client/documents.js';
import { parsePeriod } from '../../../client/period.js';
import { mutate, request } from '../../api/request.js';
import { FormDialog } from '../../kit/form-dialog.js';
import { say } from '../../kit/messages.js';
import { Failure } from '../../kit/notice.js';
import { daysAgo, yearsAgo } from '../../model/days.js';
import { numberText } from '../../model/numbers.js';
import { asRequestError, type RequestError } from '../../model/request-error.js';
import { counted } from '../../model/text.js';
import { Preview } from './preview.js';
import type { TimeseriesIndex } from './request.js';

const truncate = graphql(`
  mutation Truncate($input: TruncateTimeseriesAspectInput!) {
    truncateTimeseriesAspect(input: $input) {
      events
      total
      taskId
    }
  }
`);

const ages: readonly (readonly [text: string, day: () => string])[] = [
  ['90 days', () => daysAgo(90)],
  ['1 year', () => yearsAgo(1)],
  ['2 years', () => yearsAgo(2)],
];

/** What the dry run has said for a day. */
interface DryRun {
  readonly day: string;
  readonly events: number;
  readonly total: number;
  readonly error?: RequestError;
}

/** Deletes the events of an index up to a day, after a dry run has said how many they are. */
export function DeleteOld({ index, onClose }: { index: TimeseriesIndex; onClose(): void }) {
  const day = useSignal(yearsAgo(1));
  const dryRun = useSignal<DryRun | null>(null);

  /** All of the day is deleted. It is in UTC, like the months of an index. */
  const inputFor = (endTimeMillis: number, isDryRun: boolean) => ({
    entityType: index.entity,
    aspect: index.aspect,
    endTimeMillis,
    dryRun: isDryRun,
  });

  useSignalEffect(() => {
    const asked = day.value;
    dryRun.value = null;
    const period = parsePeriod(asked, 0);
    if (period === null) return;
    const stopping = new AbortController();
    request(truncate, { input: inputFor(period.to, true) }, { signal: stopping.signal }).then(
      ({ truncateTimeseriesAspect: { events, total } }) => {
        dryRun.value = { day: asked, events: events ?? 0, total: total ?? 0 };
      },
      (error) => {
        if (!stopping.signal.aborted)
          dryRun.value = { day: asked, events: 0, total: 0, error: asRequestError(error) };
      },
    );
    return () => stopping.abort();
  });

  const known = dryRun.value?.day === day.value ? dryRun.value : null;
  const isReady = known !== null && known.events > 0;
  return (
    <FormDialog
      title={`Delete old events of ${index.aspect}`}
      about="Deleted events can’t be restored."
      submit={isReady ? `Delete ${counted(known.events, 'event')}` : 'Delete events'}
      isDanger
      isReady={isReady}
      onClose={onClose}
      onSubmit={async () => {
        await mutate(truncate, { input: inputFor(parsePeriod(day.value, 0)!.to, false) });
        say(`Deleting ${counted(known!.events, 'event')} of ${index.aspect}`);
      }}
    >
      <Age day={day.value} onChange={(value) => (day.value = value)} />
      {known?.error ? (
        <Failure error={known.error} />
      ) : (
        <Preview index={index} day={day.value} counts={known} />
      )}
      <p class="hidden" role="status">
        {isReady && `${numberText(known.events)} of ${counted(known.total, 'event')} would be deleted.`}
      </p>
    </FormDialog>
  );
}

/** The last day whose events are deleted: by their age, or itself. */
function Age({ day, onChange }: { day: string; onChange(day: string): void }) {
  const id = useId();
  const isOfAge = ages.some(([, of]) => of() === day);
  return (
    <fieldset class="field">
      <legend>Delete events older than</legend>
      <div class="row">
        <div class="seg">
          {ages.map(([text, of]) => (
            <button key={text} type="button" aria-pressed={of() === day} onClick={() => onChange(of())}>
              {text}
            </button>
          ))}
          <button type="button" aria-pressed={!isOfAge} onClick={() => document.getElementById(id)?.focus()}>
            Date
          </button>
        </div>
        <input
          id={id}
          class="input date"
          type="date"
          aria-label="Up to and including"
          value={day}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      </div>
      <small>Up to and including this day, in UTC.</small>
    </fieldset>
  );
}
