import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { asRequestError } from '../../api/use-query.js';
import { sayFailure } from '../../kit/messages.js';
import { useAddress } from '../../kit/use-address.js';
import { numberText } from '../../model/numbers.js';
import { exportEvents, maxExported } from './csv.js';
import { noFilter, readCriteria } from './filters.js';

/** Saves the events of the list as a file, with its progress. */
export function Export() {
  const [filter] = useAddress(noFilter);
  const progress = useSignal<readonly [done: number, total: number | null] | null>(null);
  const stopping = useRef<AbortController | null>(null);
  const stop = () => stopping.current?.abort();
  useEffect(() => stop, []);

  async function run() {
    const controller = new AbortController();
    stopping.current = controller;
    progress.value = [0, null];
    try {
      const text = await exportEvents(readCriteria(filter), {
        signal: controller.signal,
        onProgress: (done, total) => {
          progress.value = [done, total];
        },
      });
      save(text);
    } catch (error) {
      if (!controller.signal.aborted) sayFailure(`Nothing was exported. ${asRequestError(error).message}`);
    } finally {
      progress.value = null;
    }
  }

  if (progress.value === null)
    return (
      <button
        type="button"
        title={`The newest ${numberText(maxExported)} of the events that match`}
        onClick={run}
      >
        Export as CSV
      </button>
    );
  const [done, total] = progress.value;
  return (
    <span class="row">
      <span role="status">
        {numberText(done)}
        {total !== null && ` of ${numberText(total)}`} events
      </span>
      <button type="button" onClick={stop}>
        Cancel the export
      </button>
    </span>
  );
}

/** The mark at the beginning says UTF-8 to spreadsheets. */
function save(text: string): void {
  const address = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `audit-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
