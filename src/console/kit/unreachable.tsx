import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { RequestError } from '../model/request-error.js';
import { Button } from './button.js';
import { Empty } from './empty.js';

export const isUnreachable = ({ code }: RequestError): boolean => code === 'UNREACHABLE';

/** The pauses between attempts, in seconds. */
const [firstPause, longestPause] = [8, 60];

/** In place of what could not be loaded. It is tried again by itself, less and less often. */
export function Unreachable({ retry }: { retry(): void }) {
  const pause = useSignal(firstPause);
  const left = useSignal(firstPause);
  const latest = useRef(retry);
  latest.current = retry;
  useEffect(() => {
    const timer = setInterval(() => {
      left.value -= 1;
      if (left.value > 0) return;
      pause.value = Math.min(pause.value * 2, longestPause);
      left.value = pause.value;
      latest.current();
    }, 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <Empty
      icon="warn"
      title="The service cannot be reached"
      actions={
        <Button icon="rotate" onClick={retry}>
          Try now
        </Button>
      }
    >
      {/* A screen reader would say each second. */}
      <p>
        What you typed is kept. <span aria-hidden="true">Trying again in {left.value} s.</span>
      </p>
    </Empty>
  );
}
