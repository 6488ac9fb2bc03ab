import { useSignal, useSignalEffect } from '@preact/signals';
import { graphql } from '../../../client/documents.js';
import { parsePeriod } from '../../../client/period.js';
import { mutate, request } from '../../api/request.js';
import { asRequestError } from '../../api/use-query.js';
import { TextField } from '../../kit/field.js';
import { FormDialog } from '../../kit/form-dialog.js';
import { say } from '../../kit/messages.js';
import { Notice } from '../../kit/notice.js';
import type { TimeseriesIndex } from './request.js';

const truncate = graphql(`
  mutation Truncate($input: TruncateTimeseriesAspectInput!) {
    truncateTimeseriesAspect(input: $input) {
      message
      events
      taskId
    }
  }
`);

/** Without what is meant for those who call the API. */
const withoutDryRun = (message: string) => message.replace(/ *This was a dry run\..*$/, '');

const waiting = (date: string) =>
  date === '' ? 'Choose a day to see how many events would be deleted.' : 'Counting the events …';

interface TruncateProps {
  index: TimeseriesIndex;
  onClose(): void;
}

/** Deletes the events of an index up to a day, after the dry run has said how many they are. */
export function Truncate({ index, onClose }: TruncateProps) {
  const date = useSignal('');
  const dryRun = useSignal<{ for: string; text: string; events: number } | null>(null);

  /** The day is in UTC, like the months of an index, and all of it is deleted. */
  const inputFor = (endTimeMillis: number, isDryRun: boolean) => ({
    entityType: index.entity,
    aspect: index.aspect,
    endTimeMillis,
    dryRun: isDryRun,
  });

  useSignalEffect(() => {
    const until = date.value;
    dryRun.value = null;
    const period = parsePeriod(until, 0);
    if (period === null) return;
    const stopping = new AbortController();
    request(truncate, { input: inputFor(period.to, true) }, { signal: stopping.signal }).then(
      ({ truncateTimeseriesAspect: { message, events } }) => {
        dryRun.value = { for: until, text: withoutDryRun(message ?? ''), events: events ?? 0 };
      },
      (error) => {
        if (stopping.signal.aborted) return;
        dryRun.value = { for: until, text: asRequestError(error).message, events: 0 };
      },
    );
    return () => stopping.abort();
  });

  const isReady = dryRun.value?.for === date.value && dryRun.value.events > 0;
  return (
    <FormDialog
      title={`Truncate ${index.aspect} of ${index.entity}`}
      submit="Truncate"
      isDanger
      isReady={isReady}
      needs="TRUNCATE_TIMESERIES_INDEX_PRIVILEGE"
      onClose={onClose}
      onSubmit={async () => {
        await mutate(truncate, { input: inputFor(parsePeriod(date.value, 0)!.to, false) });
        say('The truncation has started.');
      }}
    >
      <TextField
        label="Delete all events up to and including"
        hint="A day in UTC. Deleted events cannot be restored."
        type="date"
        required
        text={date}
      />
      <div role="status">
        <Notice kind={isReady ? 'warning' : ''}>
          {dryRun.value === null ? waiting(date.value) : dryRun.value.text}
        </Notice>
      </div>
    </FormDialog>
  );
}
