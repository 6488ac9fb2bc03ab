import type { ComponentChildren } from 'preact';
import { counted } from '../../model/text.js';

/** Names that a sentence has before it counts the others. */
const maxNames = 5;

/** Returns a list as a sentence has it: "a, b and 12 more". @param noun of what is counted */
export function listOf(items: readonly ComponentChildren[], noun: string): ComponentChildren {
  const shown = items.length > maxNames ? items.slice(0, maxNames - 1) : items;
  const all =
    items.length > shown.length ? [...shown, counted(items.length - shown.length, `more ${noun}`)] : shown;
  return all.map((item, index) => [index === 0 ? '' : index === all.length - 1 ? ' and ' : ', ', item]);
}
