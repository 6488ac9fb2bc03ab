import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { FormDialog, type FormDialogProps } from './form-dialog.js';

type Render = (close: () => void) => ComponentChildren;

export interface DialogState {
  open(render: Render): void;
  /** Asks whether to do something that takes something away. */
  ask(question: Omit<FormDialogProps, 'onClose'>): void;
  /** The dialog that is open, for the page to render. */
  readonly shown: ComponentChildren;
}

/** The dialog of a page: one at a time. */
export function useDialog(): DialogState {
  const render = useSignal<Render | null>(null);
  const close = () => {
    render.value = null;
  };
  const open = (next: Render) => {
    render.value = next;
  };
  return {
    open,
    ask: (question) => open((close) => <FormDialog isDanger {...question} onClose={close} />),
    shown: render.value?.(close),
  };
}
