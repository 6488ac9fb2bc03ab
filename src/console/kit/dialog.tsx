import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
  title: string;
  /** Whether Escape does not close it. */
  isKept?: boolean;
  /** Called when it is closed, by Escape too. */
  onClose(): void;
  children: ComponentChildren;
}

const withoutEscape = (event: KeyboardEvent) => {
  if (event.key === 'Escape') event.preventDefault();
};

/** A modal dialog, open as long as it is rendered. The browser keeps the focus in it. */
export function Dialog({ title, isKept = false, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const before = document.activeElement;
    ref.current!.showModal();
    // The browser closes a dialog at a second Escape without asking, and a third one would close what is below.
    if (isKept) document.addEventListener('keydown', withoutEscape, true);
    // The browser gives the focus back only to a dialog that is closed, and this one is removed.
    return () => {
      document.removeEventListener('keydown', withoutEscape, true);
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onCancel={isKept ? (event) => event.preventDefault() : onClose}
      // The back gesture of a phone also closes it.
      onClose={isKept ? () => ref.current?.showModal() : undefined}
    >
      <div class="stack">
        <h2 id={titleId}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
