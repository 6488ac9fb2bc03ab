import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';

/** The pause after a key before something is asked for. */
const pauseMs = 120;

interface Found<Value> {
  readonly value: Value;
  /** The text that it was found for; null before the first answer. */
  readonly text: string | null;
  /** Why the last request failed; empty when it did not. */
  readonly failure: string;
}

/**
 * Finds something for a text while it is typed. Until the next answer, the last one stays.
 * @param text null: nothing is asked for, and nothing is found
 */
export function useFound<Value>(
  text: string | null,
  find: (text: string, signal: AbortSignal) => Promise<Value>,
  nothing: Value,
): Found<Value> {
  const found = useSignal<Found<Value>>({ value: nothing, text: null, failure: '' });
  useEffect(() => {
    if (text === null) {
      found.value = { value: nothing, text, failure: '' };
      return;
    }
    const stopping = new AbortController();
    const ask = () =>
      find(text, stopping.signal).then(
        (value) => {
          found.value = { value, text, failure: '' };
        },
        (error) => {
          if (!stopping.signal.aborted) found.value = { ...found.value, failure: String(error.message) };
        },
      );
    const timer = setTimeout(ask, text === '' ? 0 : pauseMs);
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
  }, [text]);
  return found.value;
}

interface ComboboxProps {
  label: string;
  /** The number of options. */
  count: number;
  /** The index of the active option; -1: none. */
  at: number;
  isExpanded?: boolean;
}

/** The roles and the arrow keys of the combobox of WAI-ARIA's authoring practices. */
export function useCombobox({ label, count, at, isExpanded = count > 0 }: ComboboxProps) {
  const id = useId();
  const active = at >= 0 && at < count ? `${id}-${at}` : undefined;
  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return {
    input: {
      class: 'input',
      type: 'text',
      role: 'combobox',
      'aria-label': label,
      'aria-autocomplete': 'list',
      'aria-expanded': isExpanded,
      'aria-controls': id,
      'aria-activedescendant': active,
      autocomplete: 'off',
      spellcheck: false,
    } as const,
    list: { class: 'options', id },
    option: (index: number) =>
      ({
        id: `${id}-${index}`,
        class: index === at ? 'at' : undefined,
        // The field keeps the focus.
        onMouseDown: (event: Event) => event.preventDefault(),
      }) as const,
    /** Returns the option to which a key leads; undefined when it is no arrow. */
    follow(key: string): number | undefined {
      if (count === 0) return undefined;
      if (key === 'ArrowDown') return (at + 1) % count;
      if (key === 'ArrowUp') return (Math.max(at, 0) + count - 1) % count;
      return undefined;
    },
  };
}

export type Combobox = ReturnType<typeof useCombobox>;
