import { Fragment } from 'preact';
import { useId } from 'preact/hooks';
import { IconButton } from './button.js';
import { Icon, type IconName } from './icon.js';
import { usePopover } from './popover.js';

interface Item {
  readonly text: string;
  readonly icon?: IconName;
  readonly isDanger?: boolean;
  /** Whether a line stands before it. */
  readonly isApart?: boolean;
}
export type MenuItem = Item & ({ readonly href: string } | { onChoose(): void });

interface MenuProps {
  /** The name of its button, as in "Actions for nightly". */
  label: string;
  /** Falsy items are left out; without any, there is no menu. */
  items: readonly (MenuItem | false | undefined | null | '')[];
}

/** The actions of a row or a page behind a button with three dots. */
export function Menu({ label, items }: MenuProps) {
  const id = useId();
  const { opener, popover, close } = usePopover<HTMLDivElement>((isOpen) => {
    if (isOpen) entries(popover.current!)[0]?.focus();
  });
  const shown = items.filter((item): item is MenuItem => Boolean(item));
  if (shown.length === 0) return null;
  return (
    <>
      <IconButton ref={opener} icon="dots" label={label} aria-haspopup="menu" popovertarget={id} />
      <div
        ref={popover}
        id={id}
        class="menu"
        popover="auto"
        role="menu"
        aria-label={label}
        onKeyDown={(event) => moveFocus(event, entries(event.currentTarget))}
      >
        {shown.map((item) => (
          <Fragment key={item.text}>
            {item.isApart && <hr />}
            <Entry item={item} close={close} />
          </Fragment>
        ))}
      </div>
    </>
  );
}

function Entry({ item, close }: { item: MenuItem; close(): void }) {
  const { text, icon, isDanger } = item;
  const content = (
    <>
      {icon && <Icon name={icon} />}
      {text}
    </>
  );
  const attributes = { role: 'menuitem', class: isDanger ? 'danger' : '', tabIndex: -1 } as const;
  if ('href' in item)
    return (
      <a {...attributes} href={item.href} onClick={close}>
        {content}
      </a>
    );
  return (
    <button
      {...attributes}
      type="button"
      onClick={() => {
        close();
        item.onChoose();
      }}
    >
      {content}
    </button>
  );
}

const entries = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')];

/** The keys of a menu, by WAI-ARIA's authoring practices: arrows, Home, End, the first letter of an entry, and Tab. */
export function moveFocus(event: KeyboardEvent, all: readonly HTMLElement[]): void {
  const at = all.indexOf(document.activeElement as HTMLElement);
  const next = {
    ArrowDown: all[(at + 1) % all.length],
    ArrowUp: all[(at + all.length - 1) % all.length],
    Home: all[0],
    End: all.at(-1),
  }[event.key];
  const byLetter =
    event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
      ? [...all.slice(at + 1), ...all.slice(0, at + 1)].find((entry) =>
          entry.textContent?.trim().toLowerCase().startsWith(event.key.toLowerCase()),
        )
      : undefined;
  const target = next ?? byLetter;
  if (target) {
    event.preventDefault();
    target.focus();
  }
  // The focus is back on the button, from which Tab goes on.
  if (event.key === 'Tab') (event.currentTarget as HTMLElement).hidePopover();
}
