/** The key that commands begin with, by the habit of the system. */
const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
/** The keys of the palette. */
export const paletteKeys: readonly string[] = [isMac ? '⌘' : 'Ctrl', 'K'];

/** The letter of a key, on keyboards of other scripts too. */
export const letter = ({ key, code }: KeyboardEvent): string =>
  key.length === 1 && key > '\u007f' && code.startsWith('Key') ? code.slice(3).toLowerCase() : key;

/** Whether a letter is pressed together with Ctrl, or with Cmd on a Mac. */
export const isCommand = (event: KeyboardEvent, wanted: string): boolean =>
  (isMac ? event.metaKey : event.ctrlKey) &&
  !event.shiftKey &&
  !event.altKey &&
  letter(event).toLowerCase() === wanted;

/** Keys that are pressed together or one after the other. */
export const Keys = ({ keys }: { keys: readonly string[] }) => (
  <span class="keys">
    {keys.map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}
  </span>
);
