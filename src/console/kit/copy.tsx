import { useSignal } from '@preact/signals';
import { Button, IconButton } from './button.js';
import { say, sayFailure } from './messages.js';

interface CopyProps {
  text: string;
  /** The name of the text, as in "token". */
  what: string;
  isSmall?: boolean;
  /** Whether it is what the dialog is for: a button with text, which has the focus. */
  isPrimary?: boolean;
}

const shownMs = 2_000;

/** Without the right to use the clipboard, the person is told to select the text. */
const toClipboard = (text: string): Promise<boolean> =>
  navigator.clipboard.writeText(text).then(
    () => true,
    () => {
      sayFailure('The browser does not allow copying. Select the text instead.');
      return false;
    },
  );

/** Copies a text by an entry of a menu, which is closed by then. @param what as in "URN" */
export const copyText = async (text: string, what: string): Promise<void> => {
  if (await toClipboard(text)) say(`${what} copied`);
};

/** Copies a text. */
export function Copy({ text, what, isSmall = false, isPrimary = false }: CopyProps) {
  const isCopied = useSignal(false);
  const copy = async () => {
    if (!(await toClipboard(text))) return;
    isCopied.value = true;
    setTimeout(() => (isCopied.value = false), shownMs);
  };
  const icon = isCopied.value ? 'check' : 'copy';
  return (
    <>
      {isPrimary ? (
        <Button kind="primary" icon={icon} aria-label={`Copy the ${what}`} autoFocus onClick={copy}>
          Copy
        </Button>
      ) : (
        <IconButton icon={icon} label={`Copy the ${what}`} isSmall={isSmall} onClick={copy} />
      )}
      <span class="hidden" role="status">
        {isCopied.value && 'Copied'}
      </span>
    </>
  );
}
