import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { listGone, readColumnPages } from '../../../../client/columns.js';
import { reloads } from '../../../api/reload.js';
import { request } from '../../../api/request.js';
import { asRequestError, type RequestError } from '../../../model/request-error.js';
import { type Column, columnOfField, goneColumn } from './column.js';

/** Wide tables come in several answers, so that the first columns show soon. */
const chunk = 2_000;

interface Columns {
  readonly columns: Signal<readonly Column[]>;
  /** Whether all columns are there. */
  readonly isComplete: boolean;
  readonly error: RequestError | undefined;
  reload(): void;
}

/** Loads all columns of a dataset. */
export function useColumns(urn: string): Columns {
  const columns = useSignal<readonly Column[]>([]);
  const isComplete = useSignal(false);
  const error = useSignal<RequestError | undefined>(undefined);
  const round = useSignal(0);

  useEffect(() => {
    const stopping = new AbortController();
    isComplete.value = false;
    error.value = undefined;
    const isFirst = columns.peek().length === 0;
    load(urn, stopping.signal, (loaded, isLast) => {
      // A table that is there already does not become shorter for a moment.
      if (isFirst || isLast) columns.value = loaded;
    }).then(
      () => {
        if (!stopping.signal.aborted) isComplete.value = true;
      },
      (thrown) => {
        if (!stopping.signal.aborted) error.value = asRequestError(thrown);
      },
    );
    return () => stopping.abort();
  }, [urn, round.value, reloads.value]);

  return {
    columns,
    isComplete: isComplete.value,
    error: error.value,
    reload: () => {
      round.value += 1;
    },
  };
}

async function load(
  urn: string,
  signal: AbortSignal,
  show: (columns: readonly Column[], isLast: boolean) => void,
) {
  const ask: Parameters<typeof readColumnPages>[0] = (...asked) => request(...asked, { signal });
  for await (const read of readColumnPages(ask, urn, chunk)) {
    const columns = read.fields.map((field) => columnOfField(field, read.edits));
    // Only tags are of interest of a column that the schema does not have.
    const gone = read.isLast ? listGone(read).map(goneColumn) : [];
    show([...columns, ...gone.filter(({ tags }) => tags.length > 0)], read.isLast);
  }
}
