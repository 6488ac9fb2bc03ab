import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

/**
 * Returns a signal that begins as a value and follows its changes. Effects run after the first paint: what a person has
 * typed until then stays, because the value has not changed.
 */
export function useFollowed<T>(value: T): Signal<T> {
  const signal = useSignal(value);
  const followed = useRef(value);
  useEffect(() => {
    if (followed.current === value) return;
    followed.current = value;
    signal.value = value;
  }, [value]);
  return signal;
}
