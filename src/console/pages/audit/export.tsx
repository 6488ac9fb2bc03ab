import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { asRequestError } from '../../api/use-query.js';
import { Button } from '../../kit/button.js';
import { sayFailure } from '../../kit/messages.js';
import { saveCsv } from '../../kit/save-file.js';
import { numberText } from '../../model/numbers.js';
import { type Criteria, exportEvents, maxExported } from './csv.js';

/** Saves the events of the list as a file, with its progress. */
export function Export({ criteria }: { criteria: Criteria }) {
  const progress = useSignal<readonly [done: number, total: number | null] | null>(null);
  const stopping = useRef<AbortController | null>(null);
  const stop = () => stopping.current?.abort();
  useEffect(() => stop, []);

  async function run() {
    const controller = new AbortController();
    stopping.current = controller;
    progress.value = [0, null];
    try {
      const text = await exportEvents(criteria, {
        signal: controller.signal,
        onProgress: (done, total) => {
          progress.value = [done, total];
        },
      });
      saveCsv(text, 'audit');
    } catch (error) {
      if (!controller.signal.aborted) sayFailure(`Nothing was exported. ${asRequestError(error).message}`);
    } finally {
      progress.value = null;
    }
  }

  if (progress.value === null)
    return (
      <Button
        icon="download"
        title={`The newest ${numberText(maxExported)} of the events that match`}
        onClick={run}
      >
        Export CSV
      </Button>
    );
  const [done, total] = progress.value;
  return (
    <span class="row">
      <span role="status">
        {numberText(done)}
        {total !== null && ` of ${numberText(total)}`} events
      </span>
      <Button onClick={stop}>Cancel export</Button>
    </span>
  );
}
