import { useEffect } from 'preact/hooks';

/** The parents of an element, the nearest first, each with the position of its child that contains the element. */
type Path = readonly (readonly [parent: Element, index: number])[];

function pathOf(element: Element): Path {
  const path: [Element, number][] = [];
  for (let child = element; child.parentElement; child = child.parentElement)
    path.push([child.parentElement, [...child.parentElement.children].indexOf(child)]);
  return path;
}

/**
 * Keeps the focus of a person at the keyboard where it was when the element that has it is removed: a button that is
 * replaced by its progress, a field by the value that was chosen, a row by the next one. Without it, Tab would begin again
 * at the top of the page.
 */
export function useKeepFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    let path: Path = [];
    let isAtKeyboard = false;
    const give = () => {
      if (!last || last.isConnected || document.activeElement !== document.body) return;
      last = null;
      // On a phone, a field that takes the focus would open the keyboard.
      if (isAtKeyboard) nearest(path)?.focus({ preventScroll: true });
    };
    // A layer that closes gives the focus back first.
    const observer = new MutationObserver(() => queueMicrotask(give));
    observer.observe(document.body, { childList: true, subtree: true });
    const stopping = new AbortController();
    const on = (type: string, run: (event: Event) => void) =>
      document.addEventListener(type, run, { capture: true, signal: stopping.signal });
    on('keydown', () => (isAtKeyboard = true));
    on('pointerdown', () => (isAtKeyboard = false));
    on('focusin', ({ target }) => {
      last = target as Element;
      path = pathOf(last);
    });
    // An element that is removed loses the focus too, and is gone a moment later.
    on('focusout', ({ target }) =>
      queueMicrotask(() => {
        if (target === last && last?.isConnected && document.activeElement === document.body) last = null;
      }),
    );
    return () => {
      stopping.abort();
      observer.disconnect();
    };
  }, []);
}

/** Returns what is now in the place of an element; without any, the page. */
function nearest(path: Path): HTMLElement | null {
  const main = document.querySelector<HTMLElement>('main');
  const [parent, index = 0] = path.find(([parent]) => parent.isConnected) ?? [];
  if (!parent?.closest('main > *, dialog')) return main;
  const { children } = parent;
  return firstIn(children[Math.min(index, children.length - 1)]) ?? firstIn(parent) ?? main;
}

const focusable = ':is(a[href], button, input, select, textarea, summary):not([tabindex="-1"])';

function firstIn(place: Element | undefined): HTMLElement | undefined {
  const all = place ? [place, ...place.querySelectorAll(focusable)] : [];
  return all.find((one) => one.matches(focusable) && one.checkVisibility()) as HTMLElement | undefined;
}
