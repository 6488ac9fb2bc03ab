import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Selection } from './selection.js';

/**
 * The keys of a list with check boxes. Arrows and j, k move the focus between the check boxes of its rows, with Shift they
 * choose the rows; x chooses like Space, Enter opens, Ctrl A chooses the page, and Escape clears.
 *
 * @param list its rows have `data-key`, a check box, and first a link to what they show
 */
export function useSelectionKeys(list: RefObject<HTMLElement | null>, selection: Selection<unknown>): void {
  const latest = useRef(selection);
  latest.current = selection;
  // A key can follow in the task after the one that draws the list.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || isTaken(event) || !list.current) return;
      if (act(event, list.current, latest.current)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Whether a key belongs to a control or to a layer. */
const isTaken = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement &&
  target.closest('input:not([type="checkbox"]), select, textarea, dialog, [popover]') !== null;

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, J: 1, ArrowUp: -1, k: -1, K: -1 };

/** @returns whether the key meant something */
function act(event: KeyboardEvent, list: HTMLElement, selection: Selection<unknown>): boolean {
  const { key, shiftKey } = event;
  const focused = document.activeElement;
  const closest = focused?.closest<HTMLElement>('[data-key]');
  const row = closest && list.contains(closest) ? closest : null;
  const step = steps[key];
  if (event.ctrlKey || event.metaKey) {
    if (key.toLowerCase() !== 'a' || !(row || focused === document.body)) return false;
    if (selection.ofShown !== 'all') selection.toggleShown();
  } else if (key === 'Escape' && selection.rows.length > 0) selection.clear();
  // Arrows scroll while no row has the focus.
  else if (step && (row || !key.startsWith('Arrow'))) {
    const next = neighbour(list, row, step);
    next?.querySelector('input')?.focus();
    const passed = shiftKey ? [row, next] : [];
    for (const each of passed)
      if (each && !selection.has(each.dataset.key!)) selection.toggle(each.dataset.key!);
  } else if (row && key.toLowerCase() === 'x') selection.toggle(row.dataset.key!, shiftKey);
  else if (row && key === 'Enter' && focused instanceof HTMLInputElement) row.querySelector('a')?.click();
  else return false;
  return true;
}

/** The row after or before another one; without another one, the first. */
function neighbour(list: HTMLElement, row: HTMLElement | null, step: number): HTMLElement | undefined {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-key]')];
  return row ? rows[rows.indexOf(row) + step] : rows[0];
}
