import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { noteFocus } from './note-focus.js';

interface ModalProps {
  class?: string | undefined;
  label?: string;
  /** The id of its heading, in place of a label. */
  labelledBy?: string;
  /** Whether Escape does not close it. */
  isKept?: boolean;
  /** Called when it is closed, by Escape too. */
  onClose(): void;
  children: ComponentChildren;
}

/** A modal layer, open as long as it is rendered. The browser keeps the focus in it, and it gives the focus back. */
export function Modal({ label, labelledBy, isKept = false, onClose, children, ...rest }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current!;
    const giveFocusBack = noteFocus();
    dialog.showModal();
    // Otherwise the button that closes it would have the focus.
    if (!dialog.querySelector('[autofocus]'))
      dialog
        .querySelector<HTMLElement>(
          '[role="combobox"], .body :is(input, select, textarea, button, a), footer button',
        )
        ?.focus();
    return () => {
      // As long as it is open, nothing outside takes the focus.
      dialog.close();
      giveFocusBack();
    };
  }, []);
  useLayoutEffect(() => {
    if (!isKept) return;
    // The browser closes a dialog at a second Escape without asking, and a third one would close what is below.
    const withoutEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') event.preventDefault();
    };
    document.addEventListener('keydown', withoutEscape, true);
    return () => document.removeEventListener('keydown', withoutEscape, true);
  }, [isKept]);
  return (
    <dialog
      ref={ref}
      class={rest.class}
      aria-label={label}
      aria-labelledby={labelledBy}
      onCancel={isKept ? (event) => event.preventDefault() : onClose}
      // The back gesture of a phone also closes it.
      onClose={isKept ? () => ref.current?.showModal() : undefined}
    >
      {children}
    </dialog>
  );
}
