import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type AuditEvent, listAuditEvents } from '../../../client/audit.js';
import type { VariablesOf } from '../../../client/documents.js';
import { request } from '../../api/request.js';
import { Button } from '../../kit/button.js';
import { sayFailure } from '../../kit/messages.js';
import { saveCsv } from '../../kit/save-file.js';
import { csvText } from '../../model/csv.js';
import { numberText } from '../../model/numbers.js';
import { asRequestError } from '../../model/request-error.js';

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

/** An export has no more events. */
const maxExported = 5_000;
/** Within the default of PAGE_SIZE_MAX. */
const largestPage = 500;

type Criteria = VariablesOf<typeof listAuditEvents>['input'];

interface ExportOptions {
  readonly signal: AbortSignal;
  onProgress(done: number, total: number): void;
}

const columns = [
  'timeMillis',
  'type',
  'outcome',
  'actorUrn',
  'actedForUrn',
  'subjectUrn',
  'aspectName',
  'address',
  'transport',
  'userAgent',
  'requestId',
  'detail',
  'kind',
] as const;

/**
 * Reads the events that match, page by page, the newest first.
 *
 * @returns CSV (RFC 4180)
 * @throws RequestError, and AbortError when the signal is aborted
 */
async function exportEvents(criteria: Criteria, options: ExportOptions): Promise<string> {
  const { signal, onProgress } = options;
  // New events must not shift the pages.
  const input = { ...criteria, endTimeMillis: criteria.endTimeMillis ?? Date.now() };
  const events: AuditEvent[] = [];
  let size = largestPage;
  for (;;) {
    const count = Math.min(size, maxExported - events.length);
    let page: { readonly events: readonly AuditEvent[]; readonly total: number };
    try {
      page = (
        await request(listAuditEvents, { input: { ...input, start: events.length, count } }, { signal })
      ).auditEvents;
    } catch (error) {
      const max = readPageSizeMax(error, count);
      if (max === null) throw error;
      size = max;
      continue;
    }
    events.push(...page.events);
    const total = Math.min(page.total, maxExported);
    onProgress(events.length, total);
    if (page.events.length === 0 || events.length >= total) break;
  }
  return csvText([['time', ...columns], ...events.map(eventCells)]);
}

/** Returns what PAGE_SIZE_MAX is when the service refuses a page for its size; null: the error has another reason. */
function readPageSizeMax(error: unknown, count: number): number | null {
  const text = /count is \d+; expected an integer from 0 to (\d+)/.exec(String(error))?.[1];
  const max = Number(text ?? 0);
  return max > 0 && max < count ? max : null;
}

const eventCells = (event: AuditEvent) => [
  new Date(event.timeMillis).toISOString(),
  ...columns.map((name) => event[name] ?? ''),
];
