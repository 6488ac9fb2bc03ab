import { useEffect, useState } from 'preact/hooks';

/** Returns a text as it was when a person last paused typing. */
export function useSettled(text: string, pauseMs = 300): string {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => settle(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
