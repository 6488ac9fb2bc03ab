import { useSignal } from '@preact/signals';
import type { TadaDocumentNode } from 'gql.tada';
import { useCallback, useEffect } from 'preact/hooks';
import { asRequestError, type RequestError } from '../model/request-error.js';
import { reloads } from './reload.js';
import { type RequestOptions, request } from './request.js';

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
  const load = useCallback(
    (given: Variables, options: RequestOptions) => request(document, given, options),
    [document],
  );
  return useLoaded(load, variables);
}

/** As `useQuery`, for data of several requests. @param load the same function in each call */
export function useLoaded<Data, Variables>(
  load: (variables: Variables, options: RequestOptions) => Promise<Data>,
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
    load(variables, options).then(
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
  }, [load, key, round.value, reloads.value]);

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
