import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Dialog } from '../kit/dialog.js';
import { useDialog } from '../kit/use-dialog.js';
import { shownSections } from './sections.js';

/** The pause within which a second key belongs to the first. */
const pairMs = 1_500;

/** Whether a key belongs to a control, which has the focus. */
const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement && target.closest('input, select, textarea, dialog') !== null;

/** The keys of all pages, and their list. */
export function Keys() {
  const dialog = useDialog();
  const { route } = useLocation();
  useEffect(() => {
    // Nothing came before the first key, which may be pressed as soon as the page has loaded.
    let after = Number.NEGATIVE_INFINITY;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      if (event.key === '/') {
        event.preventDefault();
        document.getElementById('search')?.focus();
      } else if (event.key === '?') dialog.open((close) => <KeyList onClose={close} />);
      else if (event.timeStamp - after < pairMs) {
        const section = shownSections().find(({ key }) => key === event.key);
        if (section) route(section.href);
        after = Number.NEGATIVE_INFINITY;
      } else if (event.key === 'g') after = event.timeStamp;
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [route]);

  return <>{dialog.shown}</>;
}

const KeyList = ({ onClose }: { onClose(): void }) => (
  <Dialog title="Keys" onClose={onClose}>
    <dl class="facts">
      <Key keys={['/']}>Search</Key>
      <Key keys={['?']}>This list</Key>
      <Key keys={['Esc']}>Closes a dialog or a list</Key>
      {shownSections().map(({ name, key }) => (
        <Key key={key} keys={['g', key]}>
          {name}
        </Key>
      ))}
    </dl>
    <div>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </div>
  </Dialog>
);

const Key = ({ keys, children }: { keys: readonly string[]; children: string }) => (
  <>
    <dt>
      {keys.map((key) => (
        <>
          <kbd key={key}>{key}</kbd>{' '}
        </>
      ))}
    </dt>
    <dd>{children}</dd>
  </>
);
