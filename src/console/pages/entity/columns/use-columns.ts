import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { reloads } from '../../../api/reload.js';
import { type RequestError, request } from '../../../api/request.js';
import { asRequestError } from '../../../api/use-query.js';
import { type Column, columnOfField, columnsPage, type Edited, goneColumn, type Ingested } from './column.js';

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
  const fields: Ingested[] = [];
  const edits = new Map<string, Edited>();
  for (let start = 0; ; start += chunk) {
    const { dataset } = await request(columnsPage, { urn, start, count: chunk }, { signal });
    const next = dataset?.schemaMetadata?.fields ?? [];
    const edited = dataset?.editableSchemaMetadata?.editableSchemaFieldInfo ?? [];
    fields.push(...next);
    for (const edit of edited) edits.set(edit.fieldPath, edit);
    const columns = fields.map((field) => columnOfField(field, edits));
    const isLast = next.length < chunk && edited.length < chunk;
    show(isLast ? [...columns, ...gone(fields, edits)] : columns, isLast);
    if (isLast) return;
  }
}

/** Returns the columns with tags that the schema does not have. */
function gone(fields: readonly Ingested[], edits: ReadonlyMap<string, Edited>): readonly Column[] {
  const known = new Set(fields.map(({ fieldPath }) => fieldPath));
  return [...edits.values()]
    .filter(({ fieldPath }) => !known.has(fieldPath))
    .map(goneColumn)
    .filter(({ tags }) => tags.length > 0);
}
