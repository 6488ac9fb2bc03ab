import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { IconButton } from './button.js';
import { Modal } from './modal.js';

interface DialogProps {
  title: string;
  /** One sentence below the title. */
  about?: ComponentChildren;
  isWide?: boolean;
  /** Whether Escape does not close it. */
  isKept?: boolean;
  /** Called when it is closed, by Escape too. */
  onClose(): void;
  /** What the body is; by default it is a plain part. A form has its fields in the body and its buttons in the footer. */
  form?: { readonly id: string; onSubmit(): void; onInput(event: Event): void };
  /** The buttons, the one that acts last. */
  footer?: ComponentChildren;
  children: ComponentChildren;
}

/** A modal dialog with a title, a body that scrolls, and buttons. */
export function Dialog(props: DialogProps) {
  const { title, about, isWide = false, isKept = false, onClose, form, footer, children } = props;
  const titleId = useId();
  return (
    <Modal class={isWide ? 'wide' : undefined} labelledBy={titleId} isKept={isKept} onClose={onClose}>
      <header>
        <div>
          <h2 id={titleId}>{title}</h2>
          {about && <p>{about}</p>}
        </div>
        {!isKept && <IconButton icon="x" label="Close" onClick={onClose} />}
      </header>
      {form ? (
        <form
          class="body"
          id={form.id}
          onInput={form.onInput}
          onSubmit={(event) => {
            event.preventDefault();
            form.onSubmit();
          }}
        >
          {children}
        </form>
      ) : (
        <div class="body">{children}</div>
      )}
      {footer && <footer>{footer}</footer>}
    </Modal>
  );
}
