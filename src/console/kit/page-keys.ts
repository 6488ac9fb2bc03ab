import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface PageKey {
  readonly key: string;
  /** What it does, as in "Edit the description". */
  readonly text: string;
  run(): void;
}

/** The keys of the page that is shown, in the order in which its parts appeared. */
export const pageKeys = signal<readonly PageKey[]>([]);

/**
 * Makes a key do something while the component is shown, and adds it to the list of keys.
 *
 * @param run falsy: the key does nothing now, for example because the caller may not do it
 */
export function usePageKey(key: string, text: string, run: (() => void) | false | null | undefined): void {
  const latest = useRef(run || undefined);
  latest.current = run || undefined;
  const isUsed = Boolean(run);
  useLayoutEffect(() => {
    if (!isUsed) return;
    const entry = { key, text, run: () => latest.current?.() };
    pageKeys.value = [...pageKeys.value, entry];
    return () => {
      pageKeys.value = pageKeys.value.filter((one) => one !== entry);
    };
  }, [key, text, isUsed]);
}
