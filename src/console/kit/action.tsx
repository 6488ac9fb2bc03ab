import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { RequestError } from '../api/request.js';
import { asRequestError } from '../api/use-query.js';
import { Dialog } from './dialog.js';
import { Failure } from './notice.js';

export interface Action {
  readonly isRunning: boolean;
  readonly error: RequestError | undefined;
  /** Runs the work unless it runs already. Resolves to whether it succeeded. */
  run(work: () => Promise<unknown>): Promise<boolean>;
}

/** Work that a person starts, with its state. */
export function useAction(): Action {
  const isRunning = useSignal(false);
  const error = useSignal<RequestError | undefined>(undefined);
  return {
    isRunning: isRunning.value,
    error: error.value,
    async run(work) {
      if (isRunning.value) return false;
      isRunning.value = true;
      error.value = undefined;
      try {
        await work();
        return true;
      } catch (thrown) {
        error.value = asRequestError(thrown);
        return false;
      } finally {
        isRunning.value = false;
      }
    },
  };
}

interface FormDialogProps {
  title: string;
  /** What the button says. */
  submit: string;
  isDanger?: boolean;
  /** Whether the input is complete. */
  isReady?: boolean;
  /** The privileges of which one is needed. */
  needs?: readonly string[];
  /** False: the dialog stays after `onSubmit`. */
  closesItself?: boolean;
  onClose(): void;
  /** The dialog closes when it resolves, and shows the error when it rejects. */
  onSubmit(): Promise<unknown>;
  children: ComponentChildren;
}

/** A dialog that asks for input, or for a second step, before something is done. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    submit,
    isDanger = false,
    isReady = true,
    needs,
    closesItself = true,
    onClose,
    onSubmit,
    children,
  } = props;
  const action = useAction();
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="stack"
        onSubmit={async (event) => {
          event.preventDefault();
          if (isReady && (await action.run(onSubmit)) && closesItself) onClose();
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
          <button type="button" autoFocus={isDanger} onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
