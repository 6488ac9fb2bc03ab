import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.js';

interface FilterFieldProps {
  label: string;
  placeholder?: string;
  /** The text by which the list is filtered now. */
  value: string;
  /** Called after a pause in typing. */
  onFilter(text: string): void;
}

/** The pause after a key before the list is asked for. */
const pauseMs = 250;

/** A field that filters a list while a person types. It follows the address, back and forward too. */
export function FilterField({ label, placeholder = '', value, onFilter }: FilterFieldProps) {
  const text = useSignal(value);
  const known = useRef(value);
  useEffect(() => {
    if (known.current === value) return;
    known.current = value;
    text.value = value;
  }, [value]);
  useEffect(() => {
    if (text.value === known.current) return;
    const timer = setTimeout(() => {
      known.current = text.value;
      onFilter(text.value);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text.value]);
  return (
    <span class="with">
      <Icon name="filter" />
      <input
        class="input"
        type="search"
        aria-label={label}
        placeholder={placeholder || label}
        maxLength={255}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
        }}
      />
    </span>
  );
}
