import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import type { Query } from '../api/use-query.js';
import { Failure, Notice } from './notice.js';
import { isUnreachable, Unreachable } from './unreachable.js';

interface LoadedProps<Data> {
  query: Query<Data>;
  /** The name of the data, as in "Tokens". */
  label: string;
  /** Decides after an answer; by default there is always something to show. */
  isEmpty?: (data: Data) => boolean;
  /** Says why there is nothing and what to do. */
  empty?: ComponentChildren;
  /** The place of the data until the first answer; by default three lines. */
  skeleton?: ComponentChildren;
  children: (data: Data) => ComponentChildren;
}

/** Shows what a query has loaded. The last answer stays, dimmed, while the next is loaded, and beside an error. */
export function Loaded<Data>({ query, label, isEmpty, empty, skeleton, children }: LoadedProps<Data>) {
  const { data, error, isLoading, warnings, reload } = query;
  const isWaiting = useLater(isLoading, visibleMs);
  return (
    <div class="stack" aria-busy={isLoading}>
      {error &&
        (isUnreachable(error) && data === undefined ? (
          <Unreachable retry={reload} />
        ) : (
          <Failure error={error} retry={reload} />
        ))}
      <Warnings texts={warnings} />
      {data === undefined && isLoading && !error && (
        <Skeleton label={label} lines={skeleton} isShown={isWaiting} />
      )}
      {data !== undefined && (
        <div class={isWaiting ? 'stack busy' : 'stack'}>{isEmpty?.(data) ? empty : children(data)}</div>
      )}
      {isWaiting && <div class="progress" />}
    </div>
  );
}

/** A shorter wait is not shown: what appears and disappears at once disturbs more than the wait. */
const visibleMs = 150;
/** After this time the page explains the wait. */
const longMs = 8_000;

/** Whether something has lasted for some time. */
function useLater(lasts: boolean, ms: number): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    if (!lasts) return;
    const timer = setTimeout(() => setLater(true), ms);
    return () => {
      clearTimeout(timer);
      setLater(false);
    };
  }, [lasts, ms]);
  return lasts && isLater;
}

const threeLines = ['w4', 'w3', 'w2'].map((width) => <span key={width} class={`sk ${width}`} />);

interface SkeletonProps {
  label: string;
  lines: ComponentChildren | undefined;
  isShown: boolean;
}

function Skeleton({ label, lines = threeLines, isShown }: SkeletonProps) {
  const isLong = useLater(true, longMs);
  return (
    <>
      <p class="hidden" role="status">
        {label}: loading
      </p>
      {isLong && (
        <Notice>
          {label}: the service is taking long to respond. The page waits for it, up to five minutes.
        </Notice>
      )}
      {isShown && lines}
    </>
  );
}

/** The component that shows each warning. Several answers on a page can have the same one, which is shown once. */
const shownBy = signal<ReadonlyMap<string, string>>(new Map());

function Warnings({ texts }: { texts: readonly string[] }) {
  const id = useId();
  useEffect(() => {
    const claimed = texts.filter((text) => !shownBy.peek().has(text));
    if (claimed.length === 0) return;
    shownBy.value = new Map([...shownBy.peek(), ...claimed.map((text) => [text, id] as const)]);
    return () => {
      shownBy.value = new Map([...shownBy.peek()].filter(([, owner]) => owner !== id));
    };
  }, [texts]);
  return (
    <>
      {texts
        .filter((text) => (shownBy.value.get(text) ?? id) === id)
        .map((text) => (
          <Notice key={text} kind="warn">
            {text}
          </Notice>
        ))}
    </>
  );
}
