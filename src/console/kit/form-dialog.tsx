import { useSignal } from '@preact/signals';
import { type ComponentChildren, isValidElement } from 'preact';
import type { Privilege } from '../model/privileges.js';
import { Dialog } from './dialog.js';
import { Failure } from './notice.js';
import { useAction } from './use-action.js';

interface FormDialogProps {
  title: string;
  /** What the button says. */
  submit: string;
  isDanger?: boolean;
  /** Whether the input is complete. */
  isReady?: boolean;
  needs?: Privilege;
  /** Whether the form stays after it was sent. */
  staysOpen?: boolean;
  onClose(): void;
  /** An element that it resolves to takes the place of the form. The form shows the error when it rejects. */
  onSubmit(): Promise<unknown>;
  children: ComponentChildren;
}

/** A dialog that asks for input, or for a second step, before something is done. */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, isDanger = false, isReady = true, staysOpen = false, needs, children } = props;
  const action = useAction();
  const next = useSignal<ComponentChildren>(null);
  const send = async () => {
    const outcome = await props.onSubmit();
    if (isValidElement(outcome)) next.value = outcome;
    else if (!staysOpen) props.onClose();
  };
  if (next.value) return next.value;
  return (
    <Dialog title={title} onClose={props.onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) action.run(send);
        }}
      >
        {children}
        {action.error && <Failure error={action.error} needs={needs} />}
        <div class="row">
          <button
            type="submit"
            class={isDanger ? 'danger' : 'primary'}
            aria-disabled={!isReady || action.isRunning}
          >
            {action.isRunning ? `${submit} …` : submit}
          </button>
          {/* biome-ignore lint/a11y/noAutofocus: a second Enter must do nothing that cannot be undone. */}
          <button type="button" autoFocus={isDanger} onClick={props.onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
