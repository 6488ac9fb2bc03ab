import { useLayoutEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { basePath } from '../base.js';
import { Dialog } from '../kit/dialog.js';
import { undoNewest } from '../kit/messages.js';
import { pageKeys } from '../kit/page-keys.js';
import type { DialogState } from '../kit/use-dialog.js';
import { isCommand, Keys, letter, paletteKeys } from './key-names.js';
import { Palette } from './palette.js';
import { shownSections } from './sections.js';

/** The pause within which a second key belongs to the first. */
const pairMs = 1_500;

/** Whether a key belongs to a control, which has the focus. */
const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement &&
  target.closest('input:not([type="checkbox"], [type="radio"]), select, textarea') !== null;

/** Whether something is open over the page, to which the keys belong. */
const isCovered = () => document.querySelector('dialog:modal, :popover-open') !== null;

/** The search of the page, or else the one above it. */
const focusSearch = () =>
  document.querySelector<HTMLElement>('main search input, header search input')?.focus();

/** Opens the palette. Its code is there with the page, because the next key already belongs to it. */
export const openPalette = (dialog: DialogState): void =>
  dialog.open((close) => <Palette onClose={close} dialog={dialog} />);

export const openKeys = (dialog: DialogState): void => dialog.open((close) => <KeyList onClose={close} />);

/** The keys of all pages. */
export function useKeys(dialog: DialogState): void {
  const { route } = useLocation();
  useLayoutEffect(() => {
    // Nothing came before the first key, which may be pressed as soon as the page has loaded.
    let after = Number.NEGATIVE_INFINITY;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isCovered()) return;
      if (isCommand(event, 'k')) {
        event.preventDefault();
        openPalette(dialog);
      }
      // A field has an undo of its own.
      if (isCommand(event, 'z') && !isTyping(event) && undoNewest()) event.preventDefault();
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      const key = letter(event);
      const section =
        event.timeStamp - after < pairMs ? shownSections().find((one) => one.key === key) : undefined;
      after = key === 'g' && !section ? event.timeStamp : Number.NEGATIVE_INFINITY;
      const run = section
        ? () => route(section.href)
        : ({ '/': focusSearch, '?': () => openKeys(dialog) }[key] ??
          pageKeys.value.findLast((one) => one.key === key)?.run);
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [route]);
}

const listKeys: readonly (readonly [keys: readonly string[], text: string])[] = [
  [['↓', '↑'], 'Move in a list'],
  [['Enter'], 'Open'],
  [['x'], 'Select'],
  [[paletteKeys[0]!, 'Z'], 'Undo the last change'],
  [['Esc'], 'Close what is open, or clear the selection'],
];

function KeyList({ onClose }: { onClose(): void }) {
  const onPage = new Map(pageKeys.value.map(({ key, text }) => [key, text]));
  return (
    <Dialog
      title="Help and keys"
      onClose={onClose}
      footer={
        <>
          <a class="btn plain" href={`${basePath}/docs`} target="_self">
            API reference
          </a>
          <a class="btn plain" href={`${basePath}/about`} target="_self">
            About this service
          </a>
        </>
      }
    >
      <dl class="facts keys-list">
        <Key keys={paletteKeys}>Go to a dataset, a tag, a person or a page</Key>
        <Key keys={['/']}>Search</Key>
        <Key keys={['?']}>This list</Key>
        {[...onPage].map(([key, text]) => (
          <Key key={key} keys={[key]}>
            {text}
          </Key>
        ))}
        {listKeys.map(([keys, text]) => (
          <Key key={text} keys={keys}>
            {text}
          </Key>
        ))}
        {shownSections().map(({ name, key }) => (
          <Key key={key} keys={['g', key]}>
            {name}
          </Key>
        ))}
      </dl>
    </Dialog>
  );
}

const Key = ({ keys, children }: { keys: readonly string[]; children: string }) => (
  <>
    <dt>
      <Keys keys={keys} />
    </dt>
    <dd>{children}</dd>
  </>
);
