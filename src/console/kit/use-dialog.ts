import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

type Render = (close: () => void) => ComponentChildren;

export interface DialogState {
  open(render: Render): void;
  /** The dialog that is open, for the page to render. */
  readonly shown: ComponentChildren;
}

/** The dialog of a page: one at a time. */
export function useDialog(): DialogState {
  const render = useSignal<Render | null>(null);
  const close = () => {
    render.value = null;
  };
  return {
    open: (next) => {
      render.value = next;
    },
    shown: render.value?.(close),
  };
}
