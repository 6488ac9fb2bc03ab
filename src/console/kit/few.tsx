import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { TextButton } from './button.js';

interface FewProps<Item> {
  items: readonly Item[];
  /** As in "owners". */
  noun?: string;
  /** As many are shown at first. */
  count?: number;
  children(item: Item): ComponentChildren;
}

/** The first of several things, and the others on demand. */
export function Few<Item>({ items, noun = '', count = 5, children }: FewProps<Item>) {
  const isAll = useSignal(false);
  const more = items.length - count;
  return (
    <>
      {items.slice(0, isAll.value ? items.length : count).map(children)}
      {more > 0 && (
        <TextButton aria-expanded={isAll.value} onClick={() => (isAll.value = !isAll.value)}>
          {isAll.value ? 'Show less' : `Show ${more} more ${noun}`.trimEnd()}
        </TextButton>
      )}
    </>
  );
}
