import { useEffect, useRef } from 'preact/hooks';

/** Whether the browser places a popover beside its button by itself (CSS anchor positioning). */
const isPlacedByBrowser = CSS.supports('position-area', 'block-end');

/** Puts an open popover below its opener, or above it where there is no room below. */
function place(popover: HTMLElement, opener: HTMLElement): void {
  const { left, right, top, bottom } = opener.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = popover;
  const x = popover.classList.contains('start') ? left : right - offsetWidth;
  const y = bottom + offsetHeight > innerHeight ? top - offsetHeight : bottom;
  popover.style.left = `${Math.max(0, Math.min(x, innerWidth - offsetWidth))}px`;
  popover.style.top = `${Math.max(0, y)}px`;
}

/**
 * A popover of a button: Escape and a click outside close it, and give the focus back to the button.
 *
 * @param onToggle called after it was opened or closed
 */
export function usePopover<Popover extends HTMLElement>(onToggle?: (isOpen: boolean) => void) {
  const opener = useRef<HTMLButtonElement>(null);
  const popover = useRef<Popover>(null);
  const latest = useRef(onToggle);
  latest.current = onToggle;
  useEffect(() => {
    const [button, layer] = [opener.current, popover.current];
    if (!button || !layer) return;
    const toggled = (event: Event) => {
      const isOpen = (event as ToggleEvent).newState === 'open';
      button.setAttribute('aria-expanded', `${isOpen}`);
      if (isOpen && !isPlacedByBrowser) place(layer, button);
      latest.current?.(isOpen);
    };
    button.setAttribute('aria-expanded', 'false');
    layer.addEventListener('toggle', toggled);
    return () => layer.removeEventListener('toggle', toggled);
  }, []);
  return { opener, popover, close: () => popover.current?.hidePopover() };
}
