import { useSignal } from '@preact/signals';

interface CopyProps {
  text: string;
  /** The name of the text, as in "token". */
  what: string;
}

/** Copies a text. Without the right to use the clipboard it says so, and the text can be selected. */
export function Copy({ text, what }: CopyProps) {
  const state = useSignal('');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => {
        state.value = 'Copied';
      },
      () => {
        state.value = 'The browser does not allow copying. Select the text instead.';
      },
    );
  return (
    <span class="row">
      <button type="button" onClick={copy}>
        Copy the {what}
      </button>
      <span role="status" class="soft">
        {state.value}
      </span>
    </span>
  );
}
