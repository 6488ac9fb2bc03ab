import { useSignal } from '@preact/signals';
import { type ComponentChildren, isValidElement } from 'preact';
import { useId } from 'preact/hooks';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { say } from './messages.js';
import { Failure } from './notice.js';
import { useAction } from './use-action.js';

export interface FormDialogProps {
  title: string;
  about?: ComponentChildren;
  isWide?: boolean;
  /** What the button says. */
  submit: string;
  isDanger?: boolean;
  /** Whether the input is complete. */
  isReady?: boolean;
  /** Whether the form stays after it was sent. */
  staysOpen?: boolean;
  /** A message that says it was done. */
  done?: string;
  onClose(): void;
  /** An element that it resolves to takes the place of the form. The form shows the error when it rejects. */
  onSubmit(close: () => void): Promise<unknown>;
  children: ComponentChildren;
}

/** A dialog that asks for input, or for a second step, before something is done. */
export function FormDialog(props: FormDialogProps) {
  const { title, about, isWide = false, submit, isDanger = false, isReady = true, staysOpen = false } = props;
  const action = useAction();
  const next = useSignal<ComponentChildren>(null);
  const hasText = useSignal(false);
  const id = useId();
  const send = async () => {
    const outcome = await props.onSubmit(props.onClose);
    if (props.done) say(props.done);
    if (isValidElement(outcome)) next.value = outcome;
    else if (!staysOpen) props.onClose();
  };
  if (next.value) return next.value;
  return (
    <Dialog
      title={title}
      about={about}
      isWide={isWide}
      // What was sent can't be called back: its error, or what it leads to, would be lost. Escape would also lose a text.
      isKept={action.isRunning || hasText.value}
      onClose={props.onClose}
      form={{
        id,
        onSubmit: () => isReady && action.run(send),
        onInput: ({ target }) => {
          hasText.value ||= target instanceof HTMLTextAreaElement;
        },
      }}
      footer={
        <>
          <Button autoFocus={isDanger} isDisabled={action.isRunning} onClick={props.onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={id}
            kind={isDanger ? 'danger' : 'primary'}
            isDisabled={!isReady || action.isRunning}
          >
            {action.isRunning ? `${submit} …` : submit}
          </Button>
        </>
      }
    >
      {props.children}
      {action.error && <Failure error={action.error} />}
    </Dialog>
  );
}
