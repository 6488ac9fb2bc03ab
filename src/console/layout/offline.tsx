import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { reloadAll } from '../api/reload.js';
import { Notice } from '../kit/notice.js';

/** Says that the browser has no network. The page loads again when it is back. */
export function Offline() {
  const isOffline = useSignal(!navigator.onLine);
  useEffect(() => {
    const changed = () => {
      isOffline.value = !navigator.onLine;
      if (navigator.onLine) reloadAll();
    };
    addEventListener('online', changed);
    addEventListener('offline', changed);
    return () => {
      removeEventListener('online', changed);
      removeEventListener('offline', changed);
    };
  }, []);
  return (
    <div role="status" class="offline">
      {isOffline.value && (
        <Notice kind="warn">
          <p>
            <strong>You are offline.</strong> The page shows what was loaded before. It loads again when the
            network is back.
          </p>
        </Notice>
      )}
    </div>
  );
}
