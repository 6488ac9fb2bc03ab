import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Dialog } from '../kit/dialog.js';
import { sections } from './sections.js';

/** The pause within which a second key belongs to the first. */
const pairMs = 1_500;

/** Whether a key belongs to a control, which has the focus. */
const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement && target.closest('input, select, textarea, dialog') !== null;

/** The keys of all pages, and their list. */
export function Keys() {
  const isListed = useSignal(false);
  const { route } = useLocation();
  useEffect(() => {
    // Nothing came before the first key, which may be pressed as soon as the page has loaded.
    let after = Number.NEGATIVE_INFINITY;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      if (event.key === '/') {
        event.preventDefault();
        document.getElementById('search')?.focus();
      } else if (event.key === '?') isListed.value = true;
      else if (event.timeStamp - after < pairMs) {
        const section = sections.find(({ key, isShown }) => key === event.key && (isShown?.() ?? true));
        if (section) route(section.href);
        after = Number.NEGATIVE_INFINITY;
      } else if (event.key === 'g') after = event.timeStamp;
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [route, isListed]);

  const close = () => {
    isListed.value = false;
  };
  if (!isListed.value) return null;
  return (
    <Dialog title="Keys" onClose={close}>
      <dl class="facts">
        <dt>
          <kbd>/</kbd>
        </dt>
        <dd>Search</dd>
        <dt>
          <kbd>?</kbd>
        </dt>
        <dd>This list</dd>
        <dt>
          <kbd>Esc</kbd>
        </dt>
        <dd>Closes a dialog or a list</dd>
        {sections
          .filter(({ isShown }) => isShown?.() ?? true)
          .map(({ name, key }) => (
            <>
              <dt key={key}>
                <kbd>g</kbd> <kbd>{key}</kbd>
              </dt>
              <dd>{name}</dd>
            </>
          ))}
      </dl>
      <div>
        <button type="button" onClick={close}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
