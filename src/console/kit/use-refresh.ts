import { useEffect, useRef } from 'preact/hooks';

const pauseMs = 5_000;

/** Looks for news every five seconds while it is on and the page is seen. */
export function useRefresh(look: () => void, isOn = true): void {
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && latest.current(), pauseMs);
    return () => clearInterval(timer);
  }, [isOn]);
}
