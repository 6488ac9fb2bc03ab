import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Query } from '../api/use-query.js';
import { Failure, Notice } from './notice.js';
import { Warnings } from './warnings.js';

interface LoadedProps<Data> {
  query: Query<Data>;
  /** The name of the data, as in "Tokens". */
  label: string;
  /** Decides after an answer; by default there is always something to show. */
  isEmpty?: (data: Data) => boolean;
  /** Says why there is nothing and what to do. */
  empty?: ComponentChildren;
  children: (data: Data) => ComponentChildren;
}

/** Shows what a query has loaded. The last answer stays while the next is loaded, and beside an error. */
export function Loaded<Data>({ query, label, isEmpty, empty, children }: LoadedProps<Data>) {
  const { data, error, isLoading, warnings, reload } = query;
  return (
    <div class="stack" aria-busy={isLoading}>
      {error && <Failure error={error} retry={reload} />}
      <Warnings texts={warnings} />
      {data === undefined && isLoading && <Skeleton label={label} />}
      {data !== undefined && (isEmpty?.(data) ? <div class="empty">{empty}</div> : children(data))}
    </div>
  );
}

/** After this time the page explains the wait. */
const longMs = 8_000;

function Skeleton({ label }: { label: string }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <p class="hidden" role="status">
        {label}: loading
      </p>
      {isLong && (
        <Notice>
          {label}: the service is taking long to respond. The request times out after one minute.
        </Notice>
      )}
      {[1, 2, 3].map((line) => (
        <div key={line} class="skeleton" />
      ))}
    </>
  );
}
