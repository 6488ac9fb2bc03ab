import { useSignal } from '@preact/signals';
import type { TadaDocumentNode } from 'gql.tada';
import { useCallback, useEffect } from 'preact/hooks';
import { reloads } from './reload.js';
import { RequestError, request } from './request.js';

export interface Query<Data> {
  /** Of the last answer, also while the next one is loaded. */
  readonly data: Data | undefined;
  readonly error: RequestError | undefined;
  readonly isLoading: boolean;
  readonly warnings: readonly string[];
  reload(): void;
  /** Replaces the data until the next answer, to show a change before the service has answered. */
  replace(data: Data): void;
}

interface State<Data> extends Pick<Query<Data>, 'data' | 'error' | 'isLoading' | 'warnings'> {
  /** The variables of the last request, as JSON text. */
  readonly key: string;
}

/** Loads an operation when the page is shown and when its variables change. Null variables: nothing is loaded. */
export function useQuery<Data, Variables>(
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables | null,
): Query<Data> {
  const key = JSON.stringify(variables);
  const state = useSignal<State<Data>>({
    data: undefined,
    error: undefined,
    isLoading: variables !== null,
    warnings: [],
    key,
  });
  const round = useSignal(0);

  useEffect(() => {
    if (variables === null) return;
    const stopping = new AbortController();
    state.value = { ...state.value, isLoading: true, key };
    let warnings: readonly string[] = [];
    const options = {
      signal: stopping.signal,
      onWarnings: (list: readonly string[]) => {
        warnings = list;
      },
    };
    request(document, variables, options).then(
      (data) => {
        if (!stopping.signal.aborted)
          state.value = { data, error: undefined, isLoading: false, warnings, key };
      },
      (error) => {
        if (!stopping.signal.aborted)
          state.value = { ...state.value, error: asRequestError(error), isLoading: false };
      },
    );
    return () => stopping.abort();
  }, [document, key, round.value, reloads.value]);

  const reload = useCallback(() => {
    round.value += 1;
  }, [round]);
  const replace = useCallback(
    (data: Data) => {
      state.value = { ...state.value, data };
    },
    [state],
  );
  const { key: loaded, ...answer } = state.value;
  // The effect begins to load after the page is shown with the new variables, and so with the old answer.
  const isLoading = answer.isLoading || (variables !== null && loaded !== key);
  return { ...answer, isLoading, reload, replace };
}

/** A query that is loaded again and again: once there is an answer, nothing shows that the next one is loaded. */
export const quietly = <Data>(query: Query<Data>): Query<Data> => ({
  ...query,
  isLoading: query.isLoading && query.data === undefined,
});

export const asRequestError = (error: unknown): RequestError =>
  error instanceof RequestError ? error : new RequestError(`The console failed: ${error}`, 'CONSOLE');
